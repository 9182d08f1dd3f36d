package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"coterie/internal/machine/files"
	"coterie/internal/machine/par"
	"coterie/internal/words/show"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// again is the pause between two attempts to restore a broken connection.
const again = 250 * time.Millisecond

// Cluster is a connection to a server, and through it to the server's other clients.
type Cluster struct {
	nc     *nats.Conn
	js     jetstream.JetStream
	where  string // the address in a form that may be shown
	breaks *breaks
}

// Connect makes the first connection, or fails soon. A connection that breaks later is made again
// without end, unless the peer turns out to be no server. The error is an *Error if the user can
// fix it.
func Connect(ctx context.Context, a Access) (*Cluster, error) {
	b := &breaks{}
	nc, js, where, err := dial(ctx, a, b)
	if err != nil {
		return nil, err
	}
	return &Cluster{nc, js, where, b}, nil
}

// Close closes the connection. Jobs stay at the server.
func (c *Cluster) Close() { c.nc.Close() }

func dial(ctx context.Context, a Access, b *breaks) (_ *nats.Conn, _ jetstream.JetStream, where string, err error) {
	servers, where, secure, err := addresses(a.URL)
	if err != nil {
		return nil, nil, "", err
	}
	config, err := clientTLS(ctx, a, secure)
	if err != nil {
		return nil, nil, "", err
	}
	patience := a.Patience
	if patience <= 0 {
		patience = 5 * time.Second
	}
	short, enough := context.WithTimeout(ctx, patience)
	defer enough()
	nc, err := connect(short, servers, where, patience, a, config, b)
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil, "", context.Cause(ctx)
		}
		return nil, nil, "", connectError(err, where, a)
	}
	js, err := jetstream.New(nc)
	if err == nil {
		err = context.DeadlineExceeded
	}
	for errors.Is(err, context.DeadlineExceeded) && short.Err() == nil {
		once, end := context.WithTimeout(short, patience/3) // a request is lost if the store is being reopened
		_, err = js.AccountInfo(once)
		end()
	}
	if err != nil {
		nc.Close()
		if ctx.Err() != nil {
			return nil, nil, "", context.Cause(ctx)
		}
		if why := b.ended(); why != nil {
			return nil, nil, "", why
		}
		return nil, nil, "", jetStreamError(err, where)
	}
	return nc, js, where, nil
}

// connect is nats.Connect, but ends with ctx.
func connect(ctx context.Context, servers, where string, patience time.Duration, a Access, config *tls.Config, b *breaks) (*nats.Conn, error) {
	note := func(format string, args ...any) {
		if a.Note != nil {
			a.Note(fmt.Sprintf(format, args...))
		}
	}
	options := []nats.Option{
		nats.Name(a.Name), nats.Timeout(patience),
		nats.MaxReconnects(-1), nats.ReconnectWait(again), nats.ReconnectJitter(again, again),
		// Otherwise two refusals in a row would end the attempts, and a server whose token is
		// changed and changed back would lose all its workers.
		nats.IgnoreAuthErrorAbort(),
		// The server announces its own addresses, which cannot be reached through a tunnel.
		nats.IgnoreDiscoveredServers(),
		// A connection that is gone without notice is detected within half a minute.
		nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2),
		nats.SetCustomDialer(dialer{where, patience, config}), nats.SkipHostLookup(),
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			hostile := errors.As(err, new(*Error))
			if hostile {
				b.end(err)
				nc.Close()
			}
			b.happened()
			if err != nil && !hostile {
				note("the connection to %s broke; trying again", where)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { note("connected to %s again", where) }),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // a call that fails returns its own error
	}
	if a.Token != "" {
		options = append(options, nats.Token(a.Token))
	}
	if config != nil {
		options = append(options, nats.Secure(config))
	}
	return par.LeaveBehindAnd(ctx, 0, func() (*nats.Conn, error) { return nats.Connect(servers, options...) }, (*nats.Conn).Close)
}

// addresses checks the addresses that the user gave. It returns them for the library, in a form
// that may be shown because it has no passwords, and whether they ask for TLS.
func addresses(list string) (servers, where string, secure bool, err error) {
	var whole, shown []string
	for one := range strings.SplitSeq(list, ",") {
		one = strings.TrimSpace(one)
		u, err := url.Parse(one)
		switch {
		case err == nil && (u.Scheme == "nats" || u.Scheme == "tls") && u.Hostname() != "" && u.Path == "" && u.RawQuery == "" && u.Fragment == "":
		case one != "" && !strings.Contains(one, "/") && !strings.Contains(one, "@"):
			return "", "", false, &Error{BadURL, show.Value(one) + " is not the address of a server", "perhaps nats://" + show.Brief(one), err}
		default:
			// The error of url.Parse would print a password.
			text := one
			if at := strings.LastIndex(one, "@"); at >= 0 {
				text = "..." + one[at:]
			}
			return "", "", false, &Error{Reason: BadURL, What: show.Value(text) + " is not the address of a server", Advice: "such as nats://127.0.0.1:4222, or tls://HOST:PORT"}
		}
		if u.Port() == "" {
			u.Host = net.JoinHostPort(u.Hostname(), "4222")
		}
		secure = secure || u.Scheme == "tls"
		whole = append(whole, u.String())
		shown = append(shown, (&url.URL{Scheme: u.Scheme, Host: u.Host}).String())
	}
	return strings.Join(whole, ","), show.Brief(strings.Join(shown, ",")), secure, nil
}

// clientTLS returns the TLS settings of a client, or nil if no option asks for TLS. A server that
// insists on TLS gets it in any case.
func clientTLS(ctx context.Context, a Access, secure bool) (*tls.Config, error) {
	if !secure && a.CA == "" && a.Cert == "" && a.Key == "" {
		return nil, nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if a.CA != "" {
		pool, err := authorities(ctx, a.CA)
		if err != nil {
			return nil, err
		}
		config.RootCAs = pool
	}
	if (a.Cert == "") != (a.Key == "") {
		return nil, &Error{Reason: BadFile, What: "a certificate needs its key, and a key its certificate", Advice: "two files in PEM, or one that holds both, named twice"}
	}
	if a.Cert != "" {
		pair, err := certificate(ctx, a.Cert, a.Key)
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// mostOfPEM bounds a file of certificates, in bytes. The certificates of a whole system take a
// quarter of that.
const mostOfPEM = 1 << 20

// readPEM reads a file of certificates or keys, which may be a pipe. If ctx ends, the error is its
// cause, unwrapped.
func readPEM(ctx context.Context, path string) ([]byte, error) {
	text, err := files.Read(ctx, path, mostOfPEM)
	if err != nil && ctx.Err() == nil {
		err = trouble(BadFile, err, "%s cannot be read: %v", show.Path(path), files.Reason(err))
	}
	return text, err
}

// authorities reads a file of certificates in PEM.
func authorities(ctx context.Context, path string) (*x509.CertPool, error) {
	text, err := readPEM(ctx, path)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, &Error{Reason: BadFile, What: "there is no certificate in " + show.Path(path), Advice: "a file in PEM, which begins with -----BEGIN CERTIFICATE-----"}
	}
	return pool, nil
}

// certificate reads a certificate and its key, in PEM. If one file has both, it is read once,
// because it may be a pipe.
func certificate(ctx context.Context, cert, key string) (tls.Certificate, error) {
	shown, err := readPEM(ctx, cert)
	secret := shown
	if err == nil && key != cert {
		secret, err = readPEM(ctx, key)
	}
	if err != nil {
		return tls.Certificate{}, err
	}
	pair, err := tls.X509KeyPair(shown, secret)
	if err != nil {
		why, _ := strings.CutPrefix(err.Error(), "tls: ")
		return pair, &Error{BadFile, fmt.Sprintf("%s and %s are no certificate with its key: %s", show.Path(cert), show.Path(key), show.Brief(why)), "two files in PEM", err}
	}
	return pair, nil
}

// connectError describes in a sentence why there is no connection.
func connectError(err error, where string, a Access) error {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var lookup *net.DNSError
	var said *Error
	text := err.Error()
	alert := strings.Contains(text, "remote error: tls: ") // its type is not exported
	cut := errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
	secure := strings.Contains(where, "tls://") || a.CA != "" || a.Cert != ""
	switch {
	case errors.As(err, &said):
		return said
	case errors.As(err, &unknown):
		return &Error{Untrusted, "nobody whom this machine trusts has signed the certificate of " + where, "the certificates of those who have signed it are needed, in a file", err}
	case errors.As(err, &name), errors.As(err, &invalid), strings.Contains(text, "cannot validate certificate"):
		return &Error{Untrusted, fmt.Sprintf("the certificate of %s is not for that name and time: %s", where, show.Brief(x509Reason(err))), "use the name that the certificate is for", err}
	case alert && a.Cert == "", cut && secure && a.Cert == "":
		return &Error{Untrusted, where + " asks for a certificate of the client", "the certificate and its key are needed, in two files", err}
	case alert, cut && secure:
		return &Error{Untrusted, where + " does not accept the certificate of this client", "it has to be signed by one whom the server trusts", err}
	case errors.Is(err, nats.ErrSecureConnWanted):
		return &Error{Untrusted, where + " has no TLS", "nats:// in the place of tls://, and no certificates", err}
	case unauthorized(err) && a.Token == "" && !strings.Contains(a.URL, "@"):
		return &Error{Unauthorized, where + " asks for a token", "it is what the server was started with", err}
	case unauthorized(err):
		return &Error{Unauthorized, where + " does not accept the token", "it is what the server was started with", err}
	case errors.As(err, &lookup):
		return trouble(Unreachable, err, "there is no server at %s: the name of the host is not known", where)
	case errors.Is(err, nats.ErrNoServers), errors.Is(err, syscall.ECONNREFUSED):
		return &Error{Unreachable, "there is no server at " + where, "`coterie cluster serve` starts one", err}
	case errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), strings.Contains(text, "i/o timeout"):
		return &Error{Unreachable, "nobody answers at " + where, "is the address right, and does a firewall let it through?", err}
	case errors.Is(err, nats.ErrNoInfoReceived), errors.Is(err, nats.ErrJsonParse), cut, errors.Is(err, nats.ErrTLS):
		return &Error{Unreachable, "what listens at " + where + " is no NATS server", "`coterie cluster serve` starts one", err}
	}
	return trouble(Unreachable, err, "there is no connection to %s: %s", where, show.Brief(plain(err)))
}

func unauthorized(err error) bool {
	text := strings.ToLower(err.Error())
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) || strings.Contains(text, "authorization violation") || strings.Contains(text, "authentication")
}

// x509Reason strips the prefix of an error about a certificate.
func x509Reason(err error) string {
	text := err.Error()
	if _, after, found := strings.Cut(text, "x509: "); found {
		return after
	}
	return text
}

// jetStreamError describes in a sentence why a server cannot keep jobs.
func jetStreamError(err error, where string) error {
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount), errors.Is(err, nats.ErrNoResponders):
		return &Error{Storeless, where + " has no JetStream, so it can keep no jobs", "start it with JetStream (nats-server -js), or use `coterie cluster serve`", err}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		return trouble(Unreachable, err, "%s does not answer", where)
	}
	return trouble(Storeless, err, "the store of %s does not answer: %s", where, show.Brief(plain(err)))
}
