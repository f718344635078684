# METADATA
# title: Files of a package
# description: Words and short cuts for the rules about what a package ships.
package skillctl.lib.files

# Files with content, by path.
with_content := [file | some file in input.skill.files; file.content]

# What a type is called in messages.
words := {
	"7z": "a 7-Zip archive",
	"apk": "an Android package",
	"applescript": "a compiled AppleScript",
	"bzip2": "a bzip2 archive",
	"chm": "a compiled help file",
	"dex": "Android bytecode",
	"elf": "a Linux program or library (ELF)",
	"gzip": "a gzip archive",
	"html": "an HTML page",
	"jar": "a Java archive with classes",
	"java-class": "a compiled Java class",
	"lnk": "a Windows shortcut",
	"mach-o": "a macOS program or library (Mach-O)",
	"mach-o-fat": "a macOS program or library (Mach-O, several architectures)",
	"ooxml": "an Office document",
	"pdf": "a PDF document",
	"pe": "a Windows program or library (PE)",
	"php": "PHP code",
	"pickle": "a Python pickle",
	"python-bytecode": "compiled Python",
	"rar": "a RAR archive",
	"shell": "a shell script",
	"tar": "a tar archive",
	"utf-8": "text",
	"utf-16": "UTF-16 text",
	"wasm": "a WebAssembly module",
	"xz": "an xz archive",
	"zip": "a ZIP archive",
	"zstd": "a Zstandard archive",
}

called(content) := words[content.type]

called(content) := sprintf("%s (%s)", [content.class, content.type]) if not words[content.type]

# "12 bytes", "3.4 KB", "1.2 MB".
size(bytes) := sprintf("%d bytes", [bytes]) if bytes < 1024

size(bytes) := sprintf("%v KB", [round((bytes * 10) / 1024) / 10]) if {
	bytes >= 1024
	bytes < 1048576
}

size(bytes) := sprintf("%v MB", [round((bytes * 10) / 1048576) / 10]) if bytes >= 1048576

# The first few of a list of names, and how many more there are.
some_of(names, limit) := concat(", ", names) if count(names) <= limit

some_of(names, limit) := sprintf("%s and %d more", [
	concat(", ", array.slice(names, 0, limit)),
	count(names) - limit,
]) if count(names) > limit
