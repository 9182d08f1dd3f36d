package cluster

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"coterie/internal/words/show"

	"github.com/nats-io/nats.go"
)

// The library trusts the sizes that a peer announces, and allocates them; a size beyond that of any
// slice ends the process. No server sends more bytes than these limits: 64 MiB is the largest
// message that a server can be configured to pass on.
const (
	mostOfMessage = 64 << 20
	mostOfLine    = 1 << 16
)

// guard is a connection that fails with an *Error as soon as the data cannot come from a server.
type guard struct {
	net.Conn
	where string
	early []byte // data that was read and judged before
	line  []byte // the beginning of the current control line
	skip  int    // bytes of the message that are still to come
	ends  bool   // the next bytes end a message
}

func (g *guard) Read(p []byte) (n int, err error) {
	if len(g.early) > 0 {
		n = copy(p, g.early)
		g.early = g.early[n:]
		return n, nil
	}
	n, err = g.Conn.Read(p)
	if wrong := g.judge(p[:n]); wrong != "" {
		return 0, trouble(Unreachable, nil, "what listens at %s is no NATS server: %s", g.where, wrong)
	}
	return n, err
}

// judge follows the protocol and describes an error in it, or returns "". It accepts less than the
// library does, so that the two cannot disagree on the end of a message.
func (g *guard) judge(data []byte) (wrong string) {
	for len(data) > 0 {
		if g.skip > 0 {
			n := min(g.skip, len(data))
			g.skip, data = g.skip-n, data[n:]
			continue
		}
		part, rest, whole := bytes.Cut(data, []byte("\n"))
		g.line = append(g.line, part...)
		if len(g.line) > mostOfLine {
			return fmt.Sprintf("a line of more than %d bytes", mostOfLine)
		}
		if data = rest; !whole {
			break
		}
		line, ends := bytes.CutSuffix(g.line, []byte("\r"))
		g.line = g.line[:0]
		switch {
		case !ends || bytes.IndexByte(line, '\r') >= 0 || g.ends && len(line) > 0:
			return "a line that ends elsewhere"
		case g.ends:
			g.ends = false
		case len(line) > 0 && strings.IndexByte("MmHh", line[0]) >= 0:
			line = bytes.TrimRight(line, " \t")
			last := line[bytes.LastIndexAny(line, " \t")+1:]
			size, err := strconv.ParseUint(string(last), 10, 64)
			if err != nil || size > mostOfMessage {
				return "a message of " + show.Brief(string(last)) + " bytes"
			}
			g.skip, g.ends = int(size), true
		}
	}
	return ""
}

// dialer makes guarded connections. It starts TLS itself, because the guard must be inside it.
type dialer struct {
	where    string
	patience time.Duration
	config   *tls.Config // if nil, TLS is used only if the server insists
}

// SkipTLSHandshake tells the library that the dialer does TLS.
func (d dialer) SkipTLSHandshake() bool { return true }

// Dial connects and waits for the first line of the server, which says whether to use TLS.
func (d dialer) Dial(network, address string) (net.Conn, error) {
	deadline := time.Now().Add(d.patience)
	conn, err := (&net.Dialer{Deadline: deadline}).Dial(network, address)
	if err != nil {
		return nil, err
	}
	_ = conn.SetDeadline(deadline)
	g := &guard{Conn: conn, where: d.where}
	if err := d.greet(g, address); err != nil {
		conn.Close()
		return nil, err
	}
	return g, conn.SetDeadline(time.Time{})
}

func (d dialer) greet(g *guard, address string) error {
	var first []byte
	for buffer := make([]byte, 4096); bytes.IndexByte(first, '\n') < 0; {
		n, err := g.Read(buffer)
		if first = append(first, buffer[:n]...); err != nil {
			return err
		}
	}
	g.early = first
	var info struct {
		Required  bool `json:"tls_required"`
		Available bool `json:"tls_available"`
	}
	line, _, _ := bytes.Cut(first, []byte("\n"))
	_, text, _ := bytes.Cut(line, []byte(" "))
	_ = json.Unmarshal(text, &info) // the library reports errors in this line
	if !info.Required && (d.config == nil || !info.Available) {
		return nil
	}
	config := d.config.Clone()
	if config == nil {
		config = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	config.ServerName, _, _ = net.SplitHostPort(address)
	secure := tls.Client(g.Conn, config)
	if err := secure.Handshake(); err != nil {
		return fmt.Errorf("%w: %w", nats.ErrTLS, err)
	}
	g.Conn = secure
	return nil
}
