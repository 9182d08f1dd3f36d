package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"coterie/construct"
	"coterie/internal/words/show"
	"coterie/measure/liars"
	"coterie/quorum"
)

// bearing returns the family's system for so many liars in place of its default, which is for as
// many as possible and asks more nodes than needed. It returns the default if the family has none.
func (o Options) bearing(ctx context.Context, i *construct.Instance) *construct.Instance {
	before, _, _ := strings.Cut(i.Spec(), ",b=")
	for _, kind := range []string{",kind=" + string(o.Kind), ""} {
		other, err := construct.Parse(ctx, fmt.Sprintf("%s,b=%d%s", before, o.Liars, kind))
		// A masking system also disseminates, but need not be opaque.
		if err == nil && other.N() == i.N() && (kind != "" || o.Kind != quorum.Opaque) {
			return other
		}
	}
	return i
}

// liars finds how many nodes may lie, and sets the row aside if they are too few.
func (f *filling) liars(ctx context.Context) error {
	s, err := liars.Find(ctx, f.cartels, 1)
	switch {
	case err != nil:
	case f.Resilience == nil:
		err = errors.New("resilience: " + f.Reasons[string(Resilience)])
	case f.opts.Kind == quorum.Opaque:
		err = s.Open
	}
	if err != nil {
		f.Aside = cmp.Or(f.Aside, "it is not known how many liars it bears: "+err.Error())
		return err
	}
	g := s.Greatest(*f.Resilience)
	f.MinIntersection, f.Byzantine = &s.Least, &g
	if most := g.Of(f.opts.Kind); most == nil || *most < f.opts.Liars {
		f.Aside = cmp.Or(f.Aside, fmt.Sprintf("it does not bear %s (%s)", show.Count(f.opts.Liars, "liar"), f.opts.Kind))
	}
	return nil
}
