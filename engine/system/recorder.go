package system

import "crypto/sha256"

// The bounds of what a [Recorder] notes. What asks more is not held against a later state:
// to ask as much again would be no faster than to find out anew.
const (
	maxQuestions = 2_000
	maxBytes     = 256 << 10
)

// kind is a method of [System].
type kind uint8

const (
	lstat kind = iota
	stat
	readlink
	evalSymlinks
	readDir
	readFile
	readWithin
	head
	digest
	mayExecute
	userID
)

// question is one call of a method of [System].
type question struct {
	kind kind
	most int64
	name string
	// dir is the folder of [System.ReadWithin].
	dir string
}

// answer is all that a method gave, so that two answers are the same when they are equal.
type answer struct {
	info Info
	text string
	sum  [sha256.Size]byte
	// number is what [System.UserID] gave.
	number int
	yes    bool
	err    uint8
}

// Recorder is a [System] that notes what it is asked and answers. As long as it notes, a
// question has one answer: the first. It is for one goroutine.
type Recorder struct {
	under System
	// places are those of questions in notes, which have sums in place of long texts and of
	// lists; whole are the answers with these.
	places map[question]int
	notes  []note
	whole  map[int]given
	bytes  int
	beyond bool
}

// given is an answer, and the entries of a folder.
type given struct {
	answer
	list []Entry
}

// note is a question with its answer.
type note struct {
	question
	answer
}

// NewRecorder notes what is asked of a system from now on; nil is this machine.
func NewRecorder(under System) *Recorder {
	return &Recorder{under: Or(under), places: make(map[question]int, 32), notes: make([]note, 0, 32), whole: map[int]given{}}
}

// Record is what was asked until now; nil when it was more than is noted.
func (r *Recorder) Record() *Record {
	if r.beyond {
		return nil
	}
	return &Record{notes: r.notes, bytes: r.bytes}
}

// ask answers a question, and notes it when it was not asked before.
func (r *Recorder) ask(q question) given {
	if i, ok := r.places[q]; ok {
		if got, long := r.whole[i]; long {
			return got
		}
		return given{answer: r.notes[i].answer}
	}
	got := ask(r.under, q)
	if r.beyond {
		return got
	}
	n := note{q, got.short()}
	r.bytes += n.size()
	if len(r.notes) == maxQuestions || r.bytes > maxBytes {
		// Answers that were given stay so; what is asked from now on is not noted.
		r.beyond = true
		return got
	}
	if n.answer != got.answer || got.list != nil {
		r.whole[len(r.notes)] = got
	}
	r.places[q] = len(r.notes)
	r.notes = append(r.notes, n)
	return got
}

// Lstat tells of a name itself.
func (r *Recorder) Lstat(name string) (Info, error) {
	got := r.ask(question{kind: lstat, name: name})
	return got.info, errorOf(got.err)
}

// Stat tells of what a name leads to.
func (r *Recorder) Stat(name string) (Info, error) {
	got := r.ask(question{kind: stat, name: name})
	return got.info, errorOf(got.err)
}

// Readlink is what a link says.
func (r *Recorder) Readlink(name string) (string, error) {
	got := r.ask(question{kind: readlink, name: name})
	return got.text, errorOf(got.err)
}

// EvalSymlinks resolves links.
func (r *Recorder) EvalSymlinks(name string) (string, error) {
	got := r.ask(question{kind: evalSymlinks, name: name})
	return got.text, errorOf(got.err)
}

// ReadDir lists a folder. The list is not to be changed.
func (r *Recorder) ReadDir(name string) ([]Entry, error) {
	got := r.ask(question{kind: readDir, name: name})
	return got.list, errorOf(got.err)
}

// ReadFile reads a regular file.
func (r *Recorder) ReadFile(name string, most int64) (string, error) {
	got := r.ask(question{kind: readFile, name: name, most: most})
	return got.text, errorOf(got.err)
}

// ReadWithin reads a regular file below a folder.
func (r *Recorder) ReadWithin(dir, name string, most int64) (string, error) {
	got := r.ask(question{kind: readWithin, name: name, dir: dir, most: most})
	return got.text, errorOf(got.err)
}

// Head is the beginning of a file.
func (r *Recorder) Head(name string, most int64) (string, error) {
	got := r.ask(question{kind: head, name: name, most: most})
	return got.text, errorOf(got.err)
}

// Digest is the SHA-256 sum of a file.
func (r *Recorder) Digest(name string, most int64) (string, error) {
	got := r.ask(question{kind: digest, name: name, most: most})
	return got.text, errorOf(got.err)
}

// MayExecute says whether this user may run a file.
func (r *Recorder) MayExecute(name string) bool {
	return r.ask(question{kind: mayExecute, name: name}).yes
}

// UserID is the number of the user.
func (r *Recorder) UserID() int {
	return r.ask(question{kind: userID}).number
}
