package experiments

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"coterie/construct"
	"coterie/quorum"
)

// Default returns the default system of a family for n nodes and m groups. It returns nil if there
// is none. It panics if n or m is out of range.
func Default(f construct.Family, n, m int) *construct.Instance {
	i, err := f.ForN(n, m)
	if none := new(construct.NoSystemError); errors.As(err, &none) {
		return nil
	}
	return Must(i, err)
}

// Defaults returns the default systems of n nodes, in the order of the registry: those of all
// ordinary families for one holder, and those of all group families for each of the numbers of
// groups.
func Defaults(n int, groups ...int) []*construct.Instance {
	var list []*construct.Instance
	for _, f := range construct.Families() {
		ms := []int{0}
		switch {
		case !f.HasDefault() || f.Holders() || f.Kind != quorum.KindSystem && !f.Groups():
			continue
		case f.Groups():
			ms = groups
		}
		for _, m := range ms {
			if i := Default(f, n, m); i != nil {
				list = append(list, i)
			}
		}
	}
	return list
}

// ListSystem lists the system. If it has more than listed quorums, the system is nil and the reason
// says so.
func ListSystem(ctx context.Context, i *construct.Instance, listed int) (s quorum.Structure, reason string, err error) {
	shape, err := i.Shape(ctx)
	if err != nil {
		return nil, "", err
	}
	if shape.Quorums == nil || shape.Quorums.Cmp(big.NewInt(int64(listed))) > 0 {
		return nil, fmt.Sprintf("more than %d quorums", listed), nil
	}
	s, err = i.Build(ctx, 0)
	return s, "", err
}
