package construct

import (
	"context"

	"coterie/quorum"
)

// Singleton returns the coterie whose only quorum is {centre}: one node that decides for all.
// Every site has this quorum.
//
// It exists for every n >= 1 and centre in 0..n-1 (else the error is a *ParamError). K = 1.
// Maekawa (1985), section 2, calls it a centralized algorithm: intersection and equal effort
// hold; for n >= 2 inclusion fails, for only the centre is in its own quorum, and so do equal
// responsibility (n at the centre, 0 elsewhere) and uniqueness. Yet it is nondominated.
func Singleton(n, centre int) (quorum.Known, error) {
	return singletonFamily().built(singletonPlan(n, centre))
}

func singletonPlan(n, centre int) (*plan, error) {
	if err := checkRange("singleton", "n", n, 1, quorum.MaxNodes); err != nil {
		return nil, err
	}
	if centre < 0 || centre >= n {
		return nil, illegal("singleton", "centre", quorum.Node(centre).String(), "1.."+quorum.Node(n-1).String())
	}
	least := 0 // responsibility
	if n == 1 {
		least = 1
	}
	p := &plan{
		settings: []setting{intSetting("n", n)},
		n:        n,
		quorums:  constantCount(1),
		largest:  1,
		shape:    rangedShape(1, 1, least, n),
		formulas: func() []quorum.Formula { return []quorum.Formula{quorum.Leaf(centre).Over(n)} },
		build: func(_ context.Context, name string, _ int) (quorum.Structure, error) {
			f, err := quorum.NewFamily(n, [][]int{{centre}})
			if err != nil {
				return nil, err
			}
			return structure(quorum.NewSystem(name, f, quorum.SystemOptions{Sites: make([]int, n)}))
		},
	}
	if centre != 0 {
		p.settings = append(p.settings, setting{"centre", quorum.Node(centre).String()})
	}
	return p, nil
}

func singletonFamily() Family {
	return Family{
		Name:    "singleton",
		Kind:    quorum.KindSystem,
		Summary: "one node decides for all",
		Params: []Param{
			{Name: "n", Doc: "number of nodes, at least 1"},
			{Name: "centre", Doc: "the node that decides, 1..n", Optional: true, Default: "1"},
		},
		Exists: "every n >= 1",
		Source: "Maekawa 1985, section 2 (centralized control)",
		resolve: func(a *args) (*plan, error) {
			return singletonPlan(a.int("n"), int(a.node("centre", 0)))
		},
		forN: func(n, _ int) (*plan, error) { return singletonPlan(n, 0) },
	}
}

// structure turns the result of a constructor of quorum into the result of a plan's build, so that
// a nil pointer does not become a non-nil interface.
func structure[S quorum.Structure](s S, err error) (quorum.Structure, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}
