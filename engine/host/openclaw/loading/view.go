package loading

import (
	"io"
	"os"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// maxOrigin is how much of a file that an installer leaves is read, in bytes.
const maxOrigin = 16 << 10

// View reads a manifest; origin is what an installer noted of it, nil for nothing.
func View(dir string, source, origin []byte) *catalog.SkillView {
	read := openclaw.ReadManifest(dir, source, origin)
	view := catalog.NewSkillView()
	if read.Problem != nil {
		view.Problem, view.Line = read.Problem.Message, read.Problem.Span.Start.Line
		return view
	}
	oc := read.View
	view.Name, view.Description, view.Key, view.Bare = oc.Name, read.Description, oc.Key, read.Bare
	view.Discarded = oc.Metadata.State == openclaw.MetadataDiscarded
	view.Model, view.User, view.Always = oc.ModelInvocable, oc.UserInvocable, oc.Always
	view.OS, view.PrimaryEnv = oc.OS, oc.PrimaryEnv
	view.Bins, view.AnyBins, view.Env, view.Config = oc.Requires.Bins, oc.Requires.AnyBins, oc.Requires.Env, oc.Requires.Config
	return view
}

// origin reads what an installer noted, nil when it did not.
func origin(root *os.Root) []byte {
	const name = ".openclaw/source-origin.json"
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := root.OpenFile(name, os.O_RDONLY|folders.NoWait, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxOrigin {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(file, maxOrigin))
	if err != nil {
		return nil
	}
	return text
}
