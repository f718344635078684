package pin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/atomicfile"
	"github.com/skillctl/skillctl/internal/flock"
	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/jsonline"
	"github.com/skillctl/skillctl/internal/owner"
)

// Store is a folder with a file for each server.
type Store struct {
	path string
	// all bounds the texts of an offer of a server, in bytes: [MaxAll].
	all int
}

// Open returns the store in a folder, which is made when something is kept.
func Open(path string) *Store { return &Store{path, MaxAll} }

const (
	fileEnd  = ".json"
	lockName = "lock"
	// patience is how long another process is waited for.
	patience = 30 * time.Second
	// room is how much longer the file of a server may be than what it tells: that may be
	// pinned and wait, each twice as long in JSON, with reasons; the rest is for what was
	// accepted before.
	room = 8
)

// Get reads what is kept of a server; nothing of one that is not known.
func (s *Store) Get(name string) (*Server, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	root, err := s.open()
	if errors.Is(err, fs.ErrNotExist) {
		return blank(name), nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	return s.read(root, name)
}

// Names are the servers of which something is kept, sorted.
func (s *Store) Names() ([]string, error) {
	list, err := folder.List(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list accepted servers: %w", err)
	}
	var names []string
	for _, entry := range list {
		if name, ok := strings.CutSuffix(entry.Name(), fileEnd); ok && CheckName(name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Change changes what is kept of a server, while nobody else does. Where change fails
// nothing is changed.
func (s *Store) Change(ctx context.Context, name string, change func(*Server) error) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if err := os.MkdirAll(s.path, 0o700); err != nil {
		return fmt.Errorf("keep what server %q tells: %w", name, err)
	}
	root, err := s.open()
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	unlock, err := s.lock(ctx, root)
	if err != nil {
		return err
	}
	defer unlock()
	server, err := s.read(root, name)
	if err != nil {
		return err
	}
	if err := change(server); err != nil {
		return err
	}
	return s.write(root, server)
}

// damagedEnd is behind the name of a file that could not be read and was written anew.
const damagedEnd = ".damaged"

// open opens the folder, which nobody else may write to.
func (s *Store) open() (*os.Root, error) {
	root, err := folder.Open(s.path)
	if err != nil {
		return nil, fmt.Errorf("open accepted servers: %w", err)
	}
	info, err := root.Stat(".")
	if err == nil {
		var doubt *owner.Doubt
		if doubt, err = owner.CheckFolder(s.path, info); doubt != nil {
			err = errors.New(doubt.Text("what was accepted of servers is not used", ownIt))
		}
	}
	if err != nil {
		_ = root.Close()
		return nil, err
	}
	return root, nil
}

func blank(name string) *Server {
	return &Server{Name: name, Pinned: map[string]Pinned{}, Waiting: map[string]Waiting{}}
}

func (s *Store) read(root *os.Root, name string) (*Server, error) {
	path := filepath.Join(s.path, name+fileEnd)
	file, err := folder.File(root, name+fileEnd)
	if errors.Is(err, fs.ErrNotExist) {
		return blank(name), nil
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("look at %s: %w", path, err)
	}
	if doubt := owner.CheckFile(path, info); doubt != nil {
		return nil, errors.New(doubt.Text("what was accepted of servers is not used", ownIt))
	}
	text, err := io.ReadAll(io.LimitReader(file, int64(room*s.all)+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	server, err := s.understand(text, name)
	if err != nil {
		lost := blank(name)
		lost.Seen, lost.Damage = true, fmt.Errorf("%s is damaged: %w", path, err)
		return lost, nil
	}
	return server, nil
}

// ownIt is what to do about a file of another user. To remove it would make all be trusted
// that comes next.
const ownIt = "make it yours with chown, after you have read it"

// understand reads what [encode] wrote: one object of these fields, each once, and what
// they hold as their digests say.
func (s *Store) understand(text []byte, name string) (*Server, error) {
	if most := room * s.all; len(text) > most {
		return nil, fmt.Errorf("it has more than %d MiB", most>>20)
	}
	given, err := jsonline.Parse(text)
	if err != nil {
		return nil, err
	}
	server := &Server{}
	if err := json.Unmarshal(text, server); err != nil {
		return nil, fmt.Errorf("it has another form: %w", err)
	}
	if err := server.check(name); err != nil {
		return nil, err
	}
	again, err := encode(server)
	if err != nil {
		return nil, err
	}
	// The decoder takes keys in letters of any size, and leaves out what it does not know.
	if kept, err := jsonline.Parse(again); err != nil || !reflect.DeepEqual(kept, given) {
		return nil, errors.New("it has other fields than are written")
	}
	return server, nil
}

// encode is a server as its file has it.
func encode(server *Server) ([]byte, error) {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false) // which makes six bytes of one
	w.SetIndent("", "  ")
	if err := w.Encode(server); err != nil {
		return nil, fmt.Errorf("write what server %q tells: %w", server.Name, err)
	}
	return b.Bytes(), nil
}

// write puts the whole of a file in the place of the one before, which stays where the new
// one could not be read.
func (s *Store) write(root *os.Root, server *Server) error {
	text, err := encode(server)
	if err == nil {
		_, err = s.understand(text, server.Name)
	}
	if err != nil {
		return fmt.Errorf("keep what server %q tells: nothing was written: %w", server.Name, err)
	}
	if server.Damage != nil {
		// For a person to look at. Where there can be no second name it is lost.
		_ = root.Remove(server.Name + damagedEnd)
		_ = root.Link(server.Name+fileEnd, server.Name+damagedEnd)
	}
	if err := atomicfile.Write(root, server.Name+fileEnd, text, atomicfile.Under(server.Name+".next"), atomicfile.Lasting()); err != nil {
		return fmt.Errorf("keep what server %q tells: %w", server.Name, err)
	}
	return nil
}

// lock waits until nobody else changes the store.
func (s *Store) lock(ctx context.Context, root *os.Root) (unlock func(), err error) {
	file, err := root.OpenFile(lockName, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock accepted servers: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := flock.Wait(ctx, file, false); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("lock accepted servers: %w", err)
	}
	return func() { flock.Unlock(file); _ = file.Close() }, nil
}
