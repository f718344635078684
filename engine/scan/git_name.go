package scan

import (
	"strings"
	"unicode"
)

// GitName says whether a name is ".git", and whether some system takes it for
// that: macOS leaves out characters that are not shown, Windows what follows a
// colon and blanks and dots at the end, and gives it the short name "git~1"; both
// ignore case. Git itself refuses to check out such names.
func GitName(name string) (is, alike bool) {
	if name == ".git" {
		return true, false
	}
	short, _, _ := strings.Cut(PlainName(name), ":")
	short = strings.TrimRight(short, ". ")
	rest, numbered := strings.CutPrefix(short, "git~")
	return false, short == ".git" || numbered && rest != "" && strings.Trim(rest, "0123456789") == ""
}

// PlainName is a name as the systems see it that leave out what is not shown and
// ignore case.
func PlainName(name string) string {
	return Fold(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, name))
}

// GitSampleHook says whether a file in the hooks of a repository is one that Git
// never runs: the name of a hook has no dot, but for ".exe" on Windows.
func GitSampleHook(name string) bool {
	return strings.Contains(strings.TrimSuffix(PlainName(name), ".exe"), ".")
}

// RepositoryPart is what a name in a folder says about whether the folder is a
// repository. Git takes a folder of any name for one that has HEAD, objects and
// refs, or HEAD and commondir, which says where the others are.
type RepositoryPart uint8

// The parts by which Git knows a repository.
const (
	GitHead RepositoryPart = 1 << iota
	GitObjects
	GitRefs
	GitCommon
)

// RepositoryPartOf is the part that a name stands for, 0 for none.
func RepositoryPartOf(name string) RepositoryPart {
	switch PlainName(name) {
	case "head":
		return GitHead
	case "objects":
		return GitObjects
	case "refs":
		return GitRefs
	case "commondir":
		return GitCommon
	}
	return 0
}

// IsRepository says whether a folder with these parts is a repository to Git.
func (p RepositoryPart) IsRepository() bool {
	return p&(GitHead|GitObjects|GitRefs) == GitHead|GitObjects|GitRefs || p&(GitHead|GitCommon) == GitHead|GitCommon
}
