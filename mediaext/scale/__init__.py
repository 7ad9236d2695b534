"""The service past one machine: its ledger in PostgreSQL, many front ends, workers elsewhere.

Needs the extra ``[scale]``; its libraries are imported where an address asks for them.
"""
