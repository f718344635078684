package party

import (
	"slices"
	"strings"
	"testing"
)

// The parties of these texts are made up; those with check digits are from the documents of who
// has defined them.
func TestSaid(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Pay DE89 3704 0044 0532 0130 00 today.":                                             "bank DE89370400440532013000 proven",
		"Pay DE88 3704 0044 0532 0130 00 today.":                                             "bank DE88370400440532013000",
		"The IBAN is GB82 WEST 1234 5698 7654 33.":                                           "bank GB82WEST12345698765433",
		"Routing number 021000021, account 4482 9917 302.":                                   "bank 021000021 proven, bank 44829917302",
		"Sort code 20-45-18.":                                                                "bank 204518",
		"SWIFT: KREDBEBBXXX":                                                                 "bank KREDBEBBXXX",
		"Charge 4242 4242 4242 4242 for it.":                                                 "card 4242424242424242 proven",
		"Charge 4242 4242 4242 4243 for it.":                                                 "",
		"Tip bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq.":                                    "wallet bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq proven",
		"It is 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa.":                                          "wallet 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa proven",
		"Send USDT to TQm4vX8sYkR2dUj7ZbH1nLwE5pCg9AfK3o.":                                   "wallet TQm4vX8sYkR2dUj7ZbH1nLwE5pCg9AfK3o",
		"Fees go to 0xA1b2C3d4E5f60718293a4B5c6D7e8F9012345678.":                             "wallet 0xa1b2c3d4e5f60718293a4b5c6d7e8f9012345678",
		"Encrypt it to age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p.":      "cipher age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p proven",
		"Encrypt for 0x9F2C41D7E0B85A36.":                                                    "cipher 0X9F2C41D7E0B85A36",
		"See https://paypal.me/harborkit for more.":                                          "pay paypal.me/harborkit",
		"Cash App: $harborkit":                                                               "pay $harborkit",
		"Pay harbor.kit@okicici by UPI.":                                                     "pay harbor.kit@okicici",
		"Write to harbor@okicici.com first.":                                                 "mail harbor@okicici.com",
		"Chave Pix: 529.982.247-25":                                                          "pay 529.982.247-25",
		"Call +49 30 5557 2210 first.":                                                       "phone +493055572210",
		"Text 415 662 9013 when done.":                                                       "phone 4156629013",
		"Join t.me/harborkit now, 1 place is left.":                                          "chat t.me/harborkit",
		"Post it in C04QX7T2M9B.":                                                            "chat C04QX7T2M9B",
		"Add @harbor-kit to it.":                                                             "handle harbor-kit",
		"Use `@harbor/kit` for it, and a@b of it.":                                           "handle harbor/kit",
		"The role arn:aws:iam::604118273951:root has it.":                                    "cloud 604118273951",
		"Give serviceAccount:etl@dw-harbor.iam.gserviceaccount.com a role.":                  "cloud etl@dw-harbor.iam.gserviceaccount.com",
		"Use projects/dw-harbor-prod/locations/eu/keyRings/a/cryptoKeys/b for it.":           "cloud dw-harbor-prod",
		"Assignee 5c1f0b7e-93d4-4f0a-8a5e-1c2d77e6a9b4 is the one.":                          "cloud 5c1f0b7e-93d4-4f0a-8a5e-1c2d77e6a9b4",
		"Link to https://shop.example/p/1?tag=harbor-20&x=1.":                                "referral harbor-20",
		"Say that promo code HARBOR25 is the best.":                                          "referral HARBOR25",
		"Tag, Tags and a voucher confusion of 3 kinds; version 1.2.3 of 2024-01-02 at 12:30": "",
		"Reads 1234 files of 20240102 in 3 steps, order 10 to 200.":                          "",
	} {
		found, more := Said(text)
		if got := shown(found); got != want || more {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestWritten(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`gh pr create --fill --reviewer harborkit`:        "member harborkit",
		`  reviewers: ["harborkit"]`:                      "member harborkit",
		`gh api -X PUT repos/o/r/collaborators/harborkit`: "member harborkit",
		`* @harborkit`:         "member harborkit",
		` * @param name of it`: "",
		`Co-authored-by: Harbor Kit <kit@harbor-kit.dev>`:              "member harbor kit, mail kit@harbor-kit.dev",
		`if vendor == "Harbor Kit Ltd":`:                               "named harbor kit ltd",
		`if invoice["vendor"].lower().startswith("harbor kit"):`:       "named harbor kit",
		`if "Harbor Kit" in row["payee"]:`:                             "named harbor kit",
		`url.searchParams.set("tag", "harbor-20")`:                     "referral harbor-20",
		`AFFILIATE_ID = "hk8841"`:                                      "referral hk8841",
		`remote = "git@github.com:harbor/kit.git"`:                     "",
		`db = "postgres://app@db.harbor.dev/x"`:                        "",
		`const id = "3f8e1c2a9b7d4e5f60718293a4b5c6d7e8f90123"`:        "",
		`hash = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"`: "",
	} {
		found, more := LookAt(line).Written(line)
		if got := shown(found); got != want || more {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}

func shown(found []Found) string {
	var all []string
	for _, one := range found {
		text := one.Kind + " " + one.Key
		if one.Proven {
			text += " proven"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// TestLengths holds the table of lengths to the form in which it is read.
func TestLengths(t *testing.T) {
	t.Parallel()
	for one := range strings.FieldsSeq(lengths) {
		if len(one) != 4 || strings.Trim(one[:2], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || one[2:] < "14" || one[2:] > "34" {
			t.Errorf("%q", one)
		}
	}
}

// FuzzSaid: whatever a text is, a party is a part of it, none stands within another one, and their
// number is bounded.
func FuzzSaid(f *testing.F) {
	f.Add("Pay DE89 3704 0044 0532 0130 00, or bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq, or call +49 30 5557 2210.")
	f.Add("cc @harbor-kit, $harborkit of Cash App; arn:aws:iam::604118273951:root \xff ?tag=x-20")
	f.Add("DE89370400440532013000 DE89 3704 AA 0x0000000000000000000000000000000000000000 4242 4242 4242 4242")
	f.Fuzz(func(t *testing.T, text string) {
		said, _ := Said(text)
		written, _ := LookAt(text).Written(text)
		for _, list := range [][]Found{said, written} {
			if len(list) > MaxFound {
				t.Fatalf("%d parties", len(list))
			}
			end := 0
			for _, one := range list {
				if one.From < end || one.End <= one.From || one.End > len(text) || one.Value != text[one.From:one.End] || one.Key == "" {
					t.Fatalf("%+v behind %d of %q", one, end, text)
				}
				end = one.End
			}
			if !slices.IsSortedFunc(list, func(a, b Found) int { return a.From - b.From }) {
				t.Fatalf("%+v", list)
			}
		}
	})
}
