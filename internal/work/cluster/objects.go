//go:build !js

package cluster

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// putObject keeps data under a name that nobody else uses, or uses for the same data.
func (s *store) putObject(ctx context.Context, name string, data []byte) error {
	return s.retry(ctx, func(context.Context) error {
		// Chunk by chunk this may take longer than one request.
		meta := jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(min(128<<10, s.inline))}}
		_, err := s.objects.Put(ctx, meta, bytes.NewReader(data))
		return err
	})
}

// keepObject keeps data under a name, unless they are there.
func (s *store) keepObject(ctx context.Context, name string, data []byte) error {
	err := s.retry(ctx, func(ctx context.Context) error {
		_, err := s.objects.GetInfo(ctx, name)
		return err
	})
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return s.putObject(ctx, name, data)
	}
	return err
}

// object returns what is kept under a name.
func (s *store) object(ctx context.Context, name string) (data []byte, err error) {
	err = s.retry(ctx, func(context.Context) (err error) {
		data, err = s.objects.GetBytes(ctx, name)
		return err
	})
	return data, err
}

// dropObject removes an object. It needs no room: no mark of the removal is left.
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
	var list []*jetstream.ObjectInfo
	err := s.retry(ctx, func(ctx context.Context) (err error) {
		list, err = s.objects.List(ctx)
		return err
	})
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
