package party

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

var (
	ether   = lazydfa.New(`\b0x[0-9a-fA-F]{40}\b`)
	segwit  = lazydfa.New(`\b(?:bc1|ltc1|addr1|cosmos1|osmo1|lnurl1|age1|tb1)[02-9ac-hj-np-z]{20,110}\b`)
	base58  = lazydfa.New(`\b[1-9A-HJ-NP-Za-km-z]{25,95}\b`)
	ens     = lazydfa.New(`(?i)\b[a-z0-9][a-z0-9-]{2,40}\.eth\b`)
	payable = lazydfa.New(`(?i)\b(wallets?|pay|paid|payments?|payouts?|tips?|donat\w+|deposits?|sol|solana|usdc|usdt|btc|bitcoin|eth|ether\w*|xmr|monero|trx|tron|trc-?20|erc-?20|bep-?20|doge\w*|ltc|litecoin|crypto\w*|recipients?|treasury|beneficiary|sweep\w*|withdraw\w*|transfer\w*|fees?|address|pubkey|publickey)\b`)
)

// wallets finds addresses of currencies by their form and their check digits.
func (f *finder) wallets() {
	spoken := payable.MatchString(f.text)
	for _, m := range ether.FindAllStringIndex(f.text, -1) {
		f.add(Found{Kind: Wallet, Key: strings.ToLower(f.text[m[0]:m[1]]), From: m[0], End: m[1]})
	}
	for _, m := range segwit.FindAllStringIndex(f.text, -1) {
		one, proven := f.text[m[0]:m[1]], bech32(f.text[m[0]:m[1]])
		switch {
		case strings.HasPrefix(one, "age1"):
			if len(one) == 62 {
				f.add(Found{Kind: Cipher, Proven: proven, From: m[0], End: m[1]})
			}
		case proven, strings.HasPrefix(one, "bc1") && len(one) >= 39, spoken:
			f.add(Found{Kind: Wallet, Proven: proven, From: m[0], End: m[1]})
		}
	}
	for _, m := range base58.FindAllStringIndex(f.text, -1) {
		f.coin(m[0], m[1], spoken)
	}
	if spoken {
		for _, m := range ens.FindAllStringIndex(f.text, -1) {
			f.add(Found{Kind: Wallet, Key: strings.ToLower(f.text[m[0]:m[1]]), From: m[0], End: m[1]})
		}
	}
}

// coin notes a text in base58 that is an address: with its check digits, or of a form of which a word
// of the text says that it is one, which spoken tells.
func (f *finder) coin(from, end int, spoken bool) {
	one := f.text[from:end]
	if !mixed(one) {
		return
	}
	raw := decode58(one)
	if raw == nil {
		return
	}
	proven := len(raw) == 25 && checked(raw)
	switch {
	case proven:
	case len(raw) == 32 && len(one) >= 43 && spoken: // Solana has no check digits
	case len(one) == 95 && (one[0] == '4' || one[0] == '8'): // Monero encodes in blocks
	case spoken && len(one) >= 33 && len(one) <= 35 && strings.IndexByte("13TLDr", one[0]) >= 0:
	default:
		return
	}
	f.add(Found{Kind: Wallet, Proven: proven, From: from, End: end})
}

// mixed reports whether a text has digits, and letters of both kinds: most words have not.
func mixed(one string) bool {
	return strings.ContainsAny(one, decimal) && strings.ToLower(one) != one && strings.ToUpper(one) != one
}

const alphabet58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// decode58 is what a text in base58 stands for, nil for none.
func decode58(one string) []byte {
	n, base := new(big.Int), big.NewInt(58)
	for i := range len(one) {
		at := strings.IndexByte(alphabet58, one[i])
		if at < 0 {
			return nil
		}
		n.Add(n.Mul(n, base), big.NewInt(int64(at)))
	}
	zeros := len(one) - len(strings.TrimLeft(one, "1"))
	return append(make([]byte, zeros), n.Bytes()...)
}

// checked reports whether the last four bytes are the begin of the double digest of the others.
func checked(raw []byte) bool {
	sum := sha256.Sum256(raw[:len(raw)-4])
	sum = sha256.Sum256(sum[:])
	return bytes.Equal(sum[:4], raw[len(raw)-4:])
}

const alphabet32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

// bech32 reports whether the check digits of BIP 173, or of BIP 350, are right.
func bech32(one string) bool {
	at := strings.LastIndexByte(one, '1')
	if at < 1 || len(one)-at < 7 {
		return false
	}
	sum := uint32(1)
	step := func(v uint32) {
		top := sum >> 25
		sum = (sum&0x1ffffff)<<5 ^ v
		for i, g := range []uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
			if top>>i&1 == 1 {
				sum ^= g
			}
		}
	}
	for i := range at {
		step(uint32(one[i]) >> 5)
	}
	step(0)
	for i := range at {
		step(uint32(one[i]) & 31)
	}
	for i := at + 1; i < len(one); i++ {
		v := strings.IndexByte(alphabet32, one[i])
		if v < 0 {
			return false
		}
		step(uint32(v))
	}
	return sum == 1 || sum == 0x2bc830a3
}
