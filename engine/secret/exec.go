package secret

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/owner"
)

// exec asks a program. No shell is in between, and it has no variables but those
// that the provider names.
func (r *Resolver) exec(ctx context.Context, provider *document.Node, ref Ref) (string, error) {
	if provider.At("pluginIntegration") != nil {
		return "", errors.New("providers of plugins are available in OpenClaw only")
	}
	command, _ := provider.At("command").Interface().(string)
	if err := r.trusted(command, texts(provider.At("trustedDirs"))); err != nil {
		return "", err
	}
	request, err := json.Marshal(map[string]any{"protocolVersion": 1, "provider": ref.Provider, "ids": []string{ref.ID}})
	if err != nil {
		return "", fmt.Errorf("write the question: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(number(provider.At("timeoutMs"), defaultTimeout.Milliseconds()))*time.Millisecond)
	defer cancel()
	cmd := exec.CommandContext(ctx, command, texts(provider.At("args"))...)
	cmd.Dir = filepath.Dir(command)
	cmd.Env = r.environment(provider)
	cmd.Stdin = bytes.NewReader(request)
	out := &bounded{most: int(number(provider.At("maxOutputBytes"), maxBytes))}
	cmd.Stdout = out
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("%q took too long", command)
	case out.over:
		return "", fmt.Errorf("%q wrote more than %d bytes", command, out.most)
	case err != nil:
		return "", fmt.Errorf("%q failed: %w", command, err)
	}
	jsonOnly, said := provider.At("jsonOnly").Interface().(bool)
	return answered(out.text.Bytes(), ref.ID, jsonOnly || !said)
}

// answered reads what a program said. Nothing of it gets into an error but a code
// that is known.
func answered(text []byte, id string, jsonOnly bool) (string, error) {
	var answer struct {
		ProtocolVersion int            `json:"protocolVersion"`
		Values          map[string]any `json:"values"`
		Errors          map[string]struct {
			Code string `json:"code"`
		} `json:"errors"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		if plain := strings.TrimRight(string(text), "\r\n"); !jsonOnly && plain != "" {
			return plain, nil
		}
		return "", errors.New("the program's answer is not JSON")
	}
	if answer.ProtocolVersion != 1 {
		return "", errors.New("the program's answer is not of protocolVersion 1")
	}
	if failed, ok := answer.Errors[id]; ok {
		if slices.Contains([]string{"NOT_FOUND", "AMBIGUOUS_DUPLICATE_KEY"}, failed.Code) {
			return "", fmt.Errorf("the program says %s", failed.Code)
		}
		return "", errors.New("the program says that it failed")
	}
	value, ok := answer.Values[id].(string)
	if !ok {
		return "", errors.New("the program's answer has no text for it")
	}
	return value, nil
}

// trusted refuses a program that somebody else could have put there.
func (r *Resolver) trusted(command string, dirs []string) error {
	if !filepath.IsAbs(command) {
		return fmt.Errorf("the program %q is not named by an absolute path", command)
	}
	info, err := os.Lstat(command)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("the program %q is not a regular file; name what the link leads to", command)
	case owner.Others(info) != 0:
		return fmt.Errorf("others than its owner may change the program %q (mode %04o)", command, info.Mode().Perm())
	}
	if why := foreign(info); why != "" {
		return fmt.Errorf("the program %q %s", command, why)
	}
	if len(dirs) > 0 && !slices.ContainsFunc(dirs, func(dir string) bool { return below(command, r.place.Expand(dir)) }) {
		return fmt.Errorf("the program %q is in none of trustedDirs", command)
	}
	return nil
}

// below reports whether a program lies in a folder of the settings. It differs
// from folder.Within in that neither has to be clean, that nothing lies in a
// relative folder, and that Windows takes capital and small letters for the same.
func below(name, dir string) bool {
	rel, err := filepath.Rel(dir, filepath.Clean(name))
	return err == nil && filepath.IsLocal(rel)
}

// environment is what the program is given.
func (r *Resolver) environment(provider *document.Node) []string {
	env := []string{}
	for _, name := range texts(provider.At("passEnv")) {
		if value := r.place.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	if own := provider.At("env"); own != nil {
		for _, member := range own.Members {
			if value, ok := member.Value.Interface().(string); ok {
				env = append(env, member.Key+"="+value)
			}
		}
	}
	return env
}

// bounded keeps no more than so many bytes.
type bounded struct {
	most int
	text bytes.Buffer
	over bool
}

func (b *bounded) Write(text []byte) (int, error) {
	if b.text.Len()+len(text) > b.most {
		b.over = true
		return 0, errors.New("too much")
	}
	return b.text.Write(text)
}
