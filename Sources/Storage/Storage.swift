// Stores that keep the change log on disk.
