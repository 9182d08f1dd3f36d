package cluster

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"net"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/work"
)

// TestHostileServer: a peer that announces more than any server is an error of one line, at first
// and later, with TLS and without.
func TestHostileServer(t *testing.T) {
	t.Parallel()
	ours, ca := newSigner(t, "ours")
	cert, key := ours.issue("server", false)
	pair := assert.Got(tls.LoadX509KeyPair(cert, key))(t)
	// First answers that no server gives.
	hostile := map[string]string{
		"the most bytes":        "MSG a 1 9223372036854775807\r\n",
		"too many to allocate":  "MSG a 1 b 70368744177664\r\nx",
		"with a header":         "hmsg a 1 12 9223372036854775807\r\n",
		"more than a number":    "MSG a 1 18446744073709551617\r\n",
		"two ends of a line":    "MSG a 1 5\r9\r\n",
		"within a short one":    "MSG a 1 2\r\nxxMSG a 1 9223372036854775807\r\n",
		"a line without an end": strings.Repeat("-ERR x", 1<<20),
	}
	for name, says := range hostile {
		for _, secure := range []bool{false, true} {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			assert.OK(t, err)
			defer l.Close()
			go func() {
				for {
					conn, err := l.Accept()
					if err != nil {
						return
					}
					defer conn.Close()
					_, _ = fmt.Fprintf(conn, "INFO {\"max_payload\":1048576,\"headers\":true,\"tls_required\":%v}\r\n", secure)
					if secure {
						conn = tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{pair}})
					}
					for lines := bufio.NewScanner(conn); lines.Scan(); {
						if lines.Text() == "PING" {
							_, _ = fmt.Fprint(conn, "PONG\r\n"+says)
						}
					}
				}
			}()
			_, err = Connect(t.Context(), Access{URL: "nats://" + l.Addr().String(), CA: map[bool]string{true: ca}[secure]})
			wantError(t, fmt.Sprint(name, ", TLS ", secure), err, Unreachable, "is no NATS server: a ")
		}
	}
	server := serving(t, ServeOptions{})
	p := newProxy(t, server.URL())
	c := connected(t, Access{URL: p.url()})
	ended := make(chan error, 1)
	ctx := bounded(t)
	told := make(chan bool, 1)
	go func() {
		ended <- c.Work(ctx, WorkOptions{Name: "w", Kinds: []work.Kind{squares(nil)}, Notef: func(string, ...any) { told <- true }})
	}()
	<-told
	p.say("MSG a 1 9223372036854775807\r\n")
	wantError(t, "later", <-ended, Unreachable, "is no NATS server: a message of 9223372036854775807 bytes")
}
