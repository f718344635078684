#!/bin/sh
# Build an image for tests from what Debian's packages have put on this machine,
# without a registry, and print its id:
#
#	build.sh base       busybox-static, with a name for every applet
#	build.sh languages  base, and this machine's python3 and node as far as they are there
#
# An image that is there already is not built again.
set -eu
kind=${1:-base}
case $kind in base | languages) ;; *)
	echo "build.sh: base or languages is wanted, not $kind" >&2
	exit 2
	;;
esac

busybox=$(command -v busybox) || {
	echo 'build.sh: there is no busybox (apt-get install busybox-static)' >&2
	exit 1
}

if ldd "$busybox" 2>/dev/null | grep -q '=>'; then
	echo "build.sh: $busybox is not linked statically (apt-get install busybox-static)" >&2
	exit 1
fi

# The name says what the image was made of.
sum=$( (cat "$0" "$busybox" && for p in /usr/bin/python3 /usr/bin/node; do ls -lL "$p" 2>/dev/null || :; done) | sha256sum | cut -c1-16)
name=skillctl-test-$kind:$sum
if id=$(docker image inspect --format '{{.Id}}' "$name" 2>/dev/null); then
	echo "$id"
	exit 0
fi

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"
mkdir -p "$tree/bin" "$tree/etc" "$tree/root" "$tree/usr/bin" "$tree/var"
mkdir -m 1777 "$tree/tmp"
cp "$busybox" "$tree/bin/busybox"
"$busybox" --list | while read -r applet; do
	[ "$applet" = busybox ] || ln -s busybox "$tree/bin/$applet"
done
printf 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n' >"$tree/etc/passwd"
printf 'root:x:0:\nnogroup:x:65534:\n' >"$tree/etc/group"

# libraries copies what a program or a library is linked with.
libraries() {
	ldd "$1" | sed -n 's|^[^/]*\(/[^ ]*\) (.*|\1|p' | while read -r library; do
		mkdir -p "$tree$(dirname "$library")"
		[ -e "$tree$library" ] || cp -L "$library" "$tree$library"
	done
}

with_libraries() {
	cp -L "$1" "$tree/usr/bin/$2"
	libraries "$1"
}

if [ "$kind" = languages ]; then
	if [ -x /usr/bin/python3 ]; then
		real=$(readlink -f /usr/bin/python3)
		with_libraries "$real" python3
		stdlib=/usr/lib/$(basename "$real")
		mkdir -p "$tree$stdlib"
		(cd "$stdlib" && tar -c --exclude='__pycache__' --exclude='./test' --exclude='./config-*' --exclude='./lib2to3' --exclude='./idlelib' --exclude='./dist-packages' .) | tar -x -C "$tree$stdlib"
		for module in "$stdlib"/lib-dynload/*.so; do
			libraries "$module"
		done
	fi
	if [ -x /usr/bin/node ]; then
		with_libraries /usr/bin/node node
	fi
fi

tar -c -C "$tree" --owner=0 --group=0 --numeric-owner . | docker import --change 'ENV PATH=/usr/bin:/bin' - "$name" >/dev/null
docker image inspect --format '{{.Id}}' "$name"
