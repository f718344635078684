package gate

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/internal/jsonline"
)

// openClawProtocol is the version of OpenClaw's install policy protocol that is
// spoken: OpenClaw 2026.6.5 to 2026.9.6.
const openClawProtocol = "1"

// installText reads the fields of a request of OpenClaw. It goes on after a
// mistake, so that all are named at once.
type installText struct{ problems []string }

// readOpenClawInstall reads a request of OpenClaw's install policy. Keys that are
// not known are passed over, as those of later versions; what has another type
// than the protocol says, or is missing though the protocol promises it, is an
// error.
func readOpenClawInstall(text []byte) (install.Request, error) {
	object, err := jsonline.Parse(text)
	if err != nil {
		return install.Request{}, err
	}
	version, present := object["protocolVersion"]
	if number, ok := version.(json.Number); !ok || number.String() != openClawProtocol {
		if !present {
			return install.Request{}, errors.New("protocolVersion is missing")
		}
		shown, _ := json.Marshal(version)
		return install.Request{}, fmt.Errorf("protocolVersion is %.40s; this skillctl knows %s", shown, openClawProtocol)
	}
	r := &installText{}
	req := install.Request{
		Host:     "openclaw",
		Version:  r.text(object, "", "openclawVersion", false),
		Target:   install.Target{Type: r.text(object, "", "targetType", true), Name: r.text(object, "", "targetName", true)},
		PathKind: r.text(object, "", "sourcePathKind", true),
		Source:   r.source(object),
		Plugin:   r.plugin(object),
	}
	if origin := r.object(object, "origin", true); origin != nil {
		req.Origin, _ = kit.SchemaValue(origin).(map[string]any)
	}
	if action := r.object(object, "request", true); action != nil {
		req.Action = install.Action{
			Kind: r.text(action, "request.", "kind", true), Mode: r.text(action, "request.", "mode", true),
			Specifier: r.text(action, "request.", "requestedSpecifier", false),
		}
	}
	req.Skill, req.InstallSpec = r.skill(object)
	req.Path = r.path(object)
	if req.Target.Type == "skill" {
		// A skill is installed in a folder of this name, wherever it waits now.
		req.Dir = filepath.Base(req.Target.Name)
	}
	if len(r.problems) > 0 {
		return install.Request{}, errors.New(strings.Join(r.problems, "; "))
	}
	return req, nil
}

func (r *installText) wrong(key, want string) { r.problems = append(r.problems, key+" "+want) }

// text is a text, "" when it may be missing and is.
func (r *installText) text(object map[string]any, where, key string, wanted bool) string {
	value, present := object[key]
	text, ok := value.(string)
	switch {
	case !present && wanted:
		r.wrong(where+key, "is missing")
	case present && !ok:
		r.wrong(where+key, "is not text")
	}
	return text
}

// truth is true or false; true when it is missing.
func (r *installText) truth(object map[string]any, where, key string) bool {
	value, present := object[key]
	if !present {
		return true
	}
	truth, ok := value.(bool)
	if !ok {
		r.wrong(where+key, "is neither true nor false")
	}
	return truth
}

// object is an object, nil when it may be missing and is.
func (r *installText) object(object map[string]any, key string, wanted bool) map[string]any {
	value, present := object[key]
	found, ok := value.(map[string]any)
	switch {
	case !present && wanted:
		r.wrong(key, "is missing")
	case present && !ok:
		r.wrong(key, "is not an object")
	}
	return found
}

func (r *installText) source(object map[string]any) *install.Source {
	source := r.object(object, "source", false)
	if source == nil {
		return nil
	}
	const where = "source."
	return &install.Source{
		Kind: r.text(source, where, "kind", true), Authority: r.text(source, where, "authority", false),
		Mutable: r.truth(source, where, "mutable"), Network: r.truth(source, where, "network"),
	}
}

// skill is what is said of a skill, and the installer that is to run.
func (r *installText) skill(object map[string]any) (facts, installer map[string]any) {
	skill := r.object(object, "skill", false)
	if skill == nil {
		return nil, nil
	}
	facts = map[string]any{"installId": r.text(skill, "skill.", "installId", false)}
	if value, present := skill["installSpec"]; present {
		spec, ok := value.(map[string]any)
		if !ok {
			r.wrong("skill.installSpec", "is not an object")
			return facts, nil
		}
		installer, _ = kit.SchemaValue(spec).(map[string]any)
	}
	return facts, installer
}

func (r *installText) plugin(object map[string]any) *install.Plugin {
	plugin := r.object(object, "plugin", false)
	if plugin == nil {
		return nil
	}
	const where = "plugin."
	read := &install.Plugin{
		Content: r.text(plugin, where, "contentType", true), ID: r.text(plugin, where, "pluginId", false),
		Package: r.text(plugin, where, "packageName", false), Manifest: r.text(plugin, where, "manifestId", false),
		Version: r.text(plugin, where, "version", false), Extensions: []string{},
	}
	if value, present := plugin["extensions"]; present {
		list, ok := value.([]any)
		for _, item := range list {
			text, isText := item.(string)
			ok = ok && isText
			read.Extensions = append(read.Extensions, text)
		}
		if !ok {
			r.wrong(where+"extensions", "is not a list of texts")
		}
	}
	return read
}

// path is where it is; "" for what cannot be one.
func (r *installText) path(object map[string]any) string {
	name := r.text(object, "", "sourcePath", true)
	if !filepath.IsAbs(name) || strings.ContainsRune(name, 0) {
		return ""
	}
	return name
}
