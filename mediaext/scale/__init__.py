"""The service past one machine: its ledger in PostgreSQL, many front ends on it.

Needs the extra ``[scale]``; nothing here is imported unless a ledger's address asks for it.
"""
