package install

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/folder"
)

// file looks into a file: the code of a plugin, or metadata of a registry.
func (g *Gate) file(ctx context.Context, req *Request, name string, facts *installFacts) error {
	root, err := folder.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	if req.Plugin == nil || req.Plugin.Content != "file" {
		return facts.metadata(root, filepath.Base(name))
	}
	shown := filepath.Base(name)
	read, err := skill.Inventory(ctx, root, ".", skill.WithDir(shown), skill.WithOnly(shown), skill.WithLimits(skill.Limits{FileBytes: maxPluginFile, CodeBytes: maxPluginCode}), skill.WithIntel(g.intel))
	if err != nil {
		return err
	}
	found := newContents()
	found.inventory(read)
	facts.take(found)
	linter, err := g.linter(req.Host)
	if err != nil {
		return err
	}
	said, err := linter.ExaminePackage(ctx, read)
	if err != nil {
		return err
	}
	facts.Code, err = codeOf(ctx, linter, said.Report, read.Path)
	return err
}

// metadata reads what a registry says of a package.
func (f *installFacts) metadata(root *os.Root, name string) error {
	opened, err := root.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = opened.Close() }()
	text, err := io.ReadAll(io.LimitReader(opened, maxMetadata+1))
	if err != nil {
		return err
	}
	if len(text) > maxMetadata {
		return fmt.Errorf("the file has more than %d bytes", maxMetadata)
	}
	sum := sha256.Sum256(text)
	f.Digest = "sha256:" + hex.EncodeToString(sum[:])
	f.Counts = installCounts{Files: 1, Bytes: int64(len(text))}
	f.Package = readPackage(name, text)
	return nil
}
