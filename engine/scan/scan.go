// Package scan says what a file holds, whatever its name claims: the kind of
// content by its first bytes, what an archive would unpack to, which parts of
// a document are active, which source a bytecode file was compiled from.
//
// It finds facts and bounds its own work; it never judges, executes, unpacks
// to disk or opens a file by itself.
package scan

import (
	"bytes"
	"context"
	"path"
	"strings"
)

// HeadSize is how many bytes of a file [Classify] looks at, at most: enough
// for the descriptor of an ISO image at offset 32,769.
const HeadSize = 33 << 10

// Classes of content.
const (
	ClassEmpty      = "empty"
	ClassText       = "text"
	ClassScript     = "script"
	ClassExecutable = "executable"
	ClassBytecode   = "bytecode"
	ClassArchive    = "archive"
	ClassImage      = "image"
	ClassFont       = "font"
	ClassAudio      = "audio"
	ClassVideo      = "video"
	ClassDocument   = "document"
	ClassDatabase   = "database"
	ClassModel      = "model"
	ClassPointer    = "pointer"
	ClassData       = "data" // binary, of no known type
)

// Content is what a file holds. The JSON names are those that rules see.
type Content struct {
	Class string `json:"class"`
	// Type is finer than Class: "elf", "python", "zip", "png", "utf-8".
	Type string `json:"type"`
	// By says what told a script: "shebang" or "name". Empty for the others.
	By string `json:"by,omitempty"`
	// Expected is what the extension promises; nil for unknown extensions.
	Expected *Expected `json:"expected,omitempty"`
	// Fits is false when the extension promises something else.
	Fits bool `json:"fits"`
	// Embedded are other formats found in the same bytes, by offset.
	Embedded []Embedded `json:"embedded,omitempty"`
	// Trailing counts the bytes behind the end of an image.
	Trailing int `json:"trailing,omitempty"`

	Archive  *Archive  `json:"archive,omitempty"`
	Document *Document `json:"document,omitempty"`
	Bytecode *Bytecode `json:"bytecode,omitempty"`
	Pointer  *Pointer  `json:"pointer,omitempty"`
}

// Expected is what an extension promises.
type Expected struct {
	Class string `json:"class"`
	// Types that fit; empty means any of the class.
	Types []string `json:"types,omitempty"`
}

// Embedded is a format that starts inside a file of another format.
type Embedded struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"`
}

// Pointer is a file that stands for content that is somewhere else.
type Pointer struct {
	// Kind is "git-lfs" or "git-submodule".
	Kind string `json:"kind"`
	// Target is the object id or the path that the pointer names.
	Target string `json:"target"`
	// Size of the real content in bytes, 0 when the pointer does not say.
	Size int64 `json:"size,omitempty"`
}

// Classify says what the first bytes of a file are. The name, a path or base
// name, decides only what the text of a program without "#!" is written in,
// and what was to be expected. It looks at no more than [HeadSize] bytes.
func Classify(head []byte, name string) Content {
	if len(head) > HeadSize {
		head = head[:HeadSize]
	}
	c := identify(head, name)
	c.Expected, c.Fits = expect(c, name)
	return c
}

func identify(head []byte, name string) Content {
	if len(head) == 0 {
		return Content{Class: ClassEmpty, Type: "empty"}
	}
	if p := pointer(head, name); p != nil {
		return Content{Class: ClassPointer, Type: p.Kind, Pointer: p}
	}
	if class, kind, ok := magic(head, name); ok {
		return Content{Class: class, Type: kind}
	}
	return identifyText(head, name)
}

// Inspect says all that can be known of a file: what [Classify] says of its
// head, and what its archive, document or bytecode holds. The data is the
// file, or as much of it as was read; total is the size of the whole file.
// The source is the program text that a bytecode file claims to be compiled
// from, nil when the package has none.
func Inspect(ctx context.Context, name string, data []byte, total int64, source []byte, limits Limits) Content {
	c := Classify(data, name)
	whole := int64(len(data)) >= total
	switch {
	case c.Class == ClassArchive, isPackage(c.Type):
		c.Archive = OpenArchive(ctx, c.Type, bytes.NewReader(data), int64(len(data)), limits)
		if !whole {
			c.Archive.Complete = false
			c.Archive.Problem = "not read to the end"
		}
		refine(&c, name)
	case c.Type == "python-bytecode":
		c.Bytecode = inspectPyc(data, source)
	}
	if doc := inspectDocument(c, data); doc != nil {
		c.Document = doc
	}
	c.Embedded, c.Trailing = embedded(c, data, whole)
	return c
}

// refine turns a ZIP into the format that its entries make of it.
func refine(c *Content, name string) {
	if c.Type != "zip" || c.Archive == nil {
		return
	}
	a := c.Archive
	switch {
	case a.has["[Content_Types].xml"]:
		c.Class, c.Type = ClassDocument, "ooxml"
	case strings.HasPrefix(a.mimetype, "application/vnd.oasis.opendocument"):
		c.Class, c.Type = ClassDocument, "odf"
	case a.mimetype == "application/epub+zip":
		c.Class, c.Type = ClassDocument, "epub"
	case a.has["AndroidManifest.xml"]:
		c.Class, c.Type = ClassExecutable, "apk"
	case a.has["META-INF/MANIFEST.MF"] && a.code:
		c.Class, c.Type = ClassExecutable, "jar"
	case a.pickle:
		c.Class, c.Type = ClassModel, "torch"
	}
	c.Expected, c.Fits = expect(*c, name)
	if c.Type == "jar" || c.Type == "apk" {
		// An archive that is run is promised by these extensions.
		switch extension(name) {
		case ".jar", ".war", ".ear", ".apk":
			c.Fits = true
		}
	}
}

// isPackage reports whether a format that is not an archive by class is one
// inside, so that its entries are worth a look.
func isPackage(kind string) bool {
	switch kind {
	case "ooxml", "odf", "epub", "jar", "apk", "torch":
		return true
	}
	return false
}

func extension(name string) string { return strings.ToLower(path.Ext(path.Base(name))) }

// expect says what the extension of name promises and whether c keeps it.
func expect(c Content, name string) (*Expected, bool) {
	ext := extension(name)
	if lang, ok := scriptTable().byExtension[ext]; ok {
		e := &Expected{Class: ClassScript, Types: []string{lang}}
		return e, c.Class == ClassScript || c.Class == ClassEmpty || c.Class == ClassText
	}
	e, ok := magicTable().Extensions[ext]
	if !ok {
		return nil, true
	}
	return &e, fits(c, e)
}

func fits(c Content, e Expected) bool {
	switch {
	case c.Class == ClassEmpty:
		return true
	case e.Class == ClassText:
		return c.Class == ClassText || c.Type == "svg"
	case len(e.Types) == 0:
		return c.Class == e.Class
	}
	for _, t := range e.Types {
		// The entries that tell these formats from a plain ZIP may lie
		// behind the head.
		if c.Type == t || c.Type == "zip" && isPackage(t) {
			return true
		}
	}
	return false
}
