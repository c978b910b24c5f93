"""What every command shares: options, input, output, files, exit codes."""
