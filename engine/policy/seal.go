package policy

import (
	"crypto/sha256"
	"embed"
	"io/fs"
	"reflect"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// programsIndex has the digests of the entries of programs.
const programsIndex = "programs/index.json"

// sealed is the set of exactly the policies that were compiled when the program was
// built, with their names and without those of other sources; nil where these are others,
// or where nobody can tell without reading them.
//
// To digest two megabytes at each start, file by file, would be a tenth of what it takes.
// The compiler of Go has digested them: it keeps a hash beside each embedded file. So an
// image has, beside the digests of the texts, one of these hashes. A file that is
// changed, added or taken away gives another one; so may another version of Go, for which
// the texts are read as before.
func (l *Loader) sealed() (set *Set, names []string, err error) {
	image := shippedImage()
	if l.replaced || image == nil || l.files != policies.FS() {
		return nil, nil, nil
	}
	head := image.Header()
	if seal := shippedSeal(); seal == "" || seal != head.Seal {
		return nil, nil, nil
	}
	set = l.newSet()
	set.source, set.digest, set.image = head.Digest, head.Whole, image
	for _, name := range head.Sealed {
		read := func() ([]byte, error) { return fs.ReadFile(l.files, name) }
		if err := set.add(source{fs: l.files}, name, read, l.keep); err != nil {
			return nil, nil, err
		}
	}
	return set, head.Sealed, nil
}

// shippedSeal is that of the policies that ship with skillctl.
var shippedSeal = sync.OnceValue(func() string { return sealOf(policies.FS()) })

// sealOf digests the marks of those files that a set is made of, and the names of the
// functions that policies may call; "" where there are no marks.
func sealOf(files fs.FS) string {
	var text []byte
	for _, m := range marks(files) {
		if isPolicy(m.name) || isTable(m.name) || m.name == programsIndex {
			text = append(append(append(text, m.name...), 0), m.hash...)
		}
	}
	if text == nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return sourceDigest(sum[:])
}

// mark is the name of an embedded file, and the hash of its text: 16 bytes.
type mark struct {
	name string
	hash []byte
}

// marks are what the compiler of Go keeps of each embedded file. There are none for files
// that are not embedded, and where it keeps them in another form than is known here.
// Package embed does not hand them out, but they are there to be looked at.
func marks(files fs.FS) []mark {
	embedded, ok := files.(embed.FS)
	if !ok {
		return nil
	}
	list := reflect.ValueOf(embedded).FieldByName("files")
	if list.Kind() != reflect.Pointer || list.IsNil() || list.Elem().Kind() != reflect.Slice || list.Type().Elem().Elem().Kind() != reflect.Struct {
		return nil
	}
	list = list.Elem()
	name, named := list.Type().Elem().FieldByName("name")
	hash, hashed := list.Type().Elem().FieldByName("hash")
	if !named || !hashed || name.Type.Kind() != reflect.String || hash.Type != reflect.TypeFor[[16]byte]() {
		return nil
	}
	all := make([]mark, list.Len())
	for i := range all {
		file := list.Index(i)
		all[i] = mark{name: file.Field(name.Index[0]).String(), hash: file.Field(hash.Index[0]).Bytes()}
	}
	return all
}
