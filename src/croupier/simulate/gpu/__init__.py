"""The simulator on GPUs: the same tables, walked by kernels that are compiled when they are needed."""
