package cluster

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"coterie/internal/machine/files"
	"coterie/internal/words/show"

	natsserver "github.com/nats-io/nats-server/v2/server"
)

// Server is a NATS server with JetStream in this process.
type Server struct {
	inner  *natsserver.Server
	config natsserver.JetStreamConfig // of the store, after it was opened
	dir    string
	scheme string
	host   string // as the user gave it
	unlock func()
	ends   chan struct{} // closed when the server begins to end
	kept   chan struct{} // closed when keepRoom has ended
	log    *serverLog
	once   sync.Once
	err    error
	done   chan struct{}
}

// synced is how often confirmed data is forced to the disk, so that a power cut loses no more than
// that. Waiting for the disk at every result would make results ten times slower.
const synced = time.Second

// closing is how long a server may take to close its files. After that it is left as it is.
const closing = 10 * time.Second

// Serve starts a server and returns when it is ready. The server ends with ctx or by Close. The
// error is an *Error if the user can fix it.
func Serve(ctx context.Context, opts ServeOptions) (*Server, error) {
	opts.Listen = cmp.Or(opts.Listen, DefaultListen)
	named, ip, port, err := listenAt(ctx, opts.Listen)
	if err != nil {
		return nil, err
	}
	s := &Server{
		dir: opts.Dir, scheme: "nats", host: named, log: &serverLog{to: opts.Log, failed: make(chan struct{}, 1)},
		ends: make(chan struct{}), kept: make(chan struct{}), done: make(chan struct{}),
	}
	tlsConfig, err := serverTLS(ctx, opts)
	if err != nil {
		return nil, err
	}
	if !ip.IsLoopback() && opts.Token == "" && opts.CA == "" {
		return nil, &Error{
			Reason: Unguarded,
			What:   fmt.Sprintf("%s can be reached from other machines, and whoever reaches it could use the server", show.Value(opts.Listen)),
			Advice: "ask for a token, or for client certificates; 127.0.0.1 is reached from this machine alone",
		}
	}
	if tlsConfig != nil {
		s.scheme = "tls"
	}
	if err := os.MkdirAll(opts.Dir, 0o700); err != nil {
		return nil, trouble(Unstarted, err, "the folder %s cannot be made: %v", show.Path(opts.Dir), files.Reason(err))
	}
	s.unlock, err = files.Lock(filepath.Join(opts.Dir, "lock"), "serves a cluster")
	if err != nil {
		return nil, folderError(opts.Dir, err)
	}
	port = cmp.Or(port, natsserver.RANDOM_PORT)
	store := opts.Store
	if store > 0 {
		store++ // see limit
	}
	s.inner, err = natsserver.NewServer(&natsserver.Options{
		Host: ip.String(), Port: port,
		JetStream: true, StoreDir: opts.Dir, JetStreamMaxStore: store,
		JetStreamMaxMemory:     256 << 20, // limits the memory that clients may use; the program uses little
		DisableJetStreamBanner: true, NoSigs: true,
		Authorization: opts.Token, MaxPayload: opts.MessageLimit,
		TLS: tlsConfig != nil, TLSConfig: tlsConfig, TLSVerify: opts.CA != "",
		// If all cores are busy, a handshake may be slow.
		TLSTimeout: 10, AuthTimeout: 15,
		SyncInterval: synced,
	})
	if err != nil {
		s.unlock()
		return nil, trouble(Unstarted, err, "the server cannot start: %s", plain(err))
	}
	s.inner.SetLoggerV2(s.log, false, false, false)
	go s.inner.Start()
	if err := s.ready(ctx, opts); err != nil {
		close(s.kept)
		_ = s.Close()
		return nil, err
	}
	go s.keepRoom()
	go func() {
		select {
		case <-ctx.Done():
			_ = s.Close()
		case <-s.done:
		}
	}()
	return s, nil
}

// ready waits until the server accepts clients. Opening a large store that was not closed may take
// a while.
func (s *Server) ready(ctx context.Context, opts ServeOptions) error {
	for !s.inner.ReadyForConnections(50 * time.Millisecond) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		switch why := s.log.fatal(); {
		case why == "":
		case strings.Contains(why, "address already in use"):
			return &Error{InUse, fmt.Sprintf("something else listens at %s already", show.Value(opts.Listen)), "another port, or 0 for any that is free", errors.New(why)}
		default:
			return trouble(Unstarted, errors.New(why), "the server cannot start: %s", show.Brief(why))
		}
	}
	if !s.inner.JetStreamEnabled() {
		return trouble(Unstarted, nil, "the server cannot open its store in %s", show.Path(opts.Dir))
	}
	s.config = *s.inner.JetStreamConfig()
	s.config.StoreDir = opts.Dir
	return s.limit(s.config.MaxStore - 1)
}

// limit sets the store limit of the clients' account to that of the server, because a client can
// read the limit of its account. One byte is subtracted, because the library counts the -1 of "no
// limit".
func (s *Server) limit(store int64) error {
	const free = -1
	err := s.inner.GlobalAccount().UpdateJetStreamLimits(map[string]natsserver.JetStreamAccountLimits{"": {
		MaxStore: store, MaxMemory: free, MaxStreams: free, MaxConsumers: free, MaxAckPending: free,
		MemoryMaxStreamBytes: free, StoreMaxStreamBytes: free,
	}})
	if err != nil {
		return trouble(Unstarted, err, "the limit of the store cannot be set: %s", plain(err))
	}
	return nil
}

// URL returns the address of the server for clients on this machine. Clients elsewhere can use it
// if they can reach that host.
func (s *Server) URL() string {
	_, port, _ := net.SplitHostPort(s.inner.Addr().String())
	return s.scheme + "://" + net.JoinHostPort(s.host, port)
}

// Done returns a channel that is closed when the server has ended.
func (s *Server) Done() <-chan struct{} { return s.done }

// Close ends the server and closes its store, within ten seconds. Later calls return the same
// result.
func (s *Server) Close() error {
	s.once.Do(func() {
		defer close(s.done)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			close(s.ends)
			<-s.kept
			s.inner.Shutdown()
			s.inner.WaitForShutdown()
			s.unlock()
		}()
		select {
		case <-ended:
		case <-time.After(closing):
			s.err = fmt.Errorf("the server did not end within %v", closing)
		}
	})
	<-s.done
	return s.err
}

// listenAt splits host:port and looks up the host. If one of its addresses is beyond loopback, it
// returns that one.
func listenAt(ctx context.Context, listen string) (named string, ip net.IP, port int, err error) {
	host, digits, err := net.SplitHostPort(listen)
	if err == nil {
		port, err = strconv.Atoi(digits)
		if port < 0 || port > 65535 {
			err = errors.New("no such port")
		}
	}
	if err != nil {
		return "", nil, 0, &Error{BadURL, show.Value(listen) + " is not where a server can listen", "an address and a port, such as " + DefaultListen, err}
	}
	host = cmp.Or(host, "0.0.0.0")
	addresses, err := net.DefaultResolver.LookupIPAddr(ctx, host)
	if err == nil && len(addresses) == 0 {
		err = errors.New("it has no address")
	}
	if err != nil {
		return "", nil, 0, &Error{BadURL, fmt.Sprintf("the host %s, to listen at, is not known", show.Value(host)), "an address of this machine, such as 127.0.0.1", err}
	}
	ip = addresses[0].IP
	for _, other := range addresses {
		switch {
		case !other.IP.IsLoopback():
			ip = other.IP
		case ip.IsLoopback() && ip.To4() == nil && other.IP.To4() != nil:
			ip = other.IP // the address that most clients try first
		}
	}
	named = host
	if ip.IsUnspecified() {
		if name, err := os.Hostname(); err == nil {
			named = name
		}
	}
	return named, ip, port, nil
}

// serverTLS returns the TLS settings of the server, or nil if it has none.
func serverTLS(ctx context.Context, opts ServeOptions) (*tls.Config, error) {
	if opts.Cert == "" && opts.Key == "" && opts.CA == "" {
		return nil, nil
	}
	if opts.Cert == "" || opts.Key == "" {
		return nil, &Error{Reason: BadFile, What: "TLS needs the certificate of the server and its key", Advice: "two files in PEM; with those who sign the clients' certificates in a third, clients have to show one"}
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	pair, err := certificate(ctx, opts.Cert, opts.Key)
	if err != nil {
		return nil, err
	}
	config.Certificates = []tls.Certificate{pair}
	if opts.CA != "" {
		config.ClientAuth = tls.RequireAndVerifyClientCert
		if config.ClientCAs, err = authorities(ctx, opts.CA); err != nil {
			return nil, err
		}
	}
	return config, nil
}

func folderError(dir string, err error) error {
	var locked *files.LockedError
	if errors.As(err, &locked) {
		return &Error{InUse, fmt.Sprintf("another server uses the folder %s", show.Path(dir)), "each server has a folder of its own", err}
	}
	return trouble(Unstarted, err, "%v", err)
}

// serverLog receives the log of the server. It passes complaints on, and keeps the reason why the
// server does not start.
type serverLog struct {
	to     func(line string)
	failed chan struct{} // receives a value if a stream failed to write, which is final
	mu     sync.Mutex
	first  string
	reads  sync.Once
}

func (l *serverLog) say(format string, args []any) {
	if l.to != nil {
		l.to("the server says: " + show.Line(fmt.Sprintf(format, args...)))
	}
}

func (l *serverLog) fatal() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first
}

// Fatalf keeps the first line. Afterwards the server goes on, or returns with an error.
func (l *serverLog) Fatalf(format string, args ...any) {
	l.mu.Lock()
	if l.first == "" {
		l.first = fmt.Sprintf(format, args...)
	}
	l.mu.Unlock()
}

// Errorf passes a complaint on, and detects a store that cannot write.
func (l *serverLog) Errorf(format string, args ...any) {
	if strings.Contains(strings.ToLower(format), "critical write error") {
		l.full()
	}
	l.say(format, args)
}

func (l *serverLog) full() {
	select {
	case l.failed <- struct{}{}:
	default:
	}
}

func (l *serverLog) Noticef(string, ...any) {}
func (l *serverLog) Debugf(string, ...any)  {}
func (l *serverLog) Tracef(string, ...any)  {}

// Warnf passes a complaint on. After a kill, there are several for each stream whose index is older
// than its messages. The index is rebuilt and nothing is lost, so one line stands for all of these.
func (l *serverLog) Warnf(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	stale := strings.Contains(line, "Stream state detected prior state") || strings.Contains(line, "Stream state outdated") ||
		strings.Contains(line, "Recovering stream state from index errored: prior state file")
	switch {
	case !stale:
		l.say("%s", []any{line})
	case l.to != nil:
		l.reads.Do(func() { l.to("the last server was killed; its store is read again") })
	}
}
