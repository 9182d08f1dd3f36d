package cluster

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"coterie/internal/machine/par"

	"github.com/nats-io/nats.go/jetstream"
)

// putObject stores data under a name that others use, if at all, for the same data.
func (s *store) putObject(ctx context.Context, name string, data []byte) error {
	return s.retry(ctx, func(context.Context) error {
		// With many chunks this may take longer than one request. Without a deadline of its own,
		// the library would give it that of a request.
		ctx, end := s.breaks.until(ctx, transfer(uint64(len(data))))
		defer end()
		meta := jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(min(128<<10, s.inline))}}
		_, err := s.objects.Put(ctx, meta, bytes.NewReader(data))
		return err
	})
}

// keepObject stores data under a name, unless the object exists.
func (s *store) keepObject(ctx context.Context, name string, data []byte) error {
	_, err := answer(ctx, s, func(ctx context.Context) (*jetstream.ObjectInfo, error) { return s.objects.GetInfo(ctx, name) })
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return s.putObject(ctx, name, data)
	}
	return err
}

// transfer returns how long so many bytes may take. A slow network moves 64 KiB a second.
func transfer(bytes uint64) time.Duration {
	return patience + time.Duration(min(bytes>>16, 24*60*60))*time.Second
}

// damaged is how often reading an object may fail before it counts as missing.
const damaged = 2

// object returns the data under a name. If chunks of it are missing or damaged, the error is
// jetstream.ErrObjectNotFound.
func (s *store) object(ctx context.Context, name string) ([]byte, error) {
	vain := 0
	return answer(ctx, s, func(short context.Context) ([]byte, error) {
		info, err := s.objects.GetInfo(short, name)
		if err != nil {
			return nil, err
		}
		connected := s.nc.Stats().Reconnects
		long, end := s.breaks.until(ctx, transfer(info.Size))
		defer end()
		data, err := s.bytesOf(long, name)
		if err == nil || ctx.Err() != nil || !s.nc.IsConnected() || s.nc.Stats().Reconnects != connected {
			return data, err
		}
		if vain++; vain >= damaged {
			return nil, jetstream.ErrObjectNotFound
		}
		return nil, err
	})
}

// bytesOf reads an object until ctx ends. The library itself would wait for a missing chunk until a
// deadline, even after a cancellation.
func (s *store) bytesOf(ctx context.Context, name string) ([]byte, error) {
	return par.LeaveBehind(ctx, 0, func() ([]byte, error) { return s.objects.GetBytes(ctx, name) })
}

// dropObject removes an object. It leaves no marker of the removal, so it needs no room.
func (s *store) dropObject(ctx context.Context, name string) error {
	return s.retry(ctx, func(ctx context.Context) error {
		info, err := s.objects.GetInfo(ctx, name)
		if errors.Is(err, jetstream.ErrObjectNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		stream, err := s.js.Stream(ctx, "OBJ_"+objectsBucket)
		if err != nil {
			return err
		}
		if err := stream.Purge(ctx, jetstream.WithPurgeSubject("$O."+objectsBucket+".M."+base64.URLEncoding.EncodeToString([]byte(name)))); err != nil {
			return err
		}
		return stream.Purge(ctx, jetstream.WithPurgeSubject("$O."+objectsBucket+".C."+info.NUID))
	})
}

// dropObjects removes all objects of a job.
func (s *store) dropObjects(ctx context.Context, job string) error {
	list, err := answer(ctx, s, func(ctx context.Context) ([]*jetstream.ObjectInfo, error) { return s.objects.List(ctx) })
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	for _, o := range list {
		if err == nil && strings.HasPrefix(o.Name, job+".") {
			err = s.dropObject(ctx, o.Name)
		}
	}
	return err
}
