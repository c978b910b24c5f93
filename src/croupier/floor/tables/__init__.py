"""The life of one table: an actor takes acts from a mailbox, drafts entries, stores them and tells who watches."""
