package provision_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/provision"
)

// TestShared: whom a text hands to what is made in a cloud, in each of its forms.
func TestShared(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"source \"amazon-ebs\" \"a\" {\n  ami_users = [\"590184203377\"]\n}\n":                                                                                "ami_users 590184203377",
		"source \"amazon-ebs\" \"a\" {\n  snapshot_users = [\n    \"590184203377\",\n  ]\n}\n":                                                                "snapshot_users 590184203377",
		"aws ec2 modify-image-attribute --image-id $I --launch-permission 'Add=[{UserId=590184203377}]'\n":                                                    "userid 590184203377",
		"aws rds modify-db-snapshot-attribute --attribute-name restore --values-to-add 590184203377\n":                                                        "values-to-add 590184203377",
		"aws lambda add-permission --function-name $F --principal 590184203377\n":                                                                             "principal 590184203377",
		"aws sqs add-permission --queue-url $Q --aws-account-ids 590184203377 --actions '*'\n":                                                                "aws-account-ids 590184203377",
		"aws kms create-grant --key-id $K --grantee-principal arn:aws:iam::590184203377:root\n":                                                               "grantee-principal 590184203377",
		"resource \"aws_sns_topic_policy\" \"p\" {\n  policy = jsonencode({ Statement = [{ Principal = { AWS = \"arn:aws:iam::590184203377:root\" } }] })\n}": "aws 590184203377",
		"resource \"aws_sqs_queue_policy\" \"p\" {\n  policy = jsonencode({ Statement = [{ Principal = \"*\", Action = \"sqs:*\" }] })\n}":                    "sqs:* everybody",
		"gcloud storage buckets add-iam-policy-binding gs://b --member=allUsers --role=roles/storage.objectAdmin\n":                                           "roles/storage.objectAdmin allUsers",
		"gcloud compute images add-iam-policy-binding i --member=allUsers --role=roles/compute.imageUser\n":                                                   "roles/compute.imageUser allUsers",
		"aws s3api put-bucket-acl --bucket b --grant-read emailaddress=ops@pixelvault.dev\n":                                                                  "read ops@pixelvault.dev",
		"az sig share add --gallery-name n --tenant-ids 7c1d2f3a-89b2-4b0a-9c3e-6f3b27a1d9c5\n":                                                               "tenant 7c1d2f3a-89b2-4b0a-9c3e-6f3b27a1d9c5",
		"resource \"aws_sqs_queue_policy\" \"p\" {\n  policy = jsonencode({ Statement = [{ Effect = \"Deny\", Principal = \"*\", Action = \"sqs:*\" }] })\n}": "",
		"source_ami_filter {\n  owners = [\"590184203377\"]\n}\n":                                                                                             "",
	} {
		found, _ := provision.Find("a.tf", []byte(text))
		var got []string
		for _, one := range found {
			if one.Kind == provision.Shared {
				got = append(got, one.Name+" "+strings.Join(one.To, ","))
			}
		}
		if line := strings.Join(got, "; "); line != want {
			t.Errorf("%q: %q, want %q", text, line, want)
		}
	}
}
