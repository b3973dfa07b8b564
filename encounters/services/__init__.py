"""What writes: each function takes a seat, does one thing in one transaction, and publishes the version."""
