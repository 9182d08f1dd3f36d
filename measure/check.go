package measure

import (
	"context"
	"errors"
	"fmt"

	"coterie/quorum"
)

// Check judges a listed system as quorum.Check does, and answers whether it is nondominated. The
// theorems of its family answer first, then closed forms, then JudgeDomination within small limits,
// so that a check of any size is quick; with whole it has the limits of Measure. No limit depends
// on time.
func Check(ctx context.Context, s quorum.Known, whole bool, opts quorum.Options) quorum.Checked {
	r := quorum.Check(ctx, s.Structure, opts)
	for i, v := range r.Asked {
		if v.Property == quorum.Nondominated {
			r.Asked[i] = checkDomination(ctx, s, r, whole, opts).Named(s.Names, s.Roles)
		}
	}
	return r
}

func checkDomination(ctx context.Context, s quorum.Known, r quorum.Checked, whole bool, opts quorum.Options) quorum.Judged {
	v := quorum.Judged{Property: quorum.Nondominated}
	cartels := s.Cartels()
	meets, isSystem := r.Judged(quorum.Intersection)
	if !isSystem {
		meets, isSystem = r.Judged(quorum.CrossIntersection)
	}
	switch {
	case !isSystem || len(cartels) < 2 && s.Kind == quorum.KindGroupSystem:
		v.Reason = fmt.Sprintf("domination is defined for quorum systems and group systems of two cartels or more, not for this %s", s.Kind)
		return v
	case meets.Holds == quorum.Fails:
		v.Reason = "it is no quorum system: " + meets.Reason
		return v
	case meets.Holds == quorum.Unknown:
		v.Reason, v.Limit = meets.Reason, true
		return v
	case s.Proved.Nondominated == quorum.Holds:
		v.Holds, v.Reason = quorum.Holds, "no other survives all that it survives, and more; by "+construction(s.Proved)
		return v
	}
	limits := DominationOptions{Jobs: opts.Jobs}
	if !whole {
		limits = DominationOptions{SATRounds: quickSATRounds, SATLiterals: quickSATLiterals, DiagramNodes: quickDiagramNodes}
	}
	d, err := JudgeDomination(ctx, cartels, limits)
	var input *quorum.InputError
	switch {
	case errors.As(err, &input):
		v.Reason = input.Why
	case err != nil:
		if v.Reason, v.Limit = err.Error(), true; !whole && ctx.Err() == nil {
			v.Reason = "not decided within the small limits of a check: " + v.Reason
		}
	case d.Dominated():
		return d.shown(len(cartels)).Judged()
	default:
		v.Holds, v.Reason = quorum.Holds, "no other survives all that it survives, and more; shown by "+d.Method
	}
	return v
}
