package groups

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"coterie/experiments"
	"coterie/internal/solve/record"
	"coterie/internal/words/show"
	"coterie/quorum"
)

const optimalFile = "systems.json"

// certifiedSystem is a system as a certificate: for each cartel its disjoint quorums, each as the
// numbers of its nodes, counted from 1 and joined by -, separated by spaces: "1-2 3-4".
type certifiedSystem struct {
	Nodes          int      `json:"nodes"`
	Groups         int      `json:"groups"`
	Responsibility int      `json:"responsibility,omitempty"` // at most; 0 for any
	Degree         int      `json:"degree"`
	Cartels        []string `json:"cartels"`
}

type certificate = experiments.Systems[certifiedSystem]

// certifiedSystems keeps, for every m and responsibility, the first system of each degree: on more
// nodes it is still a system.
func certifiedSystems(rows []optimalRow) certificate {
	list := certificate{Systems: []certifiedSystem{}}
	have := map[[3]int]bool{}
	for _, r := range rows {
		k := [3]int{r.M, r.R, r.Lower}
		if r.Cartels == nil || have[k] {
			continue
		}
		have[k] = true
		list.Systems = append(list.Systems, certifiedSystem{r.N, r.M, r.R, r.Lower, r.Cartels})
	}
	return list
}

// certifiedCartels formats the cartels of a system; record.Degree reads them.
func certifiedCartels(s quorum.Known) []string {
	g := s.Structure.(*quorum.GroupSystem)
	cartels := make([]string, g.Groups())
	for c, cartel := range g.Cartels() {
		cartels[c] = show.Join(cartel.Sets(), " ", func(q quorum.Set) string { return strings.ReplaceAll(strings.Trim(q.String(), "{}"), ",", "-") })
	}
	return cartels
}

// verifyOptimal judges the systems of the certificate by definition: the numbers of cartels and of
// pairwise disjoint quorums are right, quorums of different cartels share a node, and no node is in
// too many quorums.
func verifyOptimal(ctx context.Context, _ optimalParameters, name string, list certificate) error {
	if name != optimalFile {
		return fmt.Errorf("no certificate is called %s", name)
	}
	if len(list.Systems) == 0 {
		return errors.New("no systems")
	}
	for _, s := range list.Systems {
		if ctx.Err() != nil {
			return experiments.ContextError(ctx)
		}
		degree, err := record.Degree(s.Nodes, s.Groups, s.Responsibility, s.Cartels)
		if err != nil || degree != s.Degree || len(s.Cartels) != s.Groups {
			return fmt.Errorf("n = %d, m = %d, degree %d: %w", s.Nodes, s.Groups, s.Degree, cmp.Or(err, fmt.Errorf("%d cartels, degree %d", len(s.Cartels), degree)))
		}
	}
	return nil
}
