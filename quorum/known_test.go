package quorum_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
	"coterie/quorum"
)

// refusing is an origin that never lists.
type refusing struct{ err error }

func (o refusing) List(context.Context, string, int) (quorum.Structure, error) { return nil, o.err }

func (o refusing) Sizes(context.Context) (quorum.Sizes, error) {
	most := 7
	return quorum.Sizes{MaxQuorum: &most}, nil
}

func (o refusing) Disjoint(int) (quorum.Formula, bool) { return quorum.Formula{}, false }

// Live has no method.
func (o refusing) Live() quorum.LiveCount { return nil }

// TestListed: a list that would be too long leaves a system with a reason and its sizes; a list
// that was stopped leaves an error, though a limit says so.
func TestListed(t *testing.T) {
	for _, long := range []error{&quorum.TooManyError{Spec: "majority:n=40", Limit: 9}, &quorum.LimitError{What: "sets", Limit: 9}, new(memory.Error)} {
		of := quorum.Known{Kind: quorum.KindSystem, Nodes: 40, Origin: refusing{fmt.Errorf("listed: %w", long)}}
		k := assert.Got(of.Listed(t.Context(), 0))(t, "%T", long)
		if k.Unlisted != "listed: "+long.Error() || k.Structure != nil || k.Sizes.MaxQuorum == nil || k.Nodes != 40 {
			t.Errorf("%T: %+v", long, k)
		}
		assert.Is(t, assert.Err(quorum.As[*quorum.System](k, nil)), long, "%T: as a system", long)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, of := range []struct {
		ctx     context.Context
		stopped error
	}{
		{t.Context(), context.Canceled},
		{t.Context(), errors.New("a broken file")},
		{ended, &quorum.LimitError{Cause: context.Canceled}},
	} {
		if k, err := (quorum.Known{Origin: refusing{of.stopped}}).Listed(of.ctx, 0); !errors.Is(err, of.stopped) || k.Unlisted != "" {
			t.Errorf("%v: %v, %+v", of.stopped, err, k)
		}
	}
}
