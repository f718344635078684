package party

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestSaidOfServices has one text for each branch of the expressions that are only looked for where a
// text has one of some words: none of the branches is without such a word.
func TestSaidOfServices(t *testing.T) {
	t.Parallel()
	for kind, texts := range map[string][]string{
		Pay: {
			"paypal.me/hkit", "paypal.me?hkit", "paypal.com/paypalme/hkit", "paypal.com/donate?hkit", "paypal.com/cgi-bin/webscr?hkit", "cash.app/$hkit",
			"venmo.com/hkit", "venmo.com/u/hkit", "revolut.me/hkit", "wise.com/pay/hkit", "wise.com/pay/me/hkit", "buymeacoffee.com/hkit",
			"ko-fi.com/hkit", "patreon.com/hkit", "liberapay.com/hkit", "opencollective.com/hkit", "gofundme.com/f/hkit",
			"buy.stripe.com/hkit", "donate.stripe.com/hkit", "checkout.stripe.com/pay/hkit", "square.link/u/hkit",
			"github.com/sponsors/hkit", "monzo.me/hkit", "mollie.me/hkit", "razorpay.me/hkit", "rzp.io/hkit", "tikkie.me/pay/hkit",
			"twint.ch/hkit", "paypal.com/invoice/p/hkit", "commerce.coinbase.com/checkout/hkit", "gumroad.com/l/hkit",
			"Cash App: $hkit", "cash tag $hkit", "Venmo @hkit", "Zelle $hkit", "Revolut @hkit", "wise tag @hkit", "Interac @hkit",
			"Use acct_1HKitHKitHKit2", "Use price_1HKitHKitHKitHKitHKit2", "Use plink_1HKitHKitHKit2",
		},
		Chat: {
			"wa.me/hkit", "api.whatsapp.com/send?hkit", "chat.whatsapp.com/hkit", "t.me/hkit", "telegram.me/hkit", "signal.me/hkit",
			"discord.gg/hkit", "discord.com/invite/hkit", "discord.com/users/hkit", "discord.com/channels/hkit", "join.slack.com/t/hkit",
			"line.me/ti/p/hkit", "m.me/hkit", "slack://user?hkit", "slack://channel?hkit", "Post it in C0QXTKMBWZN.",
		},
		Referral: {
			"referral code HKIT5", "affiliate id HKIT5", "invite link HKIT5", "invitation token HKIT5", "partner key HKIT5", "promo code HKIT5",
			"promotion code HKIT5", "promotional tag HKIT5", "discount code HKIT5", "coupon code HKIT5", "voucher code HKIT5", "creator code HKIT5",
			"associate tag HKIT5", "associates tag HKIT5", "sponsor code HKIT5", "license key HKIT5", "licence key HKIT5", "activation key HKIT5",
			"referral: HKIT5", "affiliate: HKIT5", "coupon: HKIT5", "promo: HKIT5", "referrer: HKIT5", "voucher: HKIT5",
			"?tag=hkit", "?aff=hkit", "?affid=hkit", "?aff_id=hkit", "?aff_code=hkit", "?affiliate_x=hkit", "?ref=hkit", "?ref_id=hkit", "?ref_code=hkit",
			"?referrer=hkit", "?referral=hkit", "?via=hkit", "?partner=hkit", "?partner_id=hkit", "?pid=hkit", "?fpr=hkit", "?a_aid=hkit", "?irclickid=hkit",
			"?clickid=hkit", "?campaignid=hkit", "?associate=hkit", "?ascsubtag=hkit", "?subid=hkit", "?sub_id=hkit", "?coupon=hkit", "?coupon_code=hkit",
			"?promo=hkit", "?promo_code=hkit", "?discount=hkit", "?voucher=hkit", "?invite_code=hkit",
			`x("aid", "hkit-5")`, `aff_id = "hkit"`, `ref_tag = "hkit"`, `associate_id = "hkit"`, `partner_id = "hkit"`,
			"https://harbor.dev/ref/hkit-555", "https://harbor.dev/refer/HKITS",
		},
		Cloud:  {"Let user:hkit.dev in.", "Let group:hkit.dev in.", "Let serviceAccount:hkit.dev in.", "Let domain:hkit.dev in.", "Let principal:hkit.dev in.", "projects/dw-harbor/locations/eu/keyRings/a"},
		Wallet: {"Pay harborkit.eth for it.", "Pay harborkit.Eth for it."},
		Cipher: {"Encrypt to ABCDEFFEDCBAABC4.", "Encrypt it for age1qlzzhjypwhyww9yyfgzqgvcwjezlwtzmrjkgsfncqmcacetpqxyzwlkhnm."},
	} {
		for _, text := range texts {
			found, _ := Said(text)
			if !slices.ContainsFunc(found, func(one Found) bool { return one.Kind == kind }) {
				t.Errorf("%s: %q has %q", kind, text, shown(found))
			}
			if !LookAt(text).Any() {
				t.Errorf("%s: %q is not looked through", kind, text)
			}
		}
	}
}

// TestMore: what is beyond the bound is told, by how many others it hides.
func TestMore(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range MaxFound {
		fmt.Fprintf(&text, "a%d@harbor-kit.dev ", i)
	}
	if found, more := Said(text.String()); len(found) != MaxFound || more {
		t.Errorf("%d parties, more %t", len(found), more)
	}
	text.WriteString("last@harbor-kit.dev")
	if found, more := Said(text.String()); len(found) != MaxFound || !more {
		t.Errorf("%d parties, more %t", len(found), more)
	}
	// What is no party does not count.
	if found, more := LookAt("4").Written(strings.Repeat("1700000000000 ", MaxFound+10) + "IBAN LT60 3250 0841 7712 0046"); len(found) != 1 || more {
		t.Errorf("%d parties, more %t", len(found), more)
	}
}
