//go:build !js

package cluster

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// result is what the bucket keeps of a part: a line of JSON, then the bytes.
type result struct {
	Worker string `json:"worker,omitempty"` // "": a coordinator had it
	Object string `json:"object,omitempty"` // that has the bytes, where they are many
	bytes  []byte
	seq    uint64 // in the stream of the bucket
}

// errRubbish: what stands at the server was written by no program of ours. To read it again would
// not help.
var errRubbish = errors.New("cluster: the server has something that is none of ours")

// readJSON reads what this package wrote; the error of anything else is errRubbish.
func readJSON(data []byte, to any) error {
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("%w: %w", errRubbish, err)
	}
	return nil
}

// noResult: a result, or the object that has its bytes, was removed, or is none.
func noResult(err error) bool {
	return gone(err) || errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, errRubbish)
}

// parseResult reads a value of the bucket.
func parseResult(value []byte) (r result, err error) {
	line, rest, found := bytes.Cut(value, []byte("\n"))
	if !found {
		return r, fmt.Errorf("%w: a result without its first line", errRubbish)
	}
	if err := readJSON(line, &r); err != nil {
		return result{}, err
	}
	if r.Worker != "" && !nameOK.MatchString(r.Worker) {
		return result{}, fmt.Errorf("%w: no worker can have that name", errRubbish) // nor be refused by it
	}
	r.bytes = rest
	return r, nil
}

// errThere: another worker was faster.
var errThere = errors.New("cluster: the part has a result")

// putResult keeps the result of a part, unless there is one: then it returns errThere.
func (s *store) putResult(ctx context.Context, job string, i int, worker string, data []byte) error {
	head := result{Worker: worker}
	body := data
	if len(data) > s.inline {
		head.Object = fmt.Sprintf("%s.result.%d.%s", job, i, rand.Text())
		if err := s.putObject(ctx, head.Object, data); err != nil {
			return err
		}
		body = nil
	}
	value, err := json.Marshal(head)
	if err != nil {
		return err
	}
	value = append(append(value, '\n'), body...)
	err = s.retry(ctx, func(ctx context.Context) error {
		_, err := s.js.PublishMsg(ctx, &nats.Msg{Subject: resultSubject(job, i), Data: value}, jetstream.WithExpectLastSequencePerSubject(0))
		return err
	})
	if err == nil {
		return nil
	}
	there := exists(err)
	if head.Object != "" {
		// What nobody refers to is removed, unless it is ours after all: an answer may be lost.
		if old, err := s.result(ctx, job, i); err != nil || old.Object != head.Object {
			_ = s.dropObject(ctx, head.Object)
		}
	}
	if there {
		return errThere
	}
	return err
}

// result returns the result of a part without the bytes that are an object, or
// jetstream.ErrMsgNotFound.
func (s *store) result(ctx context.Context, job string, i int) (r result, err error) {
	err = s.retry(ctx, func(ctx context.Context) error {
		msg, err := s.results.GetLastMsgForSubject(ctx, resultSubject(job, i))
		if err != nil {
			return err
		}
		r, err = parseResult(msg.Data)
		r.seq = msg.Sequence
		return err
	})
	return r, err
}

// load fetches the bytes that are an object.
func (s *store) load(ctx context.Context, r *result) (err error) {
	if r.Object != "" {
		r.bytes, err = s.object(ctx, r.Object)
	}
	return err
}

// deleteResult removes the result of part i, and no other that may have taken its place. It leaves
// no mark, so that the next one is created as the first one was.
func (s *store) deleteResult(ctx context.Context, job string, i int, r result) error {
	err := s.retry(ctx, func(ctx context.Context) error {
		return s.results.Purge(ctx, jetstream.WithPurgeSubject(resultSubject(job, i)), jetstream.WithPurgeSequence(r.seq+1))
	})
	if err == nil && r.Object != "" {
		err = s.dropObject(ctx, r.Object)
	}
	return err
}
