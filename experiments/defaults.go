package experiments

import (
	"context"
	"errors"
	"math/big"

	"coterie/construct"
	"coterie/quorum"
)

// Default returns the default system of a family for n nodes and m groups, nil if there is none.
func Default(f construct.Family, n, m int) (*construct.Instance, error) {
	i, err := f.ForN(n, m)
	if none := new(construct.NoSystemError); errors.As(err, &none) {
		return nil, nil
	}
	return i, err
}

// OrdinaryDefaults returns the default systems of n nodes of all ordinary families, in the order of the registry.
func OrdinaryDefaults(n int) ([]*construct.Instance, error) {
	var list []*construct.Instance
	for _, f := range construct.Families() {
		if !f.HasDefault() || f.Groups() {
			continue
		}
		i, err := Default(f, n, 0)
		if err != nil {
			return nil, err
		}
		if i != nil && i.Kind() == quorum.KindSystem {
			list = append(list, i)
		}
	}
	return list, nil
}

// ListSystem lists the system, or says with a *construct.TooManyError that it has more quorums than so many.
func ListSystem(ctx context.Context, i *construct.Instance, listed int) (quorum.Structure, error) {
	shape, err := i.Shape()
	if err != nil {
		return nil, err
	}
	if shape.Quorums == nil || shape.Quorums.Cmp(big.NewInt(int64(listed))) > 0 {
		return nil, &construct.TooManyError{}
	}
	return i.Build(ctx, construct.BuildOptions{})
}

// CrashProbabilities are the p of the table: 1/1000, 1/100, 1/10, 3/10.
func CrashProbabilities() []*big.Rat {
	return []*big.Rat{big.NewRat(1, 1000), big.NewRat(1, 100), big.NewRat(1, 10), big.NewRat(3, 10)}
}
