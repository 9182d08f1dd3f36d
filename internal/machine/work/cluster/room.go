package cluster

import (
	"context"
	"crypto/rand"
	"io"
	"os"
	"path/filepath"
	"time"

	"coterie/internal/machine/files"
	"coterie/internal/words/show"
)

// spare is how many bytes of the disk the server reserves for the records of removals.
const spare = 1 << 20

// keepRoom handles a full disk. A stream that failed to write never writes or answers again. So the
// store is reopened with its present size as its limit: it refuses new data, but a job can be
// cancelled. When the disk has room again, the limit is lifted.
func (s *Server) keepRoom() {
	defer close(s.kept)
	failed := s.log.failed
	if s.hold() != nil {
		s.log.full() // the disk was full at the start
	}
	for full := false; ; {
		var again <-chan time.Time
		if full {
			again = time.After(time.Second)
		}
		select {
		case <-failed:
			if !full {
				s.log.say("the disk has no room for %s; nothing more is kept until it has", []any{show.Path(s.dir)})
			}
			full = true
			_ = os.Remove(s.held())
			config, stored := s.config, int64(s.inner.GlobalAccount().JetStreamUsage().Store)
			if s.limit(stored) != nil || s.inner.DisableJetStream() != nil {
				continue // the server is closed
			}
			select {
			case <-failed: // another of the streams that are closed now
			default:
			}
			if s.inner.EnableJetStream(&config) == nil {
				_ = s.limit(stored)
			}
		case <-again:
			if full = s.hold() != nil; !full {
				s.log.say("there is room for %s again", []any{show.Path(s.dir)})
				_ = s.limit(s.config.MaxStore - 1)
			}
		case <-s.ends:
			return
		}
	}
}

func (s *Server) held() string { return filepath.Join(s.dir, "spare") }

// hold writes the spare bytes to the disk, if the disk has room for twice as many.
func (s *Server) hold() error {
	noise := make([]byte, 2*spare) // random, so that no file system can compress it
	_, _ = rand.Read(noise)
	for _, size := range []int{2 * spare, spare} {
		_ = os.Remove(s.held())
		if err := files.Write(context.Background(), s.held(), func(dst io.Writer) error {
			_, err := dst.Write(noise[:size])
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}
