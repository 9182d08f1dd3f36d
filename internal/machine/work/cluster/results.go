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

// result is the value of a part in the bucket: a line of JSON, then the bytes.
type result struct {
	Worker string `json:"worker,omitempty"` // "" if a coordinator had kept it
	Object string `json:"object,omitempty"` // the object with the bytes, if they are many
	bytes  []byte
	seq    uint64 // number in the stream of the bucket
}

// errRubbish is the error of data at the server that no program of ours wrote. Reading it again
// would not help.
var errRubbish = errors.New("cluster: the server has something that is none of ours")

// readJSON parses data that this package wrote. The error of any other data is errRubbish.
func readJSON(data []byte, to any) error {
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("%w: %w", errRubbish, err)
	}
	return nil
}

// noResult reports whether an error says that a result or its object was removed, or is invalid.
func noResult(err error) bool {
	return gone(err) || errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, errRubbish)
}

// parseResult parses a value of the bucket of results.
func parseResult(value []byte) (r result, err error) {
	line, rest, found := bytes.Cut(value, []byte("\n"))
	if !found {
		return r, fmt.Errorf("%w: a result without its first line", errRubbish)
	}
	if err := readJSON(line, &r); err != nil {
		return result{}, err
	}
	if r.Worker != "" && !nameOK.MatchString(r.Worker) {
		return result{}, fmt.Errorf("%w: no worker can have that name", errRubbish) // and so it could not be refused by that name
	}
	r.bytes = rest
	return r, nil
}

// errThere is the error of storing a result that another worker has already stored.
var errThere = errors.New("cluster: the part has a result")

// putResult stores the result of a part. If there is one already, it returns errThere.
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
	_, err = answer(ctx, s, func(ctx context.Context) (*jetstream.PubAck, error) {
		return s.js.PublishMsg(ctx, &nats.Msg{Subject: resultSubject(job, i), Data: value}, jetstream.WithExpectLastSequencePerSubject(0))
	})
	if err == nil {
		return nil
	}
	there := exists(err)
	if head.Object != "" {
		// Remove the object if the stored result is not ours. It may be ours, as the answer may
		// have been lost.
		if old, err := s.result(ctx, job, i); err != nil || old.Object != head.Object {
			_ = s.dropObject(ctx, head.Object)
		}
	}
	if there {
		return errThere
	}
	return err
}

// result returns the result of a part, without bytes that are in an object, or
// jetstream.ErrMsgNotFound.
func (s *store) result(ctx context.Context, job string, i int) (r result, err error) {
	msg, err := answer(ctx, s, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
		return s.results.GetLastMsgForSubject(ctx, resultSubject(job, i))
	})
	if err != nil {
		return result{}, err
	}
	r, err = parseResult(msg.Data)
	r.seq = msg.Sequence
	return r, err
}

// load fetches the bytes of a result from its object.
func (s *store) load(ctx context.Context, r *result) (err error) {
	if r.Object != "" {
		r.bytes, err = s.object(ctx, r.Object)
	}
	return err
}

// deleteResult removes this result of part i, but not another one that has replaced it. It leaves
// no marker, so that the next result is created like the first one.
func (s *store) deleteResult(ctx context.Context, job string, i int, r result) error {
	err := s.retry(ctx, func(ctx context.Context) error {
		return s.results.Purge(ctx, jetstream.WithPurgeSubject(resultSubject(job, i)), jetstream.WithPurgeSequence(r.seq+1))
	})
	if err == nil && r.Object != "" {
		err = s.dropObject(ctx, r.Object)
	}
	return err
}
