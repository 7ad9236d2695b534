"""What a dataset keeps on disk: results, an index, decoded views, leases."""
