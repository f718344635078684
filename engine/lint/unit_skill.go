package lint

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/fact"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/engine/skill/stamp"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/schema"
)

// skillResult is what is kept of a skill once it was judged: its facts are not.
// The cache holds it as JSON.
type skillResult struct {
	engine.SkillReport
	// Files is the number of files of the package.
	Files int `json:"files"`
	// Member is what the rules about the whole run are told of the skill.
	Member setSkill `json:"member"`

	// cached says that the result was remembered, lasting that it may be: the
	// files of the skill, all of which were read, pin it.
	cached, lasting bool
	// pin is the key of the stamp of its files, where they were at rest; "" elsewhere.
	pin string
}

// skill judges one skill, or remembers what was said of the same files before. A panic of
// whoever reads it is an error that names it: it is met where several skills are judged
// at a time, and nobody above could.
func (r *run) skill(ctx context.Context, found *catalog.Skill) (result skillResult, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			result, err = skillResult{}, fmt.Errorf("skillctl failed at it, which is a fault of its own: %v", failed)
		}
	}()
	in, err := r.dialects(ctx, found)
	if err != nil {
		return skillResult{}, err
	}
	result, err = r.recalled(ctx, found, in)
	result.Dialects = &in
	return result, err
}

func (r *run) recalled(ctx context.Context, found *catalog.Skill, in engine.Dialects) (skillResult, error) {
	if r.linter.cache == nil {
		return r.read(ctx, found, in)
	}
	at, settled, ok := stamp.Of(found.Real, r.listings, time.Now())
	key := r.linter.cacheKey(found, in, "stamp", at)
	if ok {
		if result, ok := r.shelves.find(key); ok {
			return result, nil
		}
		if result, ok := r.linter.recall(key); ok {
			result.pin = key
			return result, nil
		}
	}
	// Asked before the files are read: who opens one later leaves a trace.
	pinned := ok && settled && keeps(found) && stamp.Unwritten(found.Real)
	result, err := r.read(ctx, found, in)
	if err == nil && pinned && result.lasting {
		result.pin = key
		r.linter.keep(key, &result)
	}
	return result, err
}

// read judges one skill, or remembers what was said of the same bytes before.
func (r *run) read(ctx context.Context, found *catalog.Skill, in engine.Dialects) (skillResult, error) {
	root, err := folders.Open(found.Real)
	if errors.Is(err, fs.ErrPermission) {
		return r.judge(ctx, found, skill.Unopened(found.Path, path.Base(found.Real), err), in)
	}
	if err != nil {
		return skillResult{}, fmt.Errorf("open folder: %w", err)
	}
	defer func() { _ = root.Close() }()
	read, err := skill.Inventory(ctx, root, found.Path, skill.WithDir(path.Base(found.Real)), skill.WithoutHistory(), skill.WithIntel(r.linter.intel))
	if errors.Is(err, fs.ErrPermission) {
		return r.judge(ctx, found, skill.Unopened(found.Path, path.Base(found.Real), err), in)
	}
	if err != nil {
		return skillResult{}, err
	}
	key := r.linter.cacheKey(found, in, "content", read.Fingerprint())
	if read.Coverage.Complete {
		if result, ok := r.linter.recall(key); ok && result.Digest == read.Digest {
			return result, nil
		}
	}
	result, err := r.judge(ctx, found, read, in)
	if err == nil && keeps(found) {
		r.linter.keep(key, &result)
	}
	return result, err
}

// keeps reports whether what is said of a skill can be kept: it is kept as JSON, which has
// no names but those in UTF-8.
func keeps(found *catalog.Skill) bool { return utf8.ValidString(found.Path) }

// judge asks the rules about a skill that was read, as far as it could be.
func (r *run) judge(ctx context.Context, found *catalog.Skill, read *skill.Skill, in engine.Dialects) (skillResult, error) {
	if err := read.Parse(ctx); err != nil {
		return skillResult{}, err
	}
	facts := fact.OfSkill(read)
	facts.Violations = r.linter.violations(read)
	r.linter.lookAsZeroClaw(facts, read, found.Real, in)
	answers, err := r.askAbout(ctx, unitSkill, read, facts, in)
	if err != nil {
		return skillResult{}, err
	}
	result := skillResult{
		SkillReport: engine.SkillReport{
			Path: found.Path, Name: NameOf(read), Digest: read.Digest,
			Complete: read.Coverage.Complete,
			Findings: r.linter.findings(answers, &skillUnit{skill: read}),
		},
		Files:  read.Counts.Files,
		Member: memberOf(found, read),
	}
	// What was found outside the package is in no fingerprint.
	result.lasting = read.Coverage.Complete && !facts.ZeroClaw.Outside
	return result, nil
}

// cacheKey stands for everything that the answers about a skill depend on. way
// says how its files are pinned.
func (e *Linter) cacheKey(found *catalog.Skill, in engine.Dialects, way, pin string) string {
	text := make([]byte, 0, 512)
	for _, part := range []string{e.identity, found.Real, found.Path, found.Inside, way, pin} {
		text = append(append(text, part...), 0)
	}
	for _, list := range [][]string{in.Judged, in.Likely} {
		for _, name := range list {
			text = strconv.AppendQuote(text, name)
		}
		text = append(text, 0)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func (e *Linter) recall(key string) (skillResult, bool) {
	if e.cache == nil {
		return skillResult{}, false
	}
	text, ok := e.cache.Get(key)
	if !ok {
		return skillResult{}, false
	}
	var result skillResult
	if jsontable.Decode(string(text), &result) != nil {
		return skillResult{}, false
	}
	result.cached, result.lasting = true, true
	return result, true
}

// keep remembers what was said of a skill, if its files pin all of it.
func (e *Linter) keep(key string, result *skillResult) {
	if e.cache == nil || !result.lasting {
		return
	}
	if text, err := json.Marshal(result); err == nil {
		e.cache.Put(key, text)
	}
}

// NameOf is the name that a skill gives itself, or else that of its folder.
func NameOf(read *skill.Skill) string {
	if name := read.Front.Host["name"]; name != "" {
		return name
	}
	if read.TOML != nil {
		if name, ok := read.TOML.Root.At("skill", "name").Interface().(string); ok && name != "" {
			return name
		}
	}
	return read.Dir
}

// violations holds the manifest against the shape that each host wants.
func (e *Linter) violations(read *skill.Skill) map[string][]schema.Violation {
	found := map[string][]schema.Violation{}
	switch {
	case read.Front.Root != nil:
		value := read.Front.Root.Interface()
		for host, kind := range map[string]schema.Kind{
			"agentskills": schema.AgentSkills, "claude": schema.Claude,
			"codex": schema.Codex, "openclaw": schema.OpenClawSkill,
		} {
			found[host] = e.schema.Validate(kind, value)
		}
	case read.TOML != nil && read.TOML.Root != nil:
		found["zeroclaw"] = e.schema.Validate(schema.ZeroClawSkill, read.TOML.Root.Interface())
	}
	return found
}

// skillUnit finds places in a skill package.
type skillUnit struct {
	// front is the front matter as a document of its own, made when asked for.
	front *document.Document
	skill *skill.Skill
	lines map[string][][]byte
	long  map[lineOf]string
}

func (u *skillUnit) locate(place *at) (string, document.Span) {
	manifest := u.skill.Manifest.File
	if place == nil {
		return u.shown(manifest), u.top(manifest)
	}
	file := cmp.Or(place.File, manifest)
	switch {
	case place.Span != nil:
		return u.shown(file), *place.Span
	case place.Path != nil && file == manifest:
		return u.shown(file), u.member(place)
	}
	return u.shown(file), u.top(file)
}

// member is the place of a key or value of the manifest.
func (u *skillUnit) member(place *at) document.Span {
	tree := u.skill.Front.Root
	if u.skill.TOML != nil {
		tree = u.skill.TOML.Root
	}
	if tree == nil {
		return u.top(u.skill.Manifest.File)
	}
	if u.front == nil {
		u.front = &document.Document{File: u.skill.Manifest.File, Root: tree}
	}
	span, _, _ := u.front.Locate(place.Path, place.On == "key")
	return span
}

// top is the first line of a text file, and no place at all elsewhere.
func (u *skillUnit) top(file string) document.Span {
	text := u.textLine(file, 1)
	if text == nil {
		return document.Span{}
	}
	mark := 0 // a byte order mark has no width
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		mark = 1
	}
	return document.Span{
		Start: document.Position{Line: 1, Column: 1},
		End:   document.Position{Line: 1, Column: 1 + utf8.RuneCount(text) - mark, Offset: len(text)},
	}
}

func (u *skillUnit) shown(file string) string {
	return path.Join(u.skill.Path, file)
}

func (u *skillUnit) line(file string, number int) string {
	inside, ok := folders.CutSlash(file, u.skill.Path)
	if !ok {
		return ""
	}
	text := u.textLine(inside, number)
	if len(text) <= maxLine {
		return string(text)
	}
	// A long line stands for many findings: it is digested once for all.
	at := lineOf{inside, number}
	if u.long[at] == "" {
		if u.long == nil {
			u.long = map[lineOf]string{}
		}
		sum := sha256.Sum256(bytes.TrimSpace(text))
		u.long[at] = hex.EncodeToString(sum[:])
	}
	return u.long[at]
}

// maxLine is the longest line in bytes that findings are told apart by as it is.
const maxLine = 16 << 10

// lineOf is a line of a file.
type lineOf struct {
	file   string
	number int
}

func (u *skillUnit) textLine(file string, number int) []byte {
	if u.lines == nil {
		u.lines = map[string][][]byte{}
	}
	lines, known := u.lines[file]
	if !known {
		text := u.skill.Document(file)
		if file == u.skill.Manifest.File {
			text = u.skill.Manifest.Source
		}
		if text != nil {
			lines = splitLines(text)
		}
		u.lines[file] = lines
	}
	if number < 1 || number > len(lines) {
		return nil
	}
	return lines[number-1]
}

// splitLines cuts a text at LF, CRLF and lone CR, and leaves these out.
func splitLines(text []byte) [][]byte {
	var lines [][]byte
	for {
		end := bytes.IndexAny(text, "\r\n")
		if end < 0 {
			return append(lines, text)
		}
		lines = append(lines, text[:end])
		if bytes.HasPrefix(text[end:], []byte("\r\n")) {
			end++
		}
		text = text[end+1:]
	}
}

// digest is that of the file's bytes, or where they were not read whole what is
// known of them.
func (u *skillUnit) digest(file string) string {
	inside, ok := folders.CutSlash(file, u.skill.Path)
	if !ok {
		return ""
	}
	known := u.skill.File(inside)
	switch {
	case known == nil:
		return ""
	case known.Link != nil:
		return known.Link.Target
	case known.Digest == "":
		return fmt.Sprintf("%s %d", known.Type, known.Size)
	}
	return known.Digest
}

// stable names files by the skill's own folder.
func (u *skillUnit) stable(file string) string {
	inside, ok := folders.CutSlash(file, u.skill.Path)
	if !ok {
		return file
	}
	return path.Join(u.skill.Dir, inside)
}
