package egress

import (
	"net/netip"
	"testing"
)

func TestPublic(t *testing.T) {
	t.Parallel()
	own := []netip.Addr{netip.MustParseAddr("93.184.216.1"), netip.MustParseAddr("2606:2800::1")}
	for text, want := range map[string]bool{
		"93.184.216.34": true, "8.8.8.8": true, "172.15.255.255": true, "172.32.0.0": true, "100.63.255.255": true, "100.128.0.0": true, "223.255.255.255": true,
		"2606:2800:220:1::1": true, "2a00::1": true, "64:ff9b::5db8:d822": true, "2606::5efe:8.8.8.8": true, "::ffff:8.8.8.8": true,
		"0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false, "100.64.0.1": false, "100.100.100.200": false, "127.0.0.1": false, "127.255.0.1": false, "168.63.129.16": false,
		"169.254.169.254": false, "172.16.0.1": false, "172.31.77.2": false, "192.0.0.192": false, "192.0.2.1": false, "192.88.99.1": false, "192.168.1.1": false,
		"198.18.0.1": false, "198.51.100.1": false, "203.0.113.1": false, "224.0.0.1": false, "240.0.0.1": false, "255.255.255.255": false,
		"::": false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::127.0.0.1": false, "fe80::1": false, "fec0::1": false, "fc00::1": false, "fd00:ec2::254": false,
		"ff02::1": false, "64:ff9b::7f00:1": false, "64:ff9b::a9fe:a9fe": false, "64:ff9b:1::808:808": false, "2002:7f00:1::": false, "2002:808:808::": false,
		"2001::1": false, "2001:db8::1": false, "3fff::1": false, "100::1": false, "2606::5efe:10.0.0.1": false, "2606::200:5efe:127.0.0.1": false, "4000::1": false,
		"93.184.216.1": false, "::ffff:93.184.216.1": false, "64:ff9b::5db8:d801": false, "2606:2800::1": false, "2606:2800::1%eth0": false, "2606:2800::2%eth0": false,
	} {
		if got := public(netip.MustParseAddr(text), own); got != want {
			t.Errorf("public(%s) = %v", text, got)
		}
	}
	if public(netip.Addr{}, nil) {
		t.Error("no address is public")
	}
}
