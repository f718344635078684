printf '{"version": "%s", "packages": {}}\n' "${BASH_VERSION%%[!0-9.]*}"
