//go:build linux

package main

import (
	"errors"
	"fmt"
	"net"
	"time"

	"golang.org/x/sys/unix"
)

const patience = 500 * time.Millisecond

// connect opens a connection to any of the addresses.
func connect(addresses []string) (string, error) {
	var all error
	for _, address := range addresses {
		c, err := net.DialTimeout("tcp", address, patience)
		if err == nil {
			c.Close()
			return address, nil
		}
		all = errors.Join(all, err)
	}
	return "", all
}

// resolve asks a name server.
func resolve(addresses []string) (string, error) {
	c, err := net.DialTimeout("udp", addresses[0], patience)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if _, err := c.Write([]byte("name?")); err != nil {
		return "", err
	}
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return "", err
	}
	answer := make([]byte, 64)
	n, err := c.Read(answer)
	return string(answer[:n]), err
}

// unixSocket connects to a socket of the machine's, such as that of a container
// engine.
func unixSocket(paths []string) (string, error) {
	c, err := net.DialTimeout("unix", paths[0], patience)
	if err != nil {
		return "", err
	}
	return "connected", c.Close()
}

// abstract connects to a socket that has a name and no file.
func abstract(names []string) (string, error) { return unixSocket([]string{"@" + names[0]}) }

// datagram reaches a socket with one half of a pair.
func datagram(paths []string) (string, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
	if err != nil {
		return "", err
	}
	return "sent", unix.Sendto(pair[0], []byte("x"), 0, &unix.SockaddrUnix{Name: paths[0]})
}

// packet opens a socket below the protocols.
func packet([]string) (string, error) {
	return sockets([3]int{unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP}, [3]int{unix.AF_INET6, unix.SOCK_RAW, unix.IPPROTO_ICMPV6},
		[3]int{unix.AF_PACKET, unix.SOCK_RAW, 0})
}

// families opens a socket of a family that a program seldom needs, and whose code
// in the kernel is seldom looked at.
func families([]string) (string, error) {
	return sockets([3]int{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_AUDIT}, [3]int{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_XFRM},
		[3]int{unix.AF_VSOCK, unix.SOCK_STREAM, 0}, [3]int{unix.AF_ALG, unix.SOCK_SEQPACKET, 0},
		[3]int{unix.AF_BLUETOOTH, unix.SOCK_RAW, 0}, [3]int{unix.AF_KEY, unix.SOCK_RAW, 2}, [3]int{unix.AF_CAN, unix.SOCK_RAW, 1})
}

// netlink talks to the kernel about interfaces, devices, filters and sockets.
func netlink([]string) (string, error) {
	return sockets([3]int{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE}, [3]int{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_KOBJECT_UEVENT},
		[3]int{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_GENERIC}, [3]int{unix.AF_NETLINK, unix.SOCK_DGRAM, unix.NETLINK_NETFILTER},
		[3]int{unix.AF_NETLINK, unix.SOCK_DGRAM, unix.NETLINK_SOCK_DIAG})
}

// protocols opens a socket of a protocol that is a module of the kernel.
func protocols([]string) (string, error) {
	return sockets([3]int{unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_SCTP}, [3]int{unix.AF_INET, unix.SOCK_DGRAM, unix.IPPROTO_UDPLITE},
		[3]int{unix.AF_INET6, unix.SOCK_STREAM, unix.IPPROTO_SCTP}, [3]int{unix.AF_INET, unix.SOCK_SEQPACKET, unix.IPPROTO_SCTP})
}

func sockets(kinds ...[3]int) (string, error) {
	var all error
	for _, s := range kinds {
		fd, err := unix.Socket(s[0], s[1], s[2])
		if err == nil {
			unix.Close(fd)
			return fmt.Sprint("family ", s[0]), nil
		}
		all = err
	}
	return "", all
}
