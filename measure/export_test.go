package measure

import (
	"context"
	"errors"

	"coterie/quorum"
)

// Judgement is a Domination, or why there is none, in one value.
type Judgement struct {
	Domination
	Nondominated quorum.Truth
	Reason       string
}

// Judge is JudgeDomination with its results in one value.
func Judge[Q quorum.Quorums](ctx context.Context, cartels []Q, opts DominationOptions) Judgement {
	d, err := JudgeDomination(ctx, cartels, opts)
	var input *quorum.InputError
	switch {
	case errors.As(err, &input):
		return Judgement{Reason: input.Why}
	case err != nil:
		return Judgement{Reason: err.Error()}
	case d.Dominated():
		return Judgement{Domination: d, Nondominated: quorum.Fails}
	}
	return Judgement{Domination: d, Nondominated: quorum.Holds}
}
