"""Who plays what with which things: campaigns, members, sheets, equipment."""
