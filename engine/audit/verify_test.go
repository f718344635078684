package audit

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sixRecords is a log with two files of three records each.
func sixRecords(t testing.TB) (l *Log, one, two string) {
	t.Helper()
	c := newClock("2026-03-01T12:00:00Z")
	l = testLog(t, c)
	for _, id := range []string{"r1", "r2", "r3"} {
		begin(t, l, id, "echo "+id)
	}
	c.set("2026-03-02T12:00:00Z")
	for _, id := range []string{"r4", "r5", "r6"} {
		begin(t, l, id, "echo "+id)
	}
	return l, filepath.Join(l.path, "2026-03-01.jsonl"), filepath.Join(l.path, "2026-03-02.jsonl")
}

// change edits the lines of a file.
func change(t testing.TB, name string, edit func(lines []string) []string) {
	t.Helper()
	lines := strings.SplitAfter(read(t, name), "\n")
	write(t, name, strings.Join(edit(lines[:len(lines)-1]), ""))
}

// resealed is a line that was edited by somebody who gave it a digest that fits.
func resealed(t testing.TB, line, old, now string) string {
	t.Helper()
	r, err := decode([]byte(strings.TrimSuffix(line, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	*r.Request.Command = strings.ReplaceAll(*r.Request.Command, old, now)
	out, err := encode(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestTamper changes a log in one way each, and wants the place named.
func TestTamper(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		tamper func(t *testing.T, l *Log, one, two string)
		want   string
	}{
		{"nothing", func(*testing.T, *Log, string, string) {}, ""},
		{"an edited line", func(t *testing.T, _ *Log, one, _ string) {
			change(t, one, func(s []string) []string { s[1] = strings.Replace(s[1], "echo r2", "echo xx", 1); return s })
		}, "2026-03-01.jsonl:2: record 2 was edited: the line does not match its digest\n"},
		{"an edited line with a digest that fits", func(t *testing.T, _ *Log, one, _ string) {
			change(t, one, func(s []string) []string { s[1] = resealed(t, s[1], "r2", "xx"); return s })
		}, "2026-03-01.jsonl:3: record 3 does not follow the one before it: one of the two was replaced\n"},
		{"the last line edited, with a digest that fits", func(t *testing.T, _ *Log, _, two string) {
			change(t, two, func(s []string) []string { s[2] = resealed(t, s[2], "r6", "xx"); return s })
		}, "2026-03-02.jsonl:3: record 6 is not the one that was written: it was replaced\n"},
		{"a field that stands twice", func(t *testing.T, _ *Log, one, _ string) {
			change(t, one, func(s []string) []string {
				s[0] = strings.Replace(s[0], `,"hash":`, `,"hash":"sha256:1","hash":`, 1)
				return s
			})
		}, "2026-03-01.jsonl:1: record 1 was edited: the line does not match its digest\n"},
		{"a removed line", func(t *testing.T, _ *Log, one, _ string) {
			change(t, one, func(s []string) []string { return slices.Delete(s, 1, 2) })
		}, "2026-03-01.jsonl:2: record 2 is missing before this line, record 3\n"},
		{"removed lines on both sides of a day", func(t *testing.T, _ *Log, one, two string) {
			change(t, one, func(s []string) []string { return s[:2] })
			change(t, two, func(s []string) []string { return s[1:] })
		}, "2026-03-02.jsonl:1: records 3 to 4 are missing before this line, record 5\n"},
		{"moved lines", func(t *testing.T, _ *Log, one, _ string) {
			change(t, one, func(s []string) []string { s[0], s[1] = s[1], s[0]; return s })
		}, "2026-03-01.jsonl:2: record 1 comes after record 2: lines were moved or inserted\n" +
			"2026-03-01.jsonl:3: record 2 is missing before this line, record 3\n" +
			"2026-03-01.jsonl:1: records up to 1 are missing before this line, and no record says that they were pruned\n"},
		{"a line twice", func(t *testing.T, _ *Log, one, _ string) {
			change(t, one, func(s []string) []string { return slices.Insert(s, 1, s[0]) })
		}, "2026-03-01.jsonl:2: record 1 comes after record 1: lines were moved or inserted\n"},
		{"a line of something else", func(t *testing.T, _ *Log, one, _ string) {
			change(t, one, func(s []string) []string { return slices.Insert(s, 1, "hello\n") })
		}, "2026-03-01.jsonl:2: these 6 bytes are not a record: a line was truncated or inserted\n"},
		{"a line cut in the middle", func(t *testing.T, _ *Log, one, _ string) {
			change(t, one, func(s []string) []string { s[1] = s[1][:50] + "\n"; return s })
		}, "2026-03-01.jsonl:2: these 51 bytes are not a record: a line was truncated or inserted\n2026-03-01.jsonl:3: record 2 is missing before this line, record 3\n"},
		{"an older file cut in its last line", func(t *testing.T, _ *Log, one, _ string) {
			text := read(t, one)
			write(t, one, text[:len(text)-10])
		}, "2026-03-01.jsonl:3: these "},
		{"the end removed", func(t *testing.T, _ *Log, _, two string) {
			change(t, two, func(s []string) []string { return s[:1] })
		}, "2026-03-02.jsonl:1: records 5 to 6 are missing at the end\n"},
		{"the end cut in a line", func(t *testing.T, _ *Log, _, two string) {
			text := read(t, two)
			write(t, two, text[:len(text)-10])
		}, "2026-03-02.jsonl:3: these "},
		{"the newest file removed", func(t *testing.T, _ *Log, _, two string) { remove(t, two) },
			"2026-03-01.jsonl:3: records 4 to 6 are missing at the end\n"},
		{"the oldest file removed", func(t *testing.T, _ *Log, one, _ string) { remove(t, one) },
			"2026-03-02.jsonl:1: records up to 3 are missing before this line, and no record says that they were pruned\n"},
		{"the head removed", func(t *testing.T, l *Log, _, _ string) { remove(t, filepath.Join(l.path, "head")) },
			"head: it is missing or damaged; it says which record is the last, and without it the end may have been cut off\n"},
		{"the head edited", func(t *testing.T, l *Log, _, _ string) {
			name := filepath.Join(l.path, "head")
			write(t, name, strings.Replace(read(t, name), `"seq":6`, `"seq":3`, 1))
		}, "head: it is missing or damaged"},
		{"a strange file", func(t *testing.T, l *Log, _, _ string) { write(t, filepath.Join(l.path, "2026-3-1.jsonl"), "") },
			"2026-3-1.jsonl: this file does not belong to the audit record; remove it\n"},
		{"a link for a file", func(t *testing.T, l *Log, one, _ string) {
			if err := os.Rename(one, filepath.Join(t.TempDir(), "moved")); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("2026-03-02.jsonl", one); err != nil {
				t.Fatal(err)
			}
		}, "2026-03-02.jsonl:1: records up to 3 are missing before this line"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l, one, two := sixRecords(t)
			tt.tamper(t, l, one, two)
			got, _ := verified(t, l, Anchor{})
			if got != tt.want && (strings.HasSuffix(tt.want, "\n") || tt.want == "" || !strings.HasPrefix(got, tt.want)) {
				t.Errorf("said\n%s\nwant\n%s", got, tt.want)
			}
			// What was changed stays to be seen when others go on writing.
			if tt.want == "" {
				return
			}
			if _, err := l.Begin(context.Background(), nil, Record{Run: "later"}); err != nil {
				t.Fatal(err)
			}
			if got, _ := verified(t, l, Anchor{}); got == "" {
				t.Error("the next record hides the change")
			}
		})
	}
}

// TestKnown: who rewrites everything is found out by a record known from
// elsewhere.
func TestKnown(t *testing.T) {
	t.Parallel()
	l, one, two := sixRecords(t)
	report := wantSound(t, l)
	known := Anchor{report.Last, report.Head}
	begin(t, l, "r7", "ls")
	if got, _ := verified(t, l, known); got != "" {
		t.Errorf("said %q", got)
	}
	remove(t, one)
	remove(t, two)
	remove(t, filepath.Join(l.path, "head"))
	begin(t, l, "r1", "ls")
	if got, _ := verified(t, l, Anchor{}); got != "" {
		t.Errorf("said %q of a new log", got)
	}
	if got, _ := verified(t, l, known); !strings.Contains(got, "the known record 6 is missing") {
		t.Errorf("said %q; want record 6 to be missed", got)
	}
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		begin(t, l, id, "ls")
	}
	if got, _ := verified(t, l, known); !strings.Contains(got, "record 6 differs from the known one") {
		t.Errorf("said %q; want record 6 to be another", got)
	}
}

// TestTorn: a line that was not written to its end is noted, and sealed by the
// next writer; nothing is dropped.
func TestTorn(t *testing.T) {
	t.Parallel()
	for _, rest := range []string{`{"seq":7,"prev":"sha`, "\n", "a\nb\nc", strings.Repeat("x", maxLine+100), "\xff\x00"} {
		l, _, two := sixRecords(t)
		whole := read(t, two)
		write(t, two, whole+rest)
		problems, notes := verified(t, l, Anchor{})
		if problems != "" || !strings.Contains(notes, "2026-03-02.jsonl:4: the last line is incomplete") {
			t.Errorf("%.20q: before: problems %q, notes %q", rest, problems, notes)
		}
		wantReadable(t, l, rest)
		place := begin(t, l, "r7", "ls")
		wantReadable(t, l, rest)
		problems, notes = verified(t, l, Anchor{})
		if problems != "" || !strings.Contains(notes, "2026-03-02.jsonl:4: a line is incomplete; record 7 sealed it") || place.Seq != 8 {
			t.Errorf("%.20q: after: problems %q, notes %q, record %d", rest, problems, notes, place.Seq)
		}
		if !strings.HasPrefix(read(t, two), whole+rest) {
			t.Errorf("%.20q: what was there is not there any more", rest)
		}
		begin(t, l, "r8", "ls")
		if problems, _ := verified(t, l, Anchor{}); problems != "" {
			t.Errorf("%.20q: later: %q", rest, problems)
		}
		// What is sealed cannot be changed either.
		write(t, two, strings.Replace(read(t, two), rest, strings.Repeat("y", len(rest)), 1))
		if problems, _ := verified(t, l, Anchor{}); problems == "" {
			t.Errorf("%.20q: it can be changed", rest)
		}
		found, err := l.Runs(context.Background(), Filter{}, nil)
		if err != nil || len(found.Damaged) != 1 {
			t.Errorf("%.20q: changed: %v, damaged %v; want one", rest, err, found.Damaged)
		}
	}
}

// wantReadable wants the list of runs to find no fault: what a killed writer left
// is none.
func wantReadable(t *testing.T, l *Log, what string) {
	t.Helper()
	found, err := l.Runs(context.Background(), Filter{}, nil)
	if err != nil || len(found.Damaged) > 0 {
		t.Errorf("%.20q: %v, damaged %v", what, err, found.Damaged)
	}
}

// TestCutEnd: a last line that is no record is damage when the head says that a
// record stood there.
func TestCutEnd(t *testing.T) {
	t.Parallel()
	l, _, two := sixRecords(t)
	text := read(t, two)
	write(t, two, text[:len(text)-5])
	found, err := l.Runs(context.Background(), Filter{}, nil)
	if err != nil || len(found.Damaged) != 1 {
		t.Errorf("%v, damaged %v; want one", err, found.Damaged)
	}
}

// TestBehind: a writer that ended between the line and the head is made up for.
func TestBehind(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]int{"a whole line": 0, "a line without its end": 1} {
		l, _, two := sixRecords(t)
		head := read(t, filepath.Join(l.path, "head"))
		begin(t, l, "r7", "ls")
		write(t, filepath.Join(l.path, "head"), head)
		text := read(t, two)
		write(t, two, text[:len(text)-cut])
		if problems, notes := verified(t, l, Anchor{}); problems != "" || notes != "" {
			t.Errorf("%s: problems %q, notes %q", name, problems, notes)
		}
		if place := begin(t, l, "r8", "ls"); place.Seq != 8 {
			t.Errorf("%s: record %d; want 8", name, place.Seq)
		}
		if report := wantSound(t, l); report.Records != 8 {
			t.Errorf("%s: %d records; want 8", name, report.Records)
		}
	}
}

// TestEmptyFile: a writer that ended before its first line is made up for.
func TestEmptyFile(t *testing.T) {
	t.Parallel()
	l, _, _ := sixRecords(t)
	write(t, filepath.Join(l.path, "2026-03-03.jsonl"), "")
	if place := begin(t, l, "r7", "ls"); place.Seq != 7 || filepath.Base(place.File) != "2026-03-03.jsonl" {
		t.Errorf("place %+v", place)
	}
	wantSound(t, l)
}

// TestNothing: where there is no log, nothing is wrong.
func TestNothing(t *testing.T) {
	t.Parallel()
	l := testLog(t, newClock("2026-03-01T12:00:00Z"))
	if report := wantSound(t, l); report.Records != 0 || report.Files != 0 {
		t.Errorf("report %+v", report)
	}
	if _, err := os.Stat(l.path); err == nil {
		t.Error("looking made the folder")
	}
}
