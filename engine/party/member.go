package party

import (
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

var (
	// option is one of a program by which somebody is let into something, or asked to approve it.
	option = lazydfa.New(`(?i)(?:^|\s)--(?:add-)?(reviewers?|assignees?|collaborators?|maintainers?|members?|approvers?|owners?|admins?|invite|delegates?|grantees?|assignee-object-id|principal|mention)[ =]["']?(@?[A-Za-z][\w./-]{2,60})`)
	// holder is a name of a program, or a key of settings, for people.
	holder = lazydfa.New(`(?i)["'\s({,._\[](?:default|extra|add|required|team|request|requested|auto|pr|repo|org|always|fallback)?_?(reviewers?|assignees?|collaborators?|maintainers?|approvers?|code_?owners?|invitees?|delegates?|co_?authors?|admins?|administrators?|payees?|beneficiar(?:y|ies)|trusted_?(?:users?|authors?|senders?|accounts?)|allow(?:ed)?_?(?:list)?_?(?:users?|authors?|senders?|accounts?))["'\])]*\s*(?:=>|:=|\+=|[:=(]|\.(?:append|push|add|extend)\()\s*[\[({]?\s*["'](@?[A-Za-z][\w ./-]{2,60})["']`)
	// route is a path of an interface below which people are.
	route = lazydfa.New(`(?i)/(collaborators|memberships|members|invitations|reviewers|assignees)/([A-Za-z][\w-]{2,38})(?:$|[?"'\s])`)
	// owned is a line of a file of owners.
	owned = lazydfa.New(`^(\*|/?[\w.*-]+/[\w.*/-]*|\*\.\w+)[ \t]+(@[A-Za-z0-9][\w-]*(?:/[\w.-]+)?)\b`)
	// trailer credits somebody with a change.
	trailer = lazydfa.New(`(?i)\b(co-authored-by|signed-off-by|reviewed-by|approved-by|acked-by|on-behalf-of):\s*(@?[A-Za-z][^<>\n"'\\]{1,60})`)
	// compared is a literal that a program holds who pays, sells or asks against.
	compared = lazydfa.New(`(?i)\b(vendor|supplier|payee|merchant|beneficiary|counterparty|customer|client|seller|broker|bidder|applicant|candidate|employee|tenant|carrier|brand|provider|publisher|contractor|dealer|lender|insurer|company|employer|school|university|sender|author|owner|reviewer|account_?holder)(?:_?name|_?id|["'\]).]*(?:\.?(?:name|lower\(\)|strip\(\)|casefold\(\)|toLowerCase\(\)|trim\(\)))*)*["'\])]*(?:\.get\(["']name["'](?:, ?["']{2})?\)|\.lower\(\)|\.strip\(\)|\.toLowerCase\(\)|\s)*\s*(?:===?|!==?|\bis\b|\.(?:startswith|endsWith|startsWith|endswith|includes|contains|equals|match)\()\s*["']([A-Za-z][^"'\n]{3,60})["']`)
	within   = lazydfa.New(`(?i)["']([A-Za-z][^"'\n]{3,60})["']\s+(?:not\s+)?in\s+(?:\w+[.\[(]["']?)*(vendor|supplier|payee|merchant|beneficiary|counterparty|customer|seller|broker|bidder|applicant|candidate|employee|sender|author|company|employer|school|university)`)
)

// members finds names that stand where a line has people of a service.
func (f *finder) members() {
	note := func(word string, from, end int) {
		f.add(Found{Kind: Member, Word: strings.ToLower(word), Key: strings.ToLower(strings.TrimPrefix(f.text[from:end], "@")), From: from, End: end})
	}
	f.each(option, note)
	f.each(holder, note)
	f.each(route, note)
	f.each(owned, note)
	f.each(trailer, func(word string, from, end int) {
		end -= len(f.text[from:end]) - len(strings.TrimRight(f.text[from:end], " \t"))
		note(word, from, end)
	})
}

// named finds literals that a program compares with who pays, sells or asks.
func (f *finder) named() {
	note := func(word string, from, end int) {
		f.add(Found{Kind: Named, Word: strings.ToLower(word), Key: strings.ToLower(f.text[from:end]), From: from, End: end})
	}
	f.each(compared, note)
	for _, m := range within.FindAllStringSubmatchIndex(f.text, -1) {
		note(f.text[m[4]:m[5]], m[2], m[3])
	}
}
