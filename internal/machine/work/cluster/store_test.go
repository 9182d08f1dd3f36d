package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"coterie/internal/check/assert"
)

// TestStoreSurvivesKill: confirmed data is there after kill -9, and the folder of the killed server
// is free.
func TestStoreSurvivesKill(t *testing.T) {
	t.Parallel()
	dir, url := filepath.Join(t.TempDir(), "store"), freeAddress(t)
	ctx, end := context.WithTimeout(t.Context(), enough)
	defer end()
	const each = 50
	for life := range 4 {
		server := begin(t, os.Args[0], role{Play: "server", URL: url, Dir: dir})
		server.says("ready", enough)
		c := connected(t, Access{URL: url})
		kv := assert.Got(c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "kept", Storage: jetstream.FileStorage}))(t)
		for i := range life * each {
			if entry, err := kv.Get(ctx, fmt.Sprint(i)); err != nil || string(entry.Value()) != fmt.Sprint("value ", i) {
				t.Fatalf("life %d, key %d: %v", life, i, err)
			}
			if _, err := kv.Create(ctx, fmt.Sprint(i), nil); err == nil {
				t.Fatalf("life %d: key %d was created again", life, i)
			}
		}
		for i := life * each; i < (life+1)*each; i++ {
			assert.Got(kv.Create(ctx, fmt.Sprint(i), []byte(fmt.Sprint("value ", i))))(t)
		}
		server.kill()
		c.Close()
	}
}

// TestStoreLimit: a store at its limit takes nothing, gives a known error, and takes data again as
// soon as there is room.
func TestStoreLimit(t *testing.T) {
	logged := make(chan string, 100)
	s := serving(t, ServeOptions{Store: 1 << 20, Log: func(line string) { logged <- line }})
	c := connected(t, Access{URL: s.URL()})
	if status, err := c.Status(t.Context()); err != nil || status.Limit != 1<<20 {
		t.Errorf("a limit of %d bytes, %v", status.Limit, err)
	}
	page, err := os.ReadFile("../../../../docs/cluster.md")
	if got := s.inner.JetStreamConfig().SyncInterval; err != nil || got != time.Second || !strings.Contains(string(page), "every second it forces it to the disk") {
		t.Errorf("the store syncs every %v, and the page says something else (%v)", got, err)
	}
	kv := assert.Got(c.js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: "full", Storage: jetstream.FileStorage}))(t)
	value := make([]byte, 100<<10)
	for i := 0; ; i++ {
		if _, err = kv.Create(t.Context(), fmt.Sprint("k.", i), value); err != nil {
			break
		}
		if i > 20 {
			t.Fatal("there is no limit")
		}
	}
	if !noRoom(err) || noRoom(nil) || noRoom(jetstream.ErrKeyExists) {
		t.Fatalf("%v is not known to mean a full store", err)
	}
	there := func() (string, error) { return "there", nil }
	missing := func() (string, error) { return "", jetstream.ErrStreamNotFound } // while the store is opened again
	assert.Equal(t, assert.Got(orThere("", err, there))(t), "there")
	if _, got := orThere("", err, missing); !noRoom(got) {
		t.Errorf("a full store without the bucket: %v", got)
	}
	if _, got := orThere("", jetstream.ErrKeyExists, there); !errors.Is(got, jetstream.ErrKeyExists) {
		t.Errorf("another error: %v", got)
	}
	select {
	case line := <-logged:
		assert.Contains(t, line, "limits exceeded", "the server")
	case <-time.After(enough):
		t.Error("the server does not say so")
	}
	assert.NoError(t, assert.Err(kv.Get(t.Context(), "k.0")), "what is there cannot be read")
	if err := kv.Delete(t.Context(), "k.0"); err != nil && !noRoom(err) {
		t.Errorf("a mark of deletion: %v", err) // it may need room: making room requires a purge
	}
	stream := assert.Got(c.js.Stream(t.Context(), "KV_full"))(t)
	assert.OK(t, stream.Purge(t.Context(), jetstream.WithPurgeSubject("$KV.full.k.>")))
	revision := assert.Got(kv.Create(t.Context(), "k.0", value))(t, "after there was room")
	// A single value goes by a purge up to it, too: a bucket lets nobody delete messages.
	assert.Fails(t, stream.DeleteMsg(t.Context(), revision), "", "a message of a bucket was deleted")
	assert.OK(t, stream.Purge(t.Context(), jetstream.WithPurgeSubject("$KV.full.k.0"), jetstream.WithPurgeSequence(revision+1)))
	assert.NoError(t, assert.Err(kv.Create(t.Context(), "k.0", value)), "after it was purged")
}

// TestConnectionIsMadeAgain: for ever, and also after a server has refused it several times.
func TestConnectionIsMadeAgain(t *testing.T) {
	t.Parallel()
	url := freeAddress(t)
	listen := strings.TrimPrefix(url, "nats://")
	dir := t.TempDir()
	serve := func(token string) *Server {
		return assert.Got(Serve(t.Context(), ServeOptions{Dir: dir, Listen: listen, Token: token}))(t)
	}
	first := serve("word")
	notes := make(chan string, 1000)
	c := connected(t, Access{URL: url, Token: "word", Note: func(line string) { notes <- line }})
	wait := func(words string) {
		t.Helper()
		for late := time.After(enough); ; {
			select {
			case line := <-notes:
				if strings.Contains(line, words) {
					return
				}
			case <-late:
				t.Fatalf("no word of %q", words)
			}
		}
	}
	waiting, end := c.breaks.until(t.Context(), time.Hour)
	defer end()
	assert.OK(t, first.Close())
	wait("the connection to " + url + " broke")
	select {
	case <-waiting.Done():
		assert.Is(t, context.Cause(waiting), errBroken)
	case <-time.After(enough):
		t.Error("who waits for an answer is not told")
	}
	refused := make(chan string, 100)
	other := assert.Got(Serve(t.Context(), ServeOptions{Dir: dir, Listen: listen, Token: "another", Log: func(line string) { refused <- line }}))(t)
	for range 3 {
		select {
		case <-refused:
		case <-time.After(enough):
			t.Fatal("nobody tries to connect")
		}
	}
	assert.OK(t, other.Close())
	defer serve("word").Close()
	wait("connected to " + url + " again")
	assert.NoError(t, assert.Err(c.js.AccountInfo(t.Context())))
}
