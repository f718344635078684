//go:build linux && (amd64 || arm64)

package early

import "syscall"

// maxConnections bounds the connections that are forwarded at a time; more wait
// in the queue of the socket.
const maxConnections = 256

// listen opens 127.0.0.1:3128.
func listen() (int, syscall.Errno) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, asErrno(err)
	}
	syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1) // bind says what is wrong
	at := &syscall.SockaddrInet4{Port: ProxyPort, Addr: [4]byte{127, 0, 0, 1}}
	if err := syscall.Bind(fd, at); err != nil {
		return -1, asErrno(err)
	}
	if err := syscall.Listen(fd, 128); err != nil {
		return -1, asErrno(err)
	}
	return fd, 0
}

// forward connects every connection to a unix socket. It returns when nothing
// can be accepted any more.
func forward(listener int, socket string) {
	slots := make(chan struct{}, maxConnections)
	for {
		slots <- struct{}{}
		client, _, err := syscall.Accept4(listener, syscall.SOCK_CLOEXEC)
		if err != nil {
			<-slots
			switch asErrno(err) {
			case syscall.EINTR, syscall.ECONNABORTED, syscall.EPROTO:
			case syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.ENOBUFS:
				pause(10e6)
			default:
				return
			}
			continue
		}
		go func() {
			join(client, socket)
			<-slots
		}()
	}
}

// join copies both ways between a connection and a new one to the unix socket,
// and closes both.
func join(client int, socket string) {
	defer syscall.Close(client)
	server, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer syscall.Close(server)
	if syscall.Connect(server, &syscall.SockaddrUnix{Name: socket}) != nil {
		return
	}
	up := make(chan struct{})
	go func() {
		pump(server, client)
		close(up)
	}()
	pump(client, server)
	<-up
}

// pump copies until one side has no more, and tells the other so. When a write
// fails, nothing that is read has a place to go: both are shut.
func pump(to, from int) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := syscall.Read(from, buffer)
		if asErrno(err) == syscall.EINTR {
			continue
		}
		if n <= 0 {
			syscall.Shutdown(to, syscall.SHUT_WR) // it may be gone
			return
		}
		for data := buffer[:n]; len(data) > 0; {
			n, err := syscall.Write(to, data)
			if asErrno(err) == syscall.EINTR {
				continue
			}
			if n <= 0 {
				syscall.Shutdown(from, syscall.SHUT_RDWR) // it may be gone
				syscall.Shutdown(to, syscall.SHUT_RDWR)   // it may be gone
				return
			}
			data = data[n:]
		}
	}
}
