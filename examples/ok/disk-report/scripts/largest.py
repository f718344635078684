#!/usr/bin/env python3
"""Prints the ten largest folders right below the one that is given, in bytes."""
import os
import sys


def size(folder):
    return sum(
        os.path.getsize(os.path.join(base, name))
        for base, _, names in os.walk(folder)
        for name in names
        if not os.path.islink(os.path.join(base, name))
    )


top = sys.argv[1]
folders = [entry.path for entry in os.scandir(top) if entry.is_dir(follow_symlinks=False)]
for folder in sorted(folders, key=size, reverse=True)[:10]:
    print(size(folder), folder)
