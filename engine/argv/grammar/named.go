package grammar

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// Values that name a file in a way of their own.

// fileOf is the file that data to send is read from: @FILE, NAME@FILE, NAME=@FILE,
// NAME=<FILE.
func fileOf(w argv.Word) (argv.Word, bool) {
	if strings.HasPrefix(w.Prefix, "@") {
		return argv.After(w, 1), true
	}
	if i := strings.IndexByte(w.Prefix, '='); i >= 0 && i+1 < len(w.Prefix) && strings.ContainsRune("@<", rune(w.Prefix[i+1])) {
		return argv.After(w, i+2), true
	}
	if name, _, ok := strings.Cut(w.Prefix, "@"); ok && argv.IsIdentifier(name) {
		return argv.After(w, len(name)+1), true
	}
	return w, false
}

// paramFile is the file that the AWS command line reads a parameter from: file://FILE
// and fileb://FILE, as the whole value or behind the "=" of NAME@=file://FILE.
func paramFile(w argv.Word) (argv.Word, bool) {
	for _, scheme := range []string{"file://", "fileb://"} {
		i := strings.Index(w.Prefix, scheme)
		if i == 0 || i > 0 && w.Prefix[i-1] == '=' {
			return argv.After(w, i+len(scheme)), true
		}
	}
	return w, false
}

// image reads the name of an image as ImageMagick does: FILE, FORMAT:FILE, a
// picture that is drawn (xc:red), and FILE[0]. In front of the colon may be the name
// of a reader or writer that does something else, such as msl:, which runs a script,
// a file whose ending names one is read by it, a bar is a command line, and @ a list
// of further names.
func (s *scan) image(of, option string, w, at argv.Word, folders []argv.Word) {
	shown := option
	if shown == "" {
		shown = "operand"
	}
	name := w.Prefix
	before, _, prefixed := strings.Cut(name, ":")
	before = strings.ToLower(before)
	switch {
	case name == "" && w.Value == nil:
	case name != "" && strings.ContainsRune("|@", rune(name[0])), strings.Contains(name, "%["):
		s.unclassed(w, "value", "gets the image %s (%s), which is not the name of a file", w.Text, shown)
		return
	case prefixed && slices.Contains(drawn(), before):
		if rest := name[len(before)+1:]; strings.HasPrefix(rest, "@") {
			s.place(Role{Name: "read"}, option, argv.After(w, len(before)+2), at, nil, folders)
		}
		return
	case prefixed && slices.Contains(pictures(), before):
		w = argv.After(w, len(before)+1)
		if w.Value != nil && (*w.Value == "-" || *w.Value == "") {
			return
		}
	case prefixed:
		s.unclassed(w, "value", "gets the image %s (%s), and what %s: does is not known", w.Text, shown, before)
		return
	case w.Value != nil && !pictureFile(*w.Value):
		s.unclassed(w, "value", "gets the file %s (%s), and how it reads or writes such a file is not known", w.Text, shown)
		return
	}
	s.place(Role{Name: of}, option, w, at, nil, folders)
}

// pictureFile reports whether the ending of a name is that of a picture, without the
// frames or the size that may stand behind it in brackets.
func pictureFile(name string) bool {
	if name == "-" {
		return true
	}
	if i := strings.LastIndexByte(name, '['); i > 0 && strings.HasSuffix(name, "]") {
		name = name[:i]
	}
	i := strings.LastIndexByte(name, '.')
	return i >= 0 && slices.Contains(pictures(), strings.ToLower(name[i+1:])) || strings.HasSuffix(name, "*")
}

// pictures are formats that hold a picture and nothing that is followed.
func pictures() []string {
	return []string{
		"apng", "avif", "bmp", "gif", "heic", "heif", "histogram", "ico", "info", "jp2", "jpeg", "jpg", "jxl", "pbm", "pdf", "pgm", "png", "png24", "png32", "png8", "pnm", "ppm",
		"psd", "rgb", "rgba", "gray", "svg", "tga", "tif", "tiff", "webp", "xpm",
	}
}

// drawn are pictures and texts that no file is read for or written to.
func drawn() []string {
	return []string{"canvas", "caption", "gradient", "label", "logo", "null", "pattern", "plasma", "radial-gradient", "rose", "xc"}
}
