package catalog

import (
	"bytes"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/schema"
)

// Kind is the kind of a configuration file.
type Kind string

// The kinds of configuration that lint knows.
const (
	KindOpenClaw Kind = "openclaw"
	KindZeroClaw Kind = "zeroclaw"
	KindCodeExec Kind = "codeexec"
	KindSkillctl Kind = "skillctl"
)

// sniffBytes bounds how much of a file is read to tell its kind.
const sniffBytes = 64 << 10

// KindOf tells the kind of a file that a walk met: by its name and, where the
// name alone does not settle it, by its first bytes. It is empty for files of
// no known kind.
func KindOf(shown, real string) Kind {
	base := strings.ToLower(path.Base(shown))
	switch base {
	case "openclaw.json", "openclaw.json5", "clawdbot.json":
		return KindOpenClaw
	case "skillctl.cue", "skillctl.yaml", "skillctl.yml", "skillctl.json", "skillctl.toml":
		return KindSkillctl
	case "zeroclaw.toml":
		return KindZeroClaw
	case "config.toml":
		if path.Base(path.Dir(shown)) == ".zeroclaw" {
			return KindZeroClaw
		}
		return sniff(real, KindZeroClaw)
	case "config.yaml", "config.yml", "skills.yaml", "skills.yml", "openclaw.yaml", "openclaw.yml":
		return sniff(real, KindCodeExec)
	}
	if (strings.HasSuffix(base, ".yaml") || strings.HasSuffix(base, ".yml")) &&
		strings.Contains(strings.NewReplacer("-", "", "_", "").Replace(base), "codeexec") {
		return sniff(real, KindCodeExec)
	}
	return ""
}

// SniffKind tells the kind of a file that the user named, whatever it is
// called, by its extension and its first bytes. An error means that the file
// could not be read.
func SniffKind(name string) (Kind, error) {
	if kind := KindOf(filepath.ToSlash(name), name); kind != "" {
		return kind, nil
	}
	head, err := readHead(name)
	if err != nil {
		return "", err
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".json", ".json5":
		if hasAny(head, "skills", "tools", "agents", "security", "gateway", "nodeHost", "$include") {
			return KindOpenClaw, nil
		}
	case ".toml":
		if looksLike(head, KindZeroClaw) || misspelled(head, "autonomy", "runtime", "agents", "security") {
			return KindZeroClaw, nil
		}
	case ".yaml", ".yml":
		if looksLike(head, KindCodeExec) {
			return KindCodeExec, nil
		}
	case ".cue":
		return KindSkillctl, nil
	}
	return "", nil
}

func sniff(name string, kind Kind) Kind {
	head, err := readHead(name)
	if err == nil && looksLike(head, kind) {
		return kind
	}
	return ""
}

func looksLike(head []byte, kind Kind) bool {
	switch kind {
	case KindZeroClaw:
		return hasAny(head, "[risk_profiles", "[runtime", "[runtime_profiles", "[autonomy", "open_skills_enabled", "allow_scripts") || misspelled(head, "risk_profiles", "runtime_profiles")
	case KindCodeExec:
		return hasAny(head, "codeExec")
	}
	return false
}

// misspelled reports whether a table nearly has one of the names that ZeroClaw's
// tables have: a slip is a finding, and no reason to take the file for another's.
func misspelled(head []byte, names ...string) bool {
	for line := range bytes.Lines(head) {
		name, table := bytes.CutPrefix(bytes.TrimSpace(line), []byte("["))
		name, _, _ = bytes.Cut(name, []byte("."))
		if table && len(name) > 0 && schema.Nearest(strings.Trim(string(name), "[] \t\"'"), names) != "" {
			return true
		}
	}
	return false
}

func hasAny(text []byte, words ...string) bool {
	for _, word := range words {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}

// readHead reads the first bytes of a regular file; it does not open anything
// else, since a pipe would block.
func readHead(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, sniffBytes))
}
