package provision

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Expressions over statements of SQL, in scripts, migrations, blocks and strings of programs.
var (
	newLogin = lazydfa.New("(?i)\\b(?:create|alter)\\s+(?:role|user|login)\\s+(?:if\\s+not\\s+exists\\s+)?[\"'`\\[]?([\\w.-]+)[\"'`\\]]?([^;]{0,200}?\\b(?:password|identified\\s+(?:with\\s+\\w+\\s+)?by)\\s*=?\\s*N?(?:''|[\"']{1,2})([^\"'$<>{}:%\\s]{3,64})[\"'][^;]{0,200})")
	superior = lazydfa.New(`(?i)\bsuperuser\b|\bbypassrls\b`)
	allOf    = lazydfa.New("(?i)\\bgrant\\s+all(?:\\s+privileges)?\\s+on\\s+\\*\\.\\*\\s+to\\s+[\"'`]?([\\w.-]+)|\\badd\\s+member\\s+[\"'`\\[]?([\\w.-]+)|\\bsp_addsrvrolemember\\s+(?:@\\w+\\s*=\\s*)?N?'([\\w.-]+)'|\\balter\\s+(?:role|user)\\s+[\"'`]?([\\w.-]+)[\"'`]?\\s+(?:with\\s+)?superuser\\b|\\bgrant\\s+(?:dba|rds_superuser|cloudsqlsuperuser|pg_execute_server_program|pg_write_server_files|sysdba)\\s+to\\s+[\"'`]?([\\w.-]+)")
	ofServer = lazydfa.New(`(?i)\badd\s+member\b`)
	sysadmin = lazydfa.New(`(?i)\b(?:sysadmin|securityadmin|control\s+server|db_owner)\b`)
	runs     = lazydfa.New(`(?i)\bcopy\b[^;]{0,400}?\b(?:to|from)\s+program\s+(?:E|\$\w*\$)?'{0,2}\s*([^;\n]{1,300})|\b(?:exec(?:ute)?\s+)?(?:master\s*\.\s*\w*\s*\.\s*)?xp_cmdshell\s*(?:["']?\s*,\s*1\b|N?''?)([^;\n]{0,300})|\bsys_(?:exec|eval)\s*\(\s*'([^;\n]{1,300})|\bdbms_scheduler\s*\.\s*create_job\b[^;]{0,300}?'executable'([^;\n]{0,300})`)
	sentOff  = lazydfa.New(`(?i)\b(?:dblink(?:_\w+)?\s*\(\s*(?:'\w+'\s*,\s*)?(?:format\s*\(\s*)?'{1,2}[^;']{0,200}?\bhost(?:addr)?=|create\s+subscription\b[^;]{0,300}?\bhost(?:addr)?=|create\s+server\b[^;]{0,300}?\bhost\s+'|master_host\s*=\s*'|source_host\s*=\s*'|(?:net|extensions)\.http_\w+\s*\(\s*(?:url\s*:?=>?\s*)?'https?://|\bhttp_(?:post|put|get)\s*\(\s*'https?://|utl_http\.\w+\s*\(\s*'https?://|sp_invoke_external_rest_endpoint\b[^;]{0,200}?'https?://|sp_addlinkedserver\b[^;]{0,300}?@datasrc\s*=\s*N?')([\w-]+(?:\.[\w-]+)+)`)
	triggers = lazydfa.New(`(?i)\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\b|\bcron\.schedule\b|\bcreate\s+event\b`)
	unguards = lazydfa.New(`(?i)\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w."]+)\s+disable\s+row\s+level\s+security|\b(sql_log_bin)\s*=\s*0|\bset\s+global\s+(general_log|log_bin|audit_log_\w+)\s*=\s*(?:0|off|none)\b|\balter\s+server\s+audit\s+([^;]{1,80}?)\s+with\s*\(\s*state\s*=\s*off|\bdrop\s+(?:server\s+|database\s+)?audit\s+(\w[\w\s]{0,60})|\bdrop\s+extension\s+(?:if\s+exists\s+)?(pgaudit)\b|\b(pgaudit\.log|log_statement|log_connections)\s*(?:=|to)\s*'?(?:none|off)\b|\b(noaudit)\s+\w+|\buninstall\s+plugin\s+(\w*audit\w*)|\b(session_replication_role)\s*(?:=|to)\s*'?replica`)
	guards   = lazydfa.New(`(?i)\benable\s+row\s+level\s+security|session_replication_role\s*(?:=|to)\s*'?(?:origin|default)|sql_log_bin\s*=\s*1`)
)

// database finds what statements of SQL open, run, send off or no longer guard.
func (f *finder) database() {
	f.superiors()
	for _, m := range runs.FindAllSubmatchIndex(f.text, maxFound+1) {
		what := f.shownIn(m)
		if strings.HasPrefix(what, "%") { // format('… TO PROGRAM %L', …, 'curl …'): it stands behind the text
			rest := f.text[m[1]:min(len(f.text), m[1]+reach)]
			if i := bytes.IndexByte(rest, ';'); i >= 0 {
				rest = rest[:i]
			}
			what = strings.ToValidUTF8(what+" "+string(bytes.TrimSpace(rest)), "")
		}
		f.led(Found{Kind: Database, Name: "runs", To: []string{what}, From: m[0], End: m[1]})
	}
	for _, m := range sentOff.FindAllSubmatchIndex(f.text, maxFound+1) {
		name := "sends"
		if triggers.Match(f.text) {
			name = "copies"
		}
		f.led(Found{Kind: Database, Name: name, To: []string{strings.ToLower(string(f.text[m[2]:m[3]]))}, From: m[0], End: m[1]})
	}
	for _, m := range unguards.FindAllSubmatchIndex(f.text, maxFound+1) {
		f.led(Found{Kind: Database, Name: "unguards", To: []string{f.shownIn(m)}, Limited: guards.Match(f.text[m[1]:]), From: m[0], End: m[1]})
	}
}

// superiors finds logins that may do everything, and whose password the text has written out.
func (f *finder) superiors() {
	raised := map[string]bool{}
	for _, m := range allOf.FindAllSubmatchIndex(f.text, maxFound+1) {
		if ofServer.Match(f.text[m[0]:m[1]]) && !sysadmin.Match(f.text[max(0, m[0]-leadOf):m[1]]) {
			continue
		}
		raised[strings.ToLower(f.shownIn(m))] = true
	}
	for _, m := range newLogin.FindAllSubmatchIndex(f.text, maxFound+1) {
		name := string(f.text[m[2]:m[3]])
		if superior.Match(f.text[m[4]:m[5]]) || raised[strings.ToLower(name)] {
			f.led(Found{Kind: Database, Name: "superuser", To: []string{name, string(f.text[m[6]:m[7]])}, From: m[0], End: min(m[1], m[0]+leadOf)})
		}
	}
}

// shownIn is the part of a match that took part in it, in one line.
func (f *finder) shownIn(m []int) string {
	for i := 2; i+1 < len(m); i += 2 {
		if m[i] >= 0 {
			return strings.ToValidUTF8(string(bytes.TrimSpace(f.text[m[i]:m[i+1]])), "")
		}
	}
	return strings.ToValidUTF8(string(f.text[m[0]:min(m[1], m[0]+leadOf)]), "")
}
