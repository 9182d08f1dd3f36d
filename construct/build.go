package construct

import (
	"context"

	"coterie/quorum"
)

// buildSites lists S_1, ..., S_n as quorums 1, ..., n of a system with these sites. appendSet
// appends the set of one site; all have one size.
func buildSites(ctx context.Context, name string, n int, appendSet func(dst []int32, site int) []int32) (quorum.Structure, error) {
	f, err := quorum.ListFamily(ctx, n, n, appendSet)
	if err != nil {
		return nil, err
	}
	sites := make([]int, n)
	for site := range sites {
		sites[site] = site
	}
	return structure(quorum.NewSystem(name, f, quorum.SystemOptions{Sites: sites}))
}

// buildCartels lists a group system whose cartel i has quorums[i] quorums, all of one size.
// appendQuorum appends the nodes of quorum j of cartel i.
func buildCartels(ctx context.Context, name string, n int, quorums []int, appendQuorum func(dst []int32, i, j int) []int32) (quorum.Structure, error) {
	cartels := make([]quorum.Family, len(quorums))
	for i, count := range quorums {
		var err error
		cartels[i], err = quorum.ListFamily(ctx, n, count, func(dst []int32, j int) []int32 { return appendQuorum(dst, i, j) })
		if err != nil {
			return nil, err
		}
	}
	return structure(quorum.NewGroupSystem(name, cartels, nil))
}

// listed returns a function that makes a list the quorums of a system of that name, without sites.
func listed(name string) func(f quorum.Family, err error) (quorum.Structure, error) {
	return func(f quorum.Family, err error) (quorum.Structure, error) {
		if err != nil {
			return nil, err
		}
		return plainSystem(name, f)
	}
}
