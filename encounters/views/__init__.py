"""The pages of encounters."""
