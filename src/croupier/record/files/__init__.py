"""Files that people write or keep: conditions of entry, last hands, results of a simulation."""
