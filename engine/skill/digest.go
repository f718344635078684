package skill

import (
	"crypto/sha256"
	"strconv"
)

// digest pins paths, types, executable bits, link targets and contents. Other
// permission bits depend on the umask of whoever unpacked the package, and are
// left out. A file that was not hashed stands with its size alone.
func (s *Skill) digest() string {
	h := sha256.New()
	buf := make([]byte, 0, 512)
	buf = field(h, buf, "skillctl skill 1")
	for i := range s.Files {
		f := &s.Files[i]
		exec, content := "", ""
		switch {
		case f.Link != nil:
			content = f.Link.Target
		case f.Digest != "":
			content = f.Digest
		case f.Type == TypeRegular:
			content = "size:" + strconv.FormatInt(f.Size, 10)
		}
		if f.Exec {
			exec = "x"
		}
		buf = field(h, buf, f.Path, f.Type, exec, content)
	}
	return hexDigest([sha256.Size]byte(h.Sum(nil)))
}

// Fingerprint pins everything that facts of the skill depend on: the digest,
// the folder's name and path, every permission bit, link counts and gaps. Two
// skills with the same fingerprint give the same facts, unless a file that was
// not read whole changed but kept its size: check Coverage before using it as
// the key of a cache.
func (s *Skill) Fingerprint() string {
	h := sha256.New()
	buf := make([]byte, 0, 512)
	buf = field(h, buf, "skillctl facts 1", s.Digest, s.Path, s.Dir)
	for i := range s.Files {
		f := &s.Files[i]
		buf = field(h, buf, f.Mode, strconv.Itoa(f.Nlink), strconv.FormatInt(f.Size, 10), f.Read)
	}
	for _, g := range s.Coverage.Gaps {
		buf = field(h, buf, g.File, g.Reason, g.Detail)
	}
	return hexDigest([sha256.Size]byte(h.Sum(nil)))
}
