package typescript

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/skillctl/skillctl/internal/folder"
)

const (
	// MaxSize is the largest file, in bytes.
	MaxSize = 1 << 20
	// MaxFiles is how many files may be one script.
	MaxFiles = 200
	// target is what the oldest node that is still in use knows.
	target = api.ES2022
	// namespace marks the files that are read here.
	namespace = "ts"
	entry     = "main"
)

// Source is a text in TypeScript.
type Source struct {
	// Name is what messages and the source map call it: where it lies in Dir, with
	// slashes.
	Name string `json:"name"`
	Text string `json:"text"`
	// Dir is the folder that files are imported from, absolute; "" for none.
	Dir string `json:"dir,omitempty"`
	// Back leads from where the script will lie to Dir, such as "../..": imports of
	// other files are written anew with it.
	Back string `json:"back,omitempty"`
	// Piece: it is run in a session, after others, and is no module: it imports nothing
	// but by calls.
	Piece bool `json:"piece,omitempty"`
}

// Script is the JavaScript of a [Source].
type Script struct {
	Text string `json:"text"`
	// Module: it is an ES module; else a CommonJS one.
	Module bool `json:"module"`
}

// SyntaxError says where a text is no TypeScript.
type SyntaxError struct {
	// File is the name of the source; Line and Column count from 1, and are 0 where the
	// place is not known.
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Says   string `json:"says"`
}

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Says)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Says)
}

// Strip takes the types out, in this process: see [Stripper] for texts of others. The
// error is a [*SyntaxError], or about the folder.
func Strip(s Source) (*Script, error) {
	if why := unfit(s.Text); why != "" {
		return nil, &SyntaxError{File: s.Name, Says: why}
	}
	b := &build{source: s}
	if s.Piece {
		return b.alone(false)
	}
	if s.Dir != "" {
		root, err := folder.Open(s.Dir)
		if err != nil {
			return nil, fmt.Errorf("open the folder of the code: %w", err)
		}
		defer root.Close()
		b.root = root
	}
	script, format, err := b.run(api.FormatESModule)
	if err != nil {
		return nil, err
	}
	if format != "esm" && path.Ext(s.Name) != ".mts" {
		// What imports and exports nothing is CommonJS for node, unless it waits outside
		// of every function.
		if common, _, err := b.run(api.FormatCommonJS); err == nil {
			script = common
		}
	}
	if b.others {
		return script, nil
	}
	return b.alone(script.Module)
}

// unfit says why a text is not given to the parser, "" where it is. What is not UTF-8 the
// parser reads as other characters than node does, and some of it without end.
func unfit(text string) string {
	switch {
	case len(text) > MaxSize:
		return fmt.Sprintf("it is larger than %d bytes", MaxSize)
	case !utf8.ValidString(text):
		return "it is not UTF-8"
	}
	return ""
}

// alone is the script of a text that imports no file by its path: it stays as it is
// written, but for the types.
func (b *build) alone(module bool) (*Script, error) {
	content := api.SourcesContentInclude
	if b.source.Piece { // whose places alone are told
		content = api.SourcesContentExclude
	}
	result := api.Transform(b.source.Text, api.TransformOptions{
		Loader: api.LoaderTS, Target: target, Sourcemap: api.SourceMapInline, Sourcefile: path.Join(b.source.Back, b.source.Name),
		SourcesContent: content, LogLevel: api.LogLevelSilent, Charset: api.CharsetUTF8, TsconfigRaw: "{}",
	})
	if len(result.Errors) > 0 {
		return nil, b.failed(result.Errors[0])
	}
	return &Script{Text: string(result.Code), Module: module}, nil
}

// build is one script on its way.
type build struct {
	source Source
	root   *os.Root
	mutex  sync.Mutex
	files  int
	// others: files are imported by their paths.
	others bool
}

// run makes the script in a format, and says which the text itself has.
func (b *build) run(format api.Format) (script *Script, own string, err error) {
	b.files = 0
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{entry}, Bundle: true, Outfile: "/out.js", Write: false, Format: format, Platform: api.PlatformNode, Target: target, Packages: api.PackagesExternal,
		Sourcemap: api.SourceMapExternal, SourcesContent: api.SourcesContentInclude, LogLevel: api.LogLevelSilent, Metafile: true, Charset: api.CharsetUTF8,
		LegalComments: api.LegalCommentsInline, TsconfigRaw: "{}", AbsWorkingDir: "/", TreeShaking: api.TreeShakingFalse,
		Plugins: []api.Plugin{{Name: "files", Setup: b.plug}},
	})
	if len(result.Errors) > 0 {
		return nil, "", b.failed(result.Errors[0])
	}
	script = &Script{Module: format == api.FormatESModule}
	var written []byte
	for _, file := range result.OutputFiles {
		if strings.HasSuffix(file.Path, ".map") {
			written = file.Contents
		} else {
			script.Text = string(file.Contents)
		}
	}
	mapped, err := b.renamed(written)
	if err != nil {
		return nil, "", err
	}
	script.Text += "//# sourceMappingURL=data:application/json;base64," + base64.StdEncoding.EncodeToString(mapped) + "\n"
	var meta struct {
		Inputs map[string]struct {
			Format string `json:"format"`
		} `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, "", fmt.Errorf("read what the parser says: %w", err)
	}
	return script, meta.Inputs[namespace+":"+b.source.Name].Format, nil
}

// renamed is a source map in which the files are where they lie, seen from the script.
func (b *build) renamed(text []byte) ([]byte, error) {
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("read the source map: %w", err)
	}
	sources, _ := m["sources"].([]any)
	for i, source := range sources {
		name, _ := source.(string)
		_, name, _ = strings.Cut(name, namespace+":")
		sources[i] = path.Join(b.source.Back, name)
	}
	return json.Marshal(m)
}

// failed is the first of the errors.
func (b *build) failed(first api.Message) error {
	e := &SyntaxError{File: b.source.Name, Says: first.Text}
	if at := first.Location; at != nil {
		e.Line, e.Column = at.Line, at.Column+1
		if _, name, ok := strings.Cut(at.File, namespace+":"); ok {
			e.File = name
		}
	}
	return e
}

// plug answers where files are, in the place of the library: it opens none itself.
func (b *build) plug(p api.PluginBuild) {
	p.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		switch {
		case a.Kind == api.ResolveEntryPoint:
			return api.OnResolveResult{Path: b.source.Name, Namespace: namespace}, nil
		case !strings.HasPrefix(a.Path, "./") && !strings.HasPrefix(a.Path, "../"):
			return api.OnResolveResult{Path: a.Path, External: true}, nil
		}
		b.mutex.Lock()
		b.others = true
		b.mutex.Unlock()
		at := path.Join(path.Dir(a.Importer), a.Path)
		if b.root != nil && typed(at) && !strings.HasPrefix(at, "../") {
			return api.OnResolveResult{Path: at, Namespace: namespace}, nil
		}
		if b.source.Back == "" {
			return api.OnResolveResult{Path: a.Path, External: true}, nil
		}
		return api.OnResolveResult{Path: path.Join(b.source.Back, at), External: true}, nil
	})
	p.OnLoad(api.OnLoadOptions{Filter: ".*"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		if a.Path == b.source.Name {
			return api.OnLoadResult{Contents: &b.source.Text, Loader: api.LoaderTS}, nil
		}
		text, err := b.read(a.Path)
		if err != nil {
			err = fmt.Errorf("%s cannot be read: %w", a.Path, err)
		}
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderTS}, err
	})
}

// typed reports whether a file is TypeScript by its name, as it is for node.
func typed(name string) bool {
	switch path.Ext(name) {
	case ".ts", ".mts", ".cts":
		return true
	}
	return false
}
