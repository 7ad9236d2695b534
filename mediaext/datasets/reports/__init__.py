"""Reports on a dataset: plans, tables, exports, contact sheets, disk space."""
