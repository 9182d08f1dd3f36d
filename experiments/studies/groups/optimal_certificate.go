package groups

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"coterie/experiments"
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

// certifiedCartels formats the cartels of a system; cartel parses one of them.
func certifiedCartels(s quorum.Known) []string {
	g := s.Structure.(*quorum.GroupSystem)
	cartels := make([]string, g.Groups())
	for c, cartel := range g.Cartels() {
		cartels[c] = show.Join(cartel.Sets(), " ", func(q quorum.Set) string { return strings.ReplaceAll(strings.Trim(q.String(), "{}"), ",", "-") })
	}
	return cartels
}

func (s certifiedSystem) cartel(text string) (quorum.Family, error) {
	var list []quorum.Set
	asJSON := "[[" + strings.NewReplacer("-", ",", " ", "],[").Replace(text) + "]]"
	if err := json.Unmarshal([]byte(asJSON), &list); err != nil {
		return quorum.Family{}, err
	}
	return quorum.FamilyOfSets(s.Nodes, list)
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
		if err := s.verify(ctx); err != nil {
			return fmt.Errorf("n = %d, m = %d, degree %d: %w", s.Nodes, s.Groups, s.Degree, err)
		}
	}
	return nil
}

func (s certifiedSystem) verify(ctx context.Context) error {
	if len(s.Cartels) != s.Groups || s.Degree < 1 {
		return fmt.Errorf("%d cartels", len(s.Cartels))
	}
	cartels := make([]quorum.Family, s.Groups)
	for c, text := range s.Cartels {
		var err error
		if cartels[c], err = s.cartel(text); err != nil {
			return fmt.Errorf("cartel %d: %w", c+1, err)
		}
		if cartels[c].Len() != s.Degree {
			return fmt.Errorf("cartel %d has %d quorums", c+1, cartels[c].Len())
		}
	}
	g, err := quorum.NewGroupSystem("", cartels, nil)
	if err != nil {
		return err
	}
	_, most, err := measureDegree(ctx, g)
	if err == nil && s.Responsibility > 0 && most > s.Responsibility {
		err = fmt.Errorf("a node is in %d quorums", most)
	}
	return err
}
