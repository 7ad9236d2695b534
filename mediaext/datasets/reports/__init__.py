"""Looking at a dataset: plans, tables, exports, contact sheets, disk space."""
