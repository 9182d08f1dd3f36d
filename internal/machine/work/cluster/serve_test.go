package cluster

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"coterie/internal/check/assert"
)

// serving starts a server for a test.
func serving(t *testing.T, opts ServeOptions) *Server {
	t.Helper()
	if opts.Dir == "" {
		opts.Dir = t.TempDir()
	}
	if opts.Listen == "" {
		opts.Listen = "127.0.0.1:0"
	}
	s := assert.Got(Serve(t.Context(), opts))(t)
	t.Cleanup(func() {
		assert.NoError(t, s.Close())
	})
	return s
}

// wantError checks an error that the user can fix: its reason, and the words of its sentence.
func wantError(t *testing.T, name string, err error, reason Reason, words string) {
	t.Helper()
	var e *Error
	switch {
	case !errors.As(err, &e):
		t.Errorf("%s: %v, not of a reason", name, err)
	case e.Reason != reason || !strings.Contains(e.Error(), words) || strings.ContainsAny(e.Error(), "\n") || strings.Contains(e.Error(), "nats: "):
		t.Errorf("%s: reason %d, %q (%v); want %d, ... %s ...", name, e.Reason, e.Error(), e.Err, reason, words)
	}
}

// TestServerLog: that the store of a killed server is read again is said once, and other complaints
// whole.
func TestServerLog(t *testing.T) {
	var said []string
	l := &serverLog{to: func(line string) { said = append(said, line) }}
	l.Warnf("Filestore [%s] Stream state detected prior state, could not locate msg block %d", "coterie-parts", 5)
	l.Warnf("Filestore [%s] Recovering stream state from index errored: prior state file", "coterie-parts")
	l.Warnf("Filestore [%s] Stream state outdated, last block has additional entries, will rebuild", "KV_coterie-jobs")
	l.Warnf("Filestore [%s] checkMsgs: %s\nagain", "KV_coterie-jobs", strings.Repeat("w", 60))
	want := []string{
		"the last server was killed; its store is read again",
		"the server says: Filestore [KV_coterie-jobs] checkMsgs: " + strings.Repeat("w", 60) + " again",
	}
	assert.Slice(t, said, want)
}

func TestServeRefusesToListenUnguarded(t *testing.T) {
	host, err := os.Hostname()
	assert.OK(t, err)
	for _, listen := range []string{"0.0.0.0:0", "[::]:0", ":0", "192.0.2.1:0", "[::ffff:192.0.2.1]:0"} {
		_, err := Serve(t.Context(), ServeOptions{Dir: t.TempDir(), Listen: listen})
		wantError(t, listen, err, Unguarded, "can be reached from other machines")
	}
	if found, err := net.LookupIP(host); err == nil && !found[0].IsLoopback() {
		_, err := Serve(t.Context(), ServeOptions{Dir: t.TempDir(), Listen: net.JoinHostPort(host, "0")})
		wantError(t, host, err, Unguarded, "can be reached")
	}
	for _, listen := range []string{"127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000", "nats://127.0.0.1:4222", "127.0.0.1:-2"} {
		_, err := Serve(t.Context(), ServeOptions{Dir: t.TempDir(), Listen: listen})
		wantError(t, listen, err, BadURL, "is not where a server can listen")
	}
	_, err = Serve(t.Context(), ServeOptions{Dir: t.TempDir(), Listen: "nowhere.invalid:0"})
	wantError(t, "nowhere", err, BadURL, "is not known")
	for _, listen := range []string{"localhost:0", "127.0.0.1:0", "127.1.2.3:0"} {
		s := serving(t, ServeOptions{Listen: listen})
		if strings.HasSuffix(s.URL(), ":0") || !strings.HasPrefix(s.URL(), "nats://"+strings.TrimSuffix(listen, ":0")) {
			t.Errorf("%s: %s", listen, s.URL())
		}
		connected(t, Access{URL: s.URL()})
	}
	for _, opts := range []ServeOptions{{Listen: "0.0.0.0:0", Token: "t"}, {Listen: "[::]:0", Token: "t"}} {
		s := serving(t, opts)
		connected(t, Access{URL: "nats://127.0.0.1:" + s.URL()[strings.LastIndex(s.URL(), ":")+1:], Token: "t"})
	}
}

func connected(t *testing.T, a Access) *Cluster {
	t.Helper()
	c := assert.Got(Connect(t.Context(), a))(t, "%s", a.URL)
	t.Cleanup(c.Close)
	return c
}

func TestServeTwice(t *testing.T) {
	dir := t.TempDir()
	s := serving(t, ServeOptions{Dir: dir})
	_, err := Serve(t.Context(), ServeOptions{Dir: dir, Listen: "127.0.0.1:0"})
	wantError(t, "the same folder", err, InUse, "another server uses the folder")
	_, err = Serve(t.Context(), ServeOptions{Dir: t.TempDir(), Listen: strings.TrimPrefix(s.URL(), "nats://")})
	wantError(t, "the same address", err, InUse, "something else listens at")
	file := filepath.Join(t.TempDir(), "file")
	assert.OK(t, os.WriteFile(file, nil, 0o666))
	_, err = Serve(t.Context(), ServeOptions{Dir: filepath.Join(file, "dir"), Listen: "127.0.0.1:0"})
	wantError(t, "no folder", err, Unstarted, "cannot be made")
	assert.OK(t, s.Close())
	serving(t, ServeOptions{Dir: dir}) // the folder is free again
}

func TestServeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := assert.Got(Serve(ctx, ServeOptions{Dir: t.TempDir(), Listen: "127.0.0.1:0"}))(t)
	cancel()
	select {
	case <-s.Done():
	case <-time.After(enough):
		t.Fatal("the server goes on")
	}
	assert.NoError(t, s.Close())
	why := errors.New("enough")
	early, end := context.WithCancelCause(t.Context())
	end(why)
	assert.Is(t, assert.Err(Connect(early, Access{URL: "nats://127.0.0.1:1"})), why, "after the end")
}

// signer makes certificates for a test.
type signer struct {
	t    *testing.T
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newSigner(t *testing.T, name string) (s *signer, file string) {
	s = &signer{t: t, dir: t.TempDir()}
	file, _ = s.issue(name, true)
	return s, file
}

// issue writes a certificate and its key; the first one signs the others.
func (s *signer) issue(name string, ca bool) (cert, key string) {
	s.t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	serial, _ := rand.Int(rand.Reader, big.NewInt(1<<60))
	made := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: ca, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"localhost"},
	}
	if s.cert == nil {
		s.cert, s.key = made, private
	}
	der, err := x509.CreateCertificate(rand.Reader, made, s.cert, &private.PublicKey, s.key)
	if err != nil {
		s.t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		s.t.Fatal(err)
	}
	write := func(suffix, kind string, data []byte) string {
		path := filepath.Join(s.dir, name+suffix)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			s.t.Fatal(err)
		}
		return path
	}
	return write(".pem", "CERTIFICATE", der), write(".key", "EC PRIVATE KEY", secret)
}

func TestTLS(t *testing.T) {
	ours, ca := newSigner(t, "ours")
	cert, key := ours.issue("server", false)
	mine, minesKey := ours.issue("client", false)
	theirs, otherCA := newSigner(t, "theirs")
	strange, strangesKey := theirs.issue("client", false)

	both := serving(t, ServeOptions{Listen: "0.0.0.0:0", Cert: cert, Key: key, CA: ca})
	port := both.URL()[strings.LastIndex(both.URL(), ":"):]
	if !strings.HasPrefix(both.URL(), "tls://") {
		t.Error(both.URL())
	}
	for _, scheme := range []string{"tls", "nats"} {
		at := scheme + "://127.0.0.1" + port
		connected(t, Access{URL: at, CA: ca, Cert: mine, Key: minesKey})
		for range 5 { // it is a race which side first learns that the certificate is missing
			_, err := Connect(t.Context(), Access{URL: at, CA: ca})
			wantError(t, at+", no certificate", err, Untrusted, "asks for a certificate")
			_, err = Connect(t.Context(), Access{URL: at, CA: ca, Cert: strange, Key: strangesKey})
			wantError(t, at+", a strange certificate", err, Untrusted, "does not accept the certificate")
		}
		_, err := Connect(t.Context(), Access{URL: at, CA: otherCA, Cert: mine, Key: minesKey})
		wantError(t, at+", another authority", err, Untrusted, "nobody whom this machine trusts")
		_, err = Connect(t.Context(), Access{URL: at})
		wantError(t, at+", nothing", err, Untrusted, "nobody whom this machine trusts")
		_, err = Connect(t.Context(), Access{URL: scheme + "://127.0.0.2" + port, CA: ca, Cert: mine, Key: minesKey})
		wantError(t, at+", another name", err, Untrusted, "is not for that name")
	}

	// A server with a certificate and a token: the token is hidden on its way.
	token := serving(t, ServeOptions{Listen: "0.0.0.0:0", Cert: cert, Key: key, Token: "word"})
	at := "tls://localhost" + token.URL()[strings.LastIndex(token.URL(), ":"):]
	connected(t, Access{URL: at, CA: ca, Token: "word"})
	_, err := Connect(t.Context(), Access{URL: at, CA: ca})
	wantError(t, "no token", err, Unauthorized, "asks for a token")
	_, err = Serve(t.Context(), ServeOptions{Dir: t.TempDir(), Listen: "0.0.0.0:0", Cert: cert, Key: key})
	wantError(t, "a certificate of the server alone", err, Unguarded, "can be reached")

	plain := serving(t, ServeOptions{})
	_, err = Connect(t.Context(), Access{URL: strings.Replace(plain.URL(), "nats:", "tls:", 1)})
	wantError(t, "no TLS there", err, Untrusted, "has no TLS")

	for _, opts := range []ServeOptions{{Cert: cert}, {Key: key}, {CA: ca}} {
		opts.Dir, opts.Listen = t.TempDir(), "127.0.0.1:0"
		_, err := Serve(t.Context(), opts)
		wantError(t, "half of it", err, BadFile, "needs the certificate of the server and its key")
	}
	_, err = Serve(t.Context(), ServeOptions{Dir: t.TempDir(), Cert: cert, Key: minesKey})
	wantError(t, "another's key", err, BadFile, "are no certificate with its key")
	_, err = Serve(t.Context(), ServeOptions{Dir: t.TempDir(), Cert: cert, Key: key, CA: key})
	wantError(t, "no authorities", err, BadFile, "there is no certificate in")
	_, err = Connect(t.Context(), Access{URL: at, CA: "missing.pem"})
	wantError(t, "no file", err, BadFile, "cannot be read: ")
	_, err = Connect(t.Context(), Access{URL: at, CA: ca, Cert: "missing.pem", Key: "missing.key"})
	wantError(t, "no certificate", err, BadFile, "cannot be read: ")
	_, err = Connect(t.Context(), Access{URL: at, CA: ca, Cert: mine})
	wantError(t, "no key", err, BadFile, "needs its key")
}

func TestConnectErrors(t *testing.T) {
	guarded := serving(t, ServeOptions{Token: "word"})
	connected(t, Access{URL: guarded.URL(), Token: "word"})
	connected(t, Access{URL: strings.Replace(guarded.URL(), "//", "//word@", 1)})
	_, err := Connect(t.Context(), Access{URL: guarded.URL()})
	wantError(t, "no token", err, Unauthorized, "asks for a token")
	_, err = Connect(t.Context(), Access{URL: guarded.URL(), Token: "wrong"})
	wantError(t, "a wrong token", err, Unauthorized, "does not accept the token")

	nobody := assert.Got(net.Listen("tcp", "127.0.0.1:0"))(t)
	at := "nats://" + nobody.Addr().String()
	begun := time.Now()
	_, err = Connect(t.Context(), Access{URL: at, Patience: 200 * time.Millisecond})
	wantError(t, "silence", err, Unreachable, "nobody answers at "+at)
	if took := time.Since(begun); took > enough {
		t.Errorf("silence was noticed after %v", took)
	}
	go func() {
		for {
			conn, err := nobody.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n"))
			conn.Close()
		}
	}()
	_, err = Connect(t.Context(), Access{URL: at})
	wantError(t, "another protocol", err, Unreachable, at+" is no NATS server")
	nobody.Close()
	_, err = Connect(t.Context(), Access{URL: at})
	wantError(t, "nobody", err, Unreachable, "there is no server at "+at)
	_, err = Connect(t.Context(), Access{URL: "nats://nowhere.invalid"})
	wantError(t, "nowhere", err, Unreachable, "the name of the host is not known")

	for _, bad := range []string{"", "localhost", "127.0.0.1:4222", "http://127.0.0.1:4222", "nats://", "nats://a b", "nats://h:99999x", "nats://h/path", "nats://secret@h/path", "nats:h", "nats://h,", "ws://h:80"} {
		_, err := Connect(t.Context(), Access{URL: bad})
		wantError(t, bad, err, BadURL, "is not the address of a server")
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Error(err)
		}
	}

	storeless := assert.Got(natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, NoSigs: true, NoLog: true}))(t)
	go storeless.Start()
	defer storeless.Shutdown()
	assert.MustTrue(t, storeless.ReadyForConnections(enough), "the other server does not start")
	_, err = Connect(t.Context(), Access{URL: storeless.ClientURL()})
	wantError(t, "no JetStream", err, Storeless, "has no JetStream")
}
