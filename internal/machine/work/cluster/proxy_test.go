package cluster

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"coterie/internal/check/assert"
)

// proxy stands between a server and its clients, so that a test can part them.
type proxy struct {
	listener net.Listener
	to       string
	mu       sync.Mutex
	parted   bool
	open     map[net.Conn]bool // true: of a client
	passed   int               // connections
}

// newProxy listens before the server at url.
func newProxy(t *testing.T, url string) *proxy {
	t.Helper()
	l := assert.Got(net.Listen("tcp", "127.0.0.1:0"))(t)
	p := &proxy{listener: l, to: strings.TrimPrefix(url, "nats://"), open: map[net.Conn]bool{}}
	t.Cleanup(func() {
		l.Close()
		p.part()
	})
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go p.pass(conn)
		}
	}()
	return p
}

func (p *proxy) url() string { return "nats://" + p.listener.Addr().String() }

// pass carries one connection.
func (p *proxy) pass(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer server.Close()
	p.mu.Lock()
	if p.parted {
		p.mu.Unlock()
		return
	}
	p.open[client], p.open[server] = true, false
	p.passed++
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.open, client)
		delete(p.open, server)
		p.mu.Unlock()
	}()
	go func() {
		_, _ = io.Copy(server, client)
		server.Close()
	}()
	_, _ = io.Copy(client, server)
}

// part breaks every connection, and lets none through.
func (p *proxy) part() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.parted = true
	for conn := range p.open {
		conn.Close()
	}
}

// join lets connections through again.
func (p *proxy) join() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.parted = false
}

// say sends words to all connected clients that the server did not send.
func (p *proxy) say(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn, client := range p.open {
		if client {
			_, _ = conn.Write([]byte(words))
		}
	}
}
