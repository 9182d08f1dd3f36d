package given

import (
	"context"

	"coterie/internal/machine/par"
	"coterie/internal/solve/readonce"
	"coterie/quorum"
)

// List returns the quorums, for a figure that needs their list.
func List(q quorum.Quorums) (quorum.Family, error) {
	f, ok := q.List()
	if !ok {
		return f, quorum.Bad("", "the quorums of one family are needed, in a list", "")
	}
	return f, nil
}

// Lists is List for several cartels.
func Lists[Q quorum.Quorums](cartels []Q) ([]quorum.Family, error) {
	families := make([]quorum.Family, len(cartels))
	for i, c := range cartels {
		var err error
		if families[i], err = List(c); err != nil {
			return nil, err
		}
	}
	return families, nil
}

// Formula returns the formula of quorums that are not listed, for its closed forms.
func Formula(q quorum.Quorums) (quorum.Formula, error) {
	f, ok := q.Formula()
	if !ok {
		return f, quorum.Bad("", "the quorums of one family are needed, in a list or by a formula", "")
	}
	return f, Limited(readonce.Check(f))
}

// HasClosedForms reports whether the closed forms of read-once formulas apply to these quorums.
// Then they are tried first, even if the quorums are listed, so that a small system takes no longer
// than a large one.
func HasClosedForms(q quorum.Quorums) bool {
	f, ok := q.Formula()
	return ok && f.ReadOnce()
}

// Places returns the place of each of the sets in a list of quorums, the first where quorums
// repeat; false if one of the sets is not there.
func Places(f quorum.Family, sets []quorum.Set) ([]quorum.Index, bool) {
	first := make(map[string]quorum.Index, f.Len())
	for i := f.Len() - 1; i >= 0; i-- {
		first[f.Set(i).String()] = quorum.Index(i)
	}
	list := make([]quorum.Index, len(sets))
	for k, s := range sets {
		var ok bool
		if list[k], ok = first[s.String()]; !ok {
			return nil, false
		}
	}
	return list, true
}

// Limited returns a *quorum.LimitError for a cause, or nil if the cause is nil.
func Limited(cause error) error {
	if cause == nil {
		return nil
	}
	return &quorum.LimitError{Cause: cause}
}

// Ended returns a *quorum.LimitError if the context has ended, and nil before.
func Ended(ctx context.Context) error { return Limited(par.Ended(ctx)) }
