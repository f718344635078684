package party

import (
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

var (
	// called are accounts of such services by their names.
	called  = lazydfa.New(`(?i)\b(cash ?app|cash ?tag|venmo|zelle|paypal(?:\.me)?|revolut|wise ?tag|interac)\b[^\n.;$@]{0,24}([$@][A-Za-z][\w.-]{2,30})`)
	pix     = lazydfa.New(`(?i)\b(chave pix|pix key|pix)\b[^\n0-9a-z]{0,8}(?:\(\w+\)|key|chave|:|é|is|cpf|\s){0,4}([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2})`)
	connect = lazydfa.New(`(?i)["'\s=:(](acct_[0-9A-Za-z]{14,24}|price_1[0-9A-Za-z]{20,30}|plink_[0-9A-Za-z]{14,30})\b`)
	// coded are words behind which a code stands that somebody is paid by.
	coded = lazydfa.New(`(?i)\b((?:referral|affiliate|invite|invitation|partner|promo(?:tion(?:al)?)?|discount|coupon|voucher|creator|associates?|sponsor|licen[sc]e|activation)[ _-]?(?:code|id|tag|key|link|token)|(?:referral|affiliate|coupon|promo|referrer|voucher)(?:["'*\x60]?\s*[:=→]|\s+["'*\x60]))s?\b?["'*\x60\])]*\s*(?:[:=→]|=>|is|,)?\s*(?:of |as )?["'*\x60\[(]*((?-i:[A-Z0-9]*[A-Z][A-Z0-9]*[0-9][A-Z0-9-]*|[A-Z]{5,20}|[a-z0-9]+(?:-[a-z0-9]+)*-2[0-9]|[a-z]+[-_]?[a-z]*[0-9]{2,}[a-z0-9]*))(?:$|[^\w-])`)
	// tagged are parts of an address by which a seller knows who has sent somebody.
	tagged = lazydfa.New(`(?i)[?&](tag|aff|affid|aff_?id|aff_?code|affiliate\w*|ref|ref_?id|ref_?code|refer(?:rer|ral)\w*|via|partner(?:_?id)?|pid|fpr|a_aid|irclickid|clickid|campaignid|associate\w*|ascsubtag|subid|sub_id|coupon|coupon_?code|promo|promo_?code|discount\w*|voucher|invite_?code)=([A-Za-z0-9][\w.-]{2,60})`)
	// settled are names in a program that hold such a part.
	settled = lazydfa.New(`(?i)(?:["'\s({,_\[]|^)(aff(?:iliate)?_?(?:id|tag|code)?|ref(?:erral|errer)?_?(?:id|tag|code)|associate_?(?:id|tag)|partner_?(?:id|tag|code)|promo_?code|coupon_?code|coupon|voucher)["'\])]*\s*(?:=>|:=|[:=])\s*["']([A-Za-z0-9][\w-]{2,40})["']`)
	// paired is the same where both stand between quotes, as in a call that sets a part of an address.
	paired = lazydfa.New(`(?i)["'](tag|aid|aff\w*|ref|ref_?id|referral\w*|via|partner\w*|pid|fpr|irclickid|subid|ascsubtag|associate\w*|promo\w*|coupon\w*)["']\s*(?:,|:|\]\s*=)\s*["']((?:[A-Za-z][\w.]*-)*[\w.-]*[0-9][\w.-]*)["']`)
	// invited are paths that say who has invited somebody.
	invited = lazydfa.New(`(?i)://[^\s"'\x60<>()]{3,60}/(ref|referral|refer|affiliates?)/((?:[A-Za-z]+[-_]?)*[0-9][\w-]{2,40}|(?-i:[A-Z0-9]{5,20}))`)
)

// services finds accounts of payment services and of messengers.
func (f *finder) services() {
	if strings.ContainsAny(f.text, "/?#") {
		f.each(tables().paid, func(word string, from, end int) {
			f.add(Found{Kind: Pay, Key: strings.ToLower(word + "/" + f.text[from:end]), Word: strings.ToLower(word), From: from, End: end})
		})
		f.each(tables().chat, func(word string, from, end int) {
			f.add(Found{Kind: Chat, Key: strings.ToLower(word + "/" + f.text[from:end]), Word: strings.ToLower(word), From: from, End: end})
		})
	}
	if strings.ContainsAny(f.text, "$@") {
		f.each(called, func(word string, from, end int) {
			f.add(Found{Kind: Pay, Key: strings.ToLower(f.text[from:end]), Word: strings.ToLower(word), From: from, End: end})
		})
	}
	if strings.Contains(f.text, "_") {
		for _, m := range connect.FindAllStringSubmatchIndex(f.text, -1) {
			f.add(Found{Kind: Pay, From: m[2], End: m[3]})
		}
	}
	f.each(pix, func(_ string, from, end int) { f.add(Found{Kind: Pay, Word: "pix", From: from, End: end}) })
}

// referrals finds codes by which somebody is paid for what another one buys, or that open what is to
// be paid for.
func (f *finder) referrals() {
	note := func(word string, from, end int) {
		f.add(Found{Kind: Referral, Word: strings.ToLower(word), From: from, End: end})
	}
	if strings.IndexByte(f.text, '=') >= 0 {
		f.each(tagged, note)
	}
	f.each(coded, note)
	f.each(settled, note)
	f.each(paired, note)
	if strings.Contains(f.text, "://") {
		f.each(invited, note)
	}
}
