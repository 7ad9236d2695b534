"""The service on several machines: ledger in PostgreSQL, several front ends, Dask workers.

Needs the extra ``[scale]``; its libraries are imported where they are used.
"""
