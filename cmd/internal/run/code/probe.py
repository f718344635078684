import json
import sys

found = {}
if sys.argv[1:]:
    from importlib import metadata

    for name in sys.argv[1:]:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            pass
print(json.dumps({"version": ".".join(map(str, sys.version_info[:3])), "packages": found}))
