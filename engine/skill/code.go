package skill

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow"
)

// script is a file with code whose text is kept until it is looked through.
type script struct {
	path string
	text []byte
}

// maxScript is the largest shell script that is looked through, maxScripts how
// much code of one package is, in bytes.
const (
	maxScript  = 256 << 10
	maxScripts = 16 << 20
)

// IsShellScript tells by the first line, or else by the name.
func (f *File) IsShellScript() bool {
	if f.Shebang != nil {
		return flow.IsShell(f.Shebang.Program)
	}
	return slices.Contains([]string{".sh", ".bash", ".zsh", ".command"}, strings.ToLower(f.Ext))
}

// codeOf is the language of a file with code other than a shell's, "" for none.
func codeOf(f *File) string {
	base := strings.ToLower(f.Path[strings.LastIndexByte(f.Path, '/')+1:])
	switch {
	case base == "makefile" || base == "gnumakefile" || base == "justfile" || f.Ext == ".mk":
		return "makefile"
	case strings.HasPrefix(base, "dockerfile") || base == "containerfile" || f.Ext == ".dockerfile":
		return "dockerfile"
	case f.Shebang != nil:
		return f.Shebang.Program
	}
	switch ext := strings.ToLower(f.Ext); ext {
	case ".py", ".pyw", ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".jsx", ".tsx", ".rb", ".pl", ".pm", ".php", ".lua", ".go", ".rs", ".r", ".swift",
		".java", ".kt", ".cs", ".applescript", ".scpt", ".json", ".toml", ".json5", ".html", ".htm", ".hta", ".vbs":
		return ext[1:]
	case ".yml", ".yaml":
		return "yaml"
	case ".ps1", ".psm1":
		return "powershell"
	case ".bat", ".cmd":
		return "batch"
	}
	return ""
}

// parseScripts looks through the files with code.
func (s *Skill) parseScripts() {
	slices.SortFunc(s.scripts, func(a, b script) int { return strings.Compare(a.path, b.path) })
	for _, one := range s.scripts {
		f := s.File(one.path)
		s.finder.Script(one.path, one.text, codeOf(f), f.IsShellScript())
	}
	s.scripts = nil
}

// codeGap says, once for a file, that not all of its code was looked through.
func (s *Skill) codeGap(file, detail string) {
	if slices.ContainsFunc(s.Coverage.Gaps, func(g Gap) bool { return g.File == file && g.Reason == GapCode }) {
		return
	}
	s.Coverage.Complete = false
	s.Coverage.Gaps = append(s.Coverage.Gaps, Gap{File: file, Reason: GapCode, Detail: detail})
}
