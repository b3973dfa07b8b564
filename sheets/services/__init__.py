"""Everything that writes campaigns, seats, sheets and things."""
