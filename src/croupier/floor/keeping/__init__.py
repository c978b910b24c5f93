"""A house outside its server: backup, export, copies between databases, the audit."""
