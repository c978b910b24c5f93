"""The store: journal, ledger and all else that must outlive the process, behind one port."""
