"""Sheets out of files, our own and other programs': bytes in, a sheet that fits its system out; nothing is written."""
