package flow

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

var (
	webAddress = lazydfa.New(`(?i)\b(?:https?|ftp|wss?)://([^\s"'<>)\]}]+)`)
	shellHole  = lazydfa.New(`\$\{\w+\}|\$\w+|\$\([^()]*\)|\x60[^\x60]*\x60`)
	bareHost   = lazydfa.New(`(?i)^(?:[^/@\s]*@)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:$|[:/])`)
)

// hosts are those that the command names, itself or by variables of the text.
func (s *sending) hosts() {
	program := s.t.programs[s.id]
	args := s.t.facts.Commands[s.id].Args[1:]
	for i := range args {
		s.hostsIn(args[i], 0)
		text := holed(s.t.word(args[i]))
		switch {
		case slices.Contains(watched().Names, program):
			if host := way.HostOf(text); strings.Contains(host, ".") {
				s.add(host)
			}
		case !slices.Contains(watched().Bare, program):
			// It takes files and addresses, and a name with a dot is a file.
		case i > 0 && strings.HasPrefix(args[i-1].Text, "-"):
			// What follows an option is its value: a file, as a rule.
		default:
			if m := bareHost.FindStringSubmatch(text); m != nil && !strings.Contains(text, "://") {
				s.add(strings.ToLower(m[1]))
			}
		}
	}
}

// hostsIn are the hosts of the addresses in a word, or in what the text gives its variables.
func (s *sending) hostsIn(w argv.Word, depth int) {
	for _, m := range webAddress.FindAllStringSubmatch(holed(s.t.word(w)), -1) {
		if host := way.HostOf(m[1]); host != "" {
			s.add(host)
		}
	}
	for _, name := range w.Params {
		if s.looked[name] || depth == maxSentDepth {
			continue
		}
		s.looked[name] = true
		for _, a := range s.t.assigned(name) {
			if a.Value != nil {
				s.hostsIn(*a.Value, depth+1)
			}
		}
	}
}

func (s *sending) add(host string) {
	if !slices.Contains(s.to, host) {
		s.to = append(s.to, host)
	}
}

// holed is a word in which each variable is the sign for a part that is not known.
func holed(text string) string {
	for range 4 { // substitutions in each other
		next := shellHole.ReplaceAllString(text, way.Hole)
		if next == text {
			break
		}
		text = next
	}
	return text
}
