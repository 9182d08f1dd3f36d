package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
)

// TestPipesOfCertificates: a file of certificates that has no end is bounded, one into which nobody
// writes is left when the context ends, and a pipe that holds both a certificate and its key
// serves.
func TestPipesOfCertificates(t *testing.T) {
	t.Parallel()
	ours, ca := newSigner(t, "ours")
	cert, key := ours.issue("client", false)
	pipe := func(data []byte, end bool) string {
		r, w := assert.Got2(os.Pipe())(t)
		t.Cleanup(func() { w.Close(); r.Close() })
		go func() {
			_, _ = w.Write(data)
			if end {
				w.Close()
			}
		}()
		return fmt.Sprint("/dev/fd/", r.Fd())
	}
	why := errors.New("enough")
	for name, access := range map[string]func(path string) Access{
		"ca":   func(path string) Access { return Access{CA: path} },
		"cert": func(path string) Access { return Access{Cert: path, Key: key} },
		"key":  func(path string) Access { return Access{Cert: cert, Key: path} },
	} {
		for _, end := range []bool{false, true} {
			ctx, stop := context.WithCancelCause(t.Context())
			defer stop(nil)
			var text []byte
			if end {
				text = bytes.Repeat([]byte("-----BEGIN\n"), 1<<20)
			} else {
				time.AfterFunc(50*time.Millisecond, func() { stop(why) })
			}
			for side, enter := range map[string]func(a Access) error{
				"connect": func(a Access) error { a.URL = "tls://127.0.0.1:1"; _, err := Connect(ctx, a); return err },
				"serve": func(a Access) error {
					if a.Cert == "" {
						a.Cert, a.Key = cert, key
					}
					_, err := Serve(ctx, ServeOptions{Dir: t.TempDir(), Listen: "127.0.0.1:0", CA: a.CA, Cert: a.Cert, Key: a.Key})
					return err
				},
			} {
				done := make(chan error, 1)
				a := access(pipe(text, end))
				go func() { done <- enter(a) }()
				select {
				case err := <-done:
					if end {
						wantError(t, name+", "+side, err, BadFile, "cannot be read: it goes on after 1.0 MiB")
					} else if !errors.Is(err, why) {
						t.Errorf("%s, %s: %v", name, side, err)
					}
				case <-time.After(enough):
					t.Fatalf("%s, %s: nothing ends it", name, side)
				}
			}
		}
	}
	var both []string
	for _, path := range []string{cert, key} {
		text := assert.Got(os.ReadFile(path))(t)
		both = append(both, string(text))
	}
	one := pipe([]byte(strings.Join(both, "")), true)
	server := serving(t, ServeOptions{Cert: one, Key: one, CA: ca})
	connected(t, Access{URL: server.URL(), CA: ca, Cert: cert, Key: key})
}
