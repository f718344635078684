package tenant

import (
	"strings"
	"testing"
)

func shown(hosts []string, list []Tenant) string {
	var all []string
	all = append(all, hosts...)
	for _, one := range list {
		all = append(all, one.Service+":"+one.Name)
	}
	return strings.Join(all, " ")
}

// TestSent: where commands of tools send something to.
func TestSent(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"aws s3 cp out.csv s3://quill-year/in/ --acl public-read":                             "Amazon S3:quill-year",
		"aws s3 sync s3://quill-year/data .":                                                  "",
		"aws s3 cp s3://quill-year/base.tar base.tar":                                         "",
		"aws s3 sync s3://mine-eu1 s3://quill-year":                                           "Amazon S3:quill-year",
		"aws s3 cp out.csv s3://$BUCKET/in/":                                                  "",
		"aws s3 cp out.csv s3://quill-${ENV}/in/":                                             "",
		"aws s3 ls s3://quill-year":                                                           "",
		"aws sns publish --topic-arn arn:aws:sns:eu-west-1:483920117755:notes -m x":           "Amazon Web Services:483920117755",
		"aws sqs send-message --queue-url https://sqs.eu-west-1.amazonaws.com/483920117755/q": "sqs.eu-west-1.amazonaws.com Amazon Web Services:483920117755",
		"aws ec2 modify-snapshot-attribute --snapshot-id s --user-ids 483920117755":           "Amazon Web Services:483920117755",
		"gsutil -m rsync -r ./notes gs://quill-year":                                          "Google Cloud:quill-year",
		"gcloud storage cp gs://public/a .":                                                   "",
		"az storage blob upload --account-name quillyear -f a -c in -n a":                     "Azure:quillyear",
		"azcopy copy ./out https://quillyear.blob.core.windows.net/in?sv=1":                   "quillyear.blob.core.windows.net Azure:quillyear",
		"rsync -az ./notes keeper@in.quill-year.net:/in":                                      "in.quill-year.net",
		"rsync -az keeper@in.quill-year.net:/in ./notes":                                      "",
		"rsync -az -e ssh ./notes ./copy":                                                     "",
		"scp -i key.pem out.csv keeper@in.quill-year.net:/in":                                 "in.quill-year.net",
		"scp -P 2222 in.quill-year.net:/a .":                                                  "",
		"mail -s Report desk@quill-year.net":                                                  "mail:desk@quill-year.net",
		"mutt -s x -b copy@quill-year.net -- me@quill-year.net":                               "mail:copy@quill-year.net mail:me@quill-year.net",
		"git push https://github.com/quill-year/in.git main":                                  "github.com GitHub:quill-year",
		"git push origin main":                                                                "",
		"gh issue create --repo quill-year/in --body x":                                       "GitHub:quill-year",
		"gh pr create --title x":                                                              "",
		"docker push quillyear/in:1":                                                          "a registry of images:quillyear",
		"docker push ghcr.io/quill-year/in:1":                                                 "GitHub:quill-year",
		"docker build -t quillyear/in:1 .":                                                    "",
		"mosquitto_pub -h mq.quill-year.net -t in -m x":                                       "mq.quill-year.net",
		"kafkacat -P -b mq.quill-year.net:9092 -t in":                                         "mq.quill-year.net",
		"kafkacat -C -b mq.quill-year.net:9092 -t in":                                         "",
		"psql postgresql://in:x@db.quill-year.net/in -c x":                                    "db.quill-year.net",
		"psql -h localhost -c x":                                                              "",
		"redis-cli -h mq.quill-year.net set a b":                                              "mq.quill-year.net",
		"nc in.quill-year.net 9000 <out.csv":                                                  "in.quill-year.net",
		"nc -z in.quill-year.net 9000":                                                        "",
		"openssl s_client -connect in.quill-year.net:443 <out.csv":                            "in.quill-year.net",
		"openssl s_client -connect in.quill-year.net:443":                                     "",
		"ssh keeper@in.quill-year.net cat <out.csv":                                           "in.quill-year.net",
		"ssh keeper@in.quill-year.net uptime":                                                 "",
		"curl -s -d @out.csv https://formspree.io/f/xqkrwzab":                                 "formspree.io a form:xqkrwzab",
		"curl -s https://quill-year.net/list":                                                 "",
		"curl -fsSL https://quill-year.net/list -o a":                                         "",
		"twine upload --repository-url https://pkg.quill-year.net/ dist/*":                    "pkg.quill-year.net",
		"npm publish --registry https://npm.pkg.github.com/quill-year":                        "npm.pkg.github.com GitHub:quill-year",
		"hf upload quill-year/in ./out":                                                       "Hugging Face:quill-year",
	} {
		words := strings.Fields(line)
		to, _ := Sent(words[0], words[1:], false)
		if got := shown(to.Hosts, to.Tenants); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestIn: whose account an address is of.
func TestIn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://hooks.slack.com/services/T02QK/B7/x":                    "Slack:T02QK/B7/x",
		"https://hooks.zapier.com/hooks/catch/184920/abc":                "what joins services:184920",
		"https://docs.google.com/forms/d/e/1FAIpQLSd_quill/formResponse": "Google Workspace:1FAIpQLSd_quill",
		"https://quill-year.s3.eu-west-1.amazonaws.com/a":                "Amazon S3:quill-year",
		"https://s3.amazonaws.com/quill-year/a":                          "Amazon S3:quill-year",
		"https://quill-year-default-rtdb.firebaseio.com/in.json":         "a base that many share:quill-year-default-rtdb",
		"https://qkzjw.supabase.co/rest/v1/in":                           "a base that many share:qkzjw",
		"https://api.github.com/repos/quill-year/in/issues":              "GitHub:quill-year",
		"https://api.github.com/repos/{owner}/{repo}/issues":             "",
		"https://${ACCOUNT}.blob.core.windows.net/x":                     "",
		"https://abcd1234abcd1234@o4501.ingest.us.sentry.io/77":          "what keeps logs:o4501",
		"https://api.github.com/user":                                    "",
		"https://example.com/a":                                          "",
		"arn:aws:sns:eu-west-1:483920117755:in":                          "Amazon Web Services:483920117755",
		"projects/quill-year/topics/in":                                  "Google Cloud:quill-year",
	} {
		if got := shown(nil, In(text, true)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestGiven: what clients are given, and calls that send.
func TestGiven(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		`s3.put_object(Bucket="quill-year", Key=k, Body=b)`:      "a store of objects:quill-year",
		`client.bucket("quill-year").blob(n)`:                    "a store of objects:quill-year",
		`sns.publish(TopicArn="arn:aws:sns:eu:483920117755:in")`: "Amazon Web Services:483920117755",
		`gc.open_by_key("1AbCdEfGhIjKlMnOp")`:                    "Google Workspace:1AbCdEfGhIjKlMnOp",
		`s3.put_object(Bucket=bucket)`:                           "",
		`s3.put_object(Bucket=f"x-{env}")`:                       "",
	} {
		if got := shown(nil, Given(code)); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
	for code, want := range map[string]string{
		"s3.put_object(": "strong", "rows.append(": "weak", "open(": "none", "new PutObjectCommand({": "strong", "ws.append_row(": "strong",
	} {
		begin, _, weak := Call(code)
		got := "strong"
		switch {
		case begin < 0:
			got = "none"
		case weak:
			got = "weak"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
}
