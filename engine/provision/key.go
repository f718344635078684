package provision

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// keyPatterns find public keys, and the words by which they open a login.
var (
	publicKey = lazydfa.New(`\b(ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-nistp\d+|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com) (AAAA[A-Za-z0-9+/]{40,}={0,3})`)
	opensWith = lazydfa.New(`(?i)\b(authorized_keys?|ssh[-_]authorized[-_]keys?|public_?key|publicKeyMaterial|ssh[-_]?keys|ssh[-_]?key|authorizedKeys\w*|admin_ssh_key|key_?data|ssh_public_keys?)\b`)
	program   = lazydfa.New(`(?i)\.(?:py|[cm]?[jt]sx?|rb|go|php|pl|ps1|rs|java|kt|cs|lua|swift|sh|bash|zsh|fish)$`)
	hostOfKey = lazydfa.New(`(?i)known_?hosts|host_?key|(?:^|[\s"'\[,])[\w*-]+(?:\.[\w*-]+)+\]?(?::\d+)?(?:,\S+)? $`)
)

// aroundKey is how far before a key the word stands that says what it opens, in bytes.
const aroundKey = 400

// keys finds keys written out that open a login where the text is taken over. What a shell
// puts into a file of keys is a command, and told as one.
func (f *finder) keys() {
	for _, m := range publicKey.FindAllSubmatchIndex(f.text, maxFound+1) {
		head := f.text[max(0, m[0]-aroundKey):m[0]]
		head = paragraphBefore(head)
		line := f.text[bytes.LastIndexByte(f.text[:m[0]], '\n')+1 : m[0]]
		rest := f.text[m[1]:]
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			rest = rest[:i]
		}
		opens := lastWord(head)
		if poured.Match(rest) {
			if !ofImage(f.file) && !f.template(m[0]) {
				continue
			}
			if opens == "" {
				opens = lastWord(rest)
			}
		}
		if opens == "" && documentName.MatchString(f.file) {
			opens = lastWord(f.text[m[1]:paragraphEnd(f.text, m[1])]) // the sentence goes on behind it
		}
		if opens == "" && program.MatchString(f.file) && bytes.Contains(f.text, []byte("authorized_keys")) {
			opens = "authorized_keys" // the program has it in a variable
		}
		if opens == "" || hostOfKey.Match(line) || !realKey(string(f.text[m[2]:m[3]]), string(f.text[m[4]:m[5]])) {
			continue
		}
		f.add(Found{Kind: Key, Name: string(f.text[m[2]:m[3]]), To: []string{opens}, From: m[0], End: m[1]})
	}
}

// poured finds a shell that puts what stands before it into a file; documentName is the name of a
// text that people read, and onlyFence what opens a block of code.
var (
	poured       = lazydfa.New(`>>|>\s*\S*authorized_keys|\|\s*(?:sudo\s+)?(?:tee|ssh|dd)\b`)
	endsBlock    = lazydfa.New("^[ \\w@.\"'-]*(?:\\n[ \\t>]*(?:```|~~~)[ \\t]*)?$")
	documentName = lazydfa.New(`(?i)\.(?:md|mdx|markdown|txt|rst|adoc)$`)
	onlyFence    = lazydfa.New("^[\\s>]*(?:```|~~~)[^\\n]*\\n[\\s>]*$|^[\\s>*`-]*$")
)

// paragraphBefore is what stands before a place in its paragraph: where a block of code begins
// with it, the paragraph that leads to the block as well.
func paragraphBefore(head []byte) []byte {
	i := bytes.LastIndex(head, []byte("\n\n"))
	if i >= 0 && onlyFence.Match(head[i:]) {
		i = bytes.LastIndex(bytes.TrimRight(head[:i], "\n"), []byte("\n\n"))
	}
	return head[max(i, 0):]
}

// paragraphEnd is where the paragraph ends that a place stands in, as far as it is looked at.
func paragraphEnd(text []byte, at int) int {
	end := min(len(text), at+aroundKey)
	if i := bytes.Index(text[at:end], []byte("\n\n")); i >= 0 {
		end = at + i
		if endsBlock.Match(text[at:end]) && end+2 < len(text) {
			end = min(len(text), end+2+aroundKey/2) // a block with the key alone, and what is said of it
			if j := bytes.Index(text[at+i+2:end], []byte("\n\n")); j >= 0 {
				end = at + i + 2 + j
			}
		}
	}
	return end
}

// lastWord is the last word of a text that says what a key opens, "" for none.
func lastWord(text []byte) string {
	words := opensWith.FindAll(text, -1)
	if words == nil {
		return ""
	}
	return string(words[len(words)-1])
}

// ofImage reports whether a file says how an image is made: what it has a shell put into a
// file of keys is there for everybody who runs the image, and no command of this machine.
func ofImage(file string) bool {
	base := strings.ToLower(path.Base(file))
	return strings.Contains(base, "dockerfile") || strings.Contains(base, "containerfile")
}

// Texts by which machines are set up: what a string in them has a shell do is done there.
var (
	templates = lazydfa.New(`(?i)\.(?:hcl|tf|tfvars|tftpl|tpl|json|ya?ml|bicep|cfg|ks|preseed)$|user-?data|cloud-?init|kickstart`)
	fenceOf   = lazydfa.New("(?m)^[ \t>]*(?:```+|~~~+)[ \t]*([\\w.-]*)[^\n`]*$")
	languages = lazydfa.New(`(?i)^(?:hcl|tf|terraform|packer|json[c5]?|ya?ml|dockerfile|containerfile|docker|cloud-config|bicep|ansible|toml|ini)$`)
)

// template reports whether a place is in such a text, or in a block of one in a document.
func (f *finder) template(at int) bool {
	if templates.MatchString(f.file) {
		return true
	}
	open, language := false, ""
	for _, m := range fenceOf.FindAllSubmatchIndex(f.text[:at], -1) {
		if open = !open; open {
			language = string(f.text[m[2]:m[3]])
		}
	}
	return open && languages.MatchString(language)
}

// example is what the letters of a key say that stands for one: so much that nobody can make a key
// of their own say it.
var example = lazydfa.New(`(?i)example.{0,12}example|your_?public_?key|public_?key_?here|placeholder|x{12}`)

// realKey reports whether a key is one that somebody may have the other half of: it says
// what it is, and is no row of one letter.
func realKey(kind, text string) bool {
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil || len(raw) < 4 || example.MatchString(text) {
		return false
	}
	n := int(binary.BigEndian.Uint32(raw))
	if n <= 0 || n > len(raw)-4 || string(raw[4:4+n]) != kind {
		return false
	}
	rest := slices.Clone(raw[4+n:])
	slices.Sort(rest)
	return len(slices.Compact(rest)) >= 12
}
