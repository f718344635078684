package exec_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/policies"
)

// client is one of policies/tables/lasting.json.
type client struct {
	Looks, Local, Values, Dry, Here []string
	Verb, But, Elsewhere            string
	Word, Lasts, Says, Speaks       string
	Server, Source                  string
	Directed                        *struct {
		Option, Near string
		Looks        []string
		Variables    []string
	}
	With                map[string]string
	Entry, First, Alone bool
	At                  int
}

// TestLastingTable: of each client what is listed passes under an entry for any arguments, and
// a word that nobody knows does not; no pattern is one that cannot be read.
func TestLastingTable(t *testing.T) {
	t.Parallel()
	var table struct {
		Source         string
		Same           map[string]string
		Always         []string
		Clients, Deeds map[string]client
		Gap            string
		Forwards       map[string]string
		Requests       map[string]struct{ Alters, Near, Away, Item, Option string }
		Servers        map[string]struct {
			Host, Near string
			Variables  map[string]struct{ Over, Any bool }
		}
		SQL struct {
			Does, Bounded, All, Aside, Odd string
			Whole                          []struct{ Verb, Of, But, Ends string }
		}
		Overrides struct{ Header, Field, Plain string }
	}
	policies.Table("lasting", &table)
	for name, same := range table.Same {
		if _, a := table.Clients[same]; !a {
			_, b := table.Deeds[same]
			if _, c := table.Requests[same]; !b && !c {
				t.Errorf("%s is the same as %s, which is not there", name, same)
			}
		}
	}
	for name, one := range table.Requests {
		expressions(t, name, one.Alters, one.Near, one.Away, one.Item, one.Option)
	}
	expressions(t, "overrides", table.Overrides.Header, table.Overrides.Field, table.Overrides.Plain)
	for name, one := range table.Servers {
		expressions(t, name, one.Host, one.Near)
	}
	gapped := func(pattern string) string { return strings.ReplaceAll(pattern, "~", table.Gap) }
	expressions(t, "sql", gapped(table.SQL.Does), table.SQL.Bounded, table.SQL.All, table.SQL.Aside, table.SQL.Odd)
	for _, one := range table.SQL.Whole {
		expressions(t, one.Verb, one.Verb, gapped(one.Of), gapped(one.But), one.Ends)
	}
	for name, pattern := range table.Forwards {
		expressions(t, name, pattern)
	}
	for name, c := range table.Deeds {
		expressions(t, name, c.Says)
		if _, twice := table.Clients[name]; twice || c.Lasts == "" && c.Word == "" && c.Says == "" && c.Speaks == "" && len(c.With) == 0 {
			t.Errorf("%s is a client as well, or has no deed", name)
		}
		if _, known := table.Servers[c.Server]; c.Server != "" && !known || c.Speaks != "" && c.Speaks != "sql" {
			t.Errorf("%s: there is no server %q, or no language %q", name, c.Server, c.Speaks)
		}
		if c.Directed != nil {
			expressions(t, name, c.Directed.Option, c.Directed.Near)
		}
		if c.Source == "" && !strings.Contains(table.Source, name) {
			t.Errorf("%s: nothing says where its row is from", name)
		}
		readable(t, name, c)
	}
	for name, c := range table.Clients {
		readable(t, name, c)
		// All in one text, so that it takes one decision.
		all := name + " " + strings.ReplaceAll(strings.Join(c.Looks, "; "+name+" "), " *", "")
		for _, said := range lasting(t, all, name) {
			t.Errorf("under an entry for all of %s: %s", name, said)
		}
		for _, unknown := range []string{" frobnicate", " frobnicate delete x", ` "$FROBNICATE"`} {
			if command := name + unknown; c.Elsewhere != ":" && len(lasting(t, command, name)) == 0 {
				t.Errorf("%s passes under an entry for all of %s", command, name)
			}
		}
	}
}

func readable(t *testing.T, name string, c client) {
	t.Helper()
	patterns := []string{c.Verb, c.But, c.Elsewhere, c.Word, c.Lasts}
	for begins, with := range c.With {
		if patterns = append(patterns, with); strings.HasPrefix(begins, "-") {
			t.Errorf("%s: %s is no sub-command", name, begins)
		}
	}
	expressions(t, name, patterns...)
}

func expressions(t *testing.T, name string, patterns ...string) {
	t.Helper()
	for _, pattern := range patterns {
		if _, err := regexp.Compile(pattern); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// lasting is what is said of the deeds of a command that an entry for any arguments of a program
// does not name.
func lasting(t *testing.T, command, program string) (out []string) {
	t.Helper()
	settings := engine.PlainSettings{"exec": map[string]any{
		"security": "allowlist", "ask": "on-miss", "allowlist": []any{map[string]any{"pattern": program, "anyArguments": true}},
	}}
	for _, reason := range decide(t, sharedDecider(), request(command), settings).Reasons {
		if strings.Contains(reason.Message, "no entry of the allow-list names that") {
			out = append(out, reason.Message)
		}
	}
	return out
}

// TestDeedsUnderWideEntries: what lasts on another machine is asked about under the widest entry
// for its program, and what looks or stays here is not.
func TestDeedsUnderWideEntries(t *testing.T) {
	t.Parallel()
	for want, commands := range map[bool][]string{
		true: {
			"gh api -X DELETE repos/o/r", "gh api repos/o/r/issues -f title=x", "gh api -XPATCH repos/o/r", "gh repo archive o/r", "gh release upload v1 a --clobber",
			"gh secret set X", "gh workflow run ci.yml", "gh pr close 3 --delete-branch", "gh api graphql -f query='mutation { x }'", "gh -R o/r release delete v1", "gh $X", "gh some-extension x",
			"docker buildx build --output type=registry .", "docker compose build --push", "docker -c x image push x", "podman push x", "oras push r/x a", "regctl image copy a b",
			"python3 -m twine upload a.whl", "cargo yank --version 1.0.0 x", "cargo owner --add x", "gem yank a -v 1", "mvn -q clean deploy", "./gradlew publish", "npm -w pkg publish",
			"npm deprecate x@1 m", "npm dist-tag add x@1 latest", "npm publish --dry-run false", "npm publish --dry-run=false", "yarn workspace a npm publish", "pnpm -r publish",
			"kubectl -n prod drain n1", "kubectl apply --dry-run=none -f x", "kubectl exec x -- rm -rf /data", "oc delete pod x", "helm rollback x 1", "terraform -chdir=x destroy",
			"tofu apply", "terraform state rm a", "pulumi stack rm s", "rclone purge r:x", "rsync -a --delete a/ host:b/", "hg push -f", "svn commit -m x",
			"curl -sXDELETE https://a.example/x", "curl -T f https://a.example/x", "curl -Q 'DELE x' ftp://a.example/", "gh repo delete o/r --help=false", "npm publish --dry-run --dry-run=0", "python3 -m hatch publish", "curl -X PUT http://localhost/x https://a.example/y", "curl -X $M https://a.example/",
			"curl -X DELETE http://localhost@a.example/", "curl -X DELETE http://127.0.0.1.a.example/", "curl -X DELETE http://localhost$X", "wget --method=DELETE https://a.example/x",
			"aws s3 rb s3://b", "aws ec2 terminate-instances --instance-ids i-1", "aws --profile p dynamodb delete-table --table-name t", "gcloud compute instances delete describe",
			"az group delete -n x", "flyctl -a app deploy", "vercel", "vercel ./dist", "netlify deploy", "heroku apps:destroy x", "supabase db reset --linked", "prisma migrate reset",
			"redis-cli -h h FLUSHALL", "git push -f -o --dry-run origin main", "glab api -X DELETE projects/1", "glab mr merge 3 --remove-source-branch", "gh pr merge 3 -sd", "kubectl replace -f x",
		},
		false: {
			"gh pr view 1", "gh pr create --title x", "gh pr merge 3 --squash", "glab mr merge 3", "kubectl create namespace x", "terraform stacks validate", "gh api -X GET search/issues -f q=x", "gh api graphql -f query='{ viewer { login } }'", "gh repo delete --help",
			"docker build .", "docker build --build-arg push=true .", "docker buildx build --output type=local,dest=out .", "docker compose up -d", "crane manifest r/x",
			"cargo publish --dry-run", "mvn -DskipTests package", "gradle publishToMavenLocal", "npm test", "npm dist-tag ls x", "npm publish --dry-run", "yarn build",
			"kubectl -n prod get pods", "kubectl apply --dry-run=client -f x", "kubectl config set-context x", "helm template x ./c", "helm install x ./c --dry-run", "terraform plan -destroy",
			"terraform state list", "pulumi preview", "rclone copy r:x out", "rclone sync a b", "rsync -a --delete src/ dest/", "rsync -a --delete host:a/ b/", "svn delete a",
			"curl -X get https://a.example/x", "curl -d x=1 https://a.example/search", "curl -X POST http://localhost:3000/x", `curl -X DELETE "http://localhost:3000/api/$ID"`,
			"curl -X DELETE http://[::1]:8080/", "aws s3 ls", "aws newsvc describe-things", "gcloud container clusters get-credentials c", "az vm show -n x", "flyctl -a app logs",
			"heroku logs", "supabase db reset", "prisma migrate dev", "redis-cli get x", "git push origin main", "git push --dry-run -f", "git fetch --prune",
		},
	} {
		for _, command := range commands {
			if got := len(lasting(t, command, strings.Fields(command)[0])) > 0; got != want {
				t.Errorf("%s: asked about is %v, want %v", command, got, want)
			}
		}
	}
}

// TestEachDeed: of each program that mostly works here, a command that does something which
// lasts elsewhere is asked about, and one that does not is not.
func TestEachDeed(t *testing.T) {
	t.Parallel()
	var table struct{ Deeds, Requests map[string]any }
	policies.Table("lasting", &table)
	cases := map[string][2]string{
		"ansible-galaxy":    {"collection publish a.tar.gz", "collection install a"},
		"argocd":            {"app delete x", "app list"},
		"buildah":           {"push a r/a", "build ."},
		"bun":               {"publish", "run test"},
		"cargo":             {"yank x", "build"},
		"cdk":               {"deploy", "synth"},
		"changeset":         {"publish", "version"},
		"clickhouse-client": {"-h db -q 'drop table x'", "-h db -q 'select 1'"},
		"conan":             {"upload x", "install ."},
		"docker":            {"--context prod rm x", "--context prod ps"},
		"docker-compose":    {"push", "up -d"},
		"dotnet":            {"nuget push a.nupkg", "build"},
		"dropdb":            {"-h db x", "x"},
		"dropuser":          {"-h db x", "x"},
		"dvc":               {"push", "pull"},
		"eas":               {"submit", "build"},
		"eb":                {"terminate", "status"},
		"eksctl":            {"delete cluster x", "get cluster"},
		"etcdctl":           {"del x", "get x"},
		"flit":              {"publish", "build"},
		"gem":               {"yank a", "list"},
		"git":               {"svn dcommit", "svn fetch"},
		"goreleaser":        {"release", "check"},
		"gradle":            {"publish", "build"},
		"hatch":             {"publish", "build"},
		"helmfile":          {"destroy", "diff"},
		"hg":                {"push -f", "push"},
		"http":              {"DELETE https://a.example", "https://a.example"},
		"huggingface-cli":   {"upload x y", "download x"},
		"ko":                {"apply -f x", "version"},
		"lerna":             {"publish", "run test"},
		"mc":                {"rb x/y", "ls x"},
		"mix":               {"hex.publish", "test"},
		"mongoimport":       {"--host db --drop x.json", "--host db x.json"},
		"mongorestore":      {"--host db --drop", "--host db"},
		"mongosh":           {"mongodb://db/x --eval 'db.dropDatabase()'", "mongodb://db/x --eval 'db.a.find()'"},
		"mvn":               {"deploy", "package"},
		"mysql":             {"-h db -e 'truncate x'", "-e 'truncate x'"},
		"mysqladmin":        {"-h db drop x", "-h db status"},
		"nomad":             {"job stop x", "job status x"},
		"npm":               {"unpublish a", "test"},
		"nuget":             {"push a.nupkg", "list"},
		"nx":                {"release", "build"},
		"ovsx":              {"publish", "get a"},
		"pack":              {"build x --publish", "build x"},
		"pdm":               {"publish", "build"},
		"pg_restore":        {"-h db -c dump", "-h db -Fc dump"},
		"pnpm":              {"unpublish a", "test"},
		"pod":               {"trunk push a", "install"},
		"poetry":            {"publish", "build"},
		"psql":              {"-h db -c 'drop schema x'", "-h db -c 'select 1'"},
		"railway":           {"down", "status"},
		"redis-cli":         {"-h db FLUSHDB", "-h db GET x"},
		"s3cmd":             {"rb s3://x", "ls"},
		"sam":               {"delete", "build"},
		"skaffold":          {"delete", "build"},
		"sls":               {"remove", "info"},
		"twine":             {"upload a.whl", "check a.whl"},
		"uv":                {"publish", "sync"},
		"vault":             {"kv delete x", "kv get x"},
		"vsce":              {"unpublish a", "ls"},
		"yarn":              {"npm publish", "build"},
	}
	for _, rows := range []map[string]any{table.Deeds, table.Requests} {
		for name := range rows {
			one, found := cases[name]
			if !found {
				t.Errorf("%s has no case", name)
				continue
			}
			for i, words := range one {
				if got := len(lasting(t, name+" "+words, name)) > 0; got != (i == 0) {
					t.Errorf("%s %s: asked about is %v", name, words, got)
				}
			}
		}
	}
}
