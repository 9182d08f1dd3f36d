package construct

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"coterie/internal/solve/forms"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// The limits of sharing specs. They keep the figures quick to compute, and the arbiters (at most
// 1023 sets of groups with 65·16 - 1 each) within quorum.MaxNodes.
const (
	maxSharingResources = 64
	maxSharingSize      = 16
)

// The values of per.
const (
	perSet      = "set"
	perResource = "resource"
)

// Sharing returns the sharing structure in which process u may use the resources alpha[u], 0-based
// and in any order, with quorum families for its groups by the construction of Miyamoto, Kakugawa
// and Yamashita (1994), section 3.2.2, so that condition C holds. It is SharingOf with components
// of one kind. The component for a set of groups with k resources is the k-majority coterie of
// (k+1)·size - 1 arbiters, all sets of size of them (KMajority): for size 1 the k singletons. Any
// size-1 arbiters of a component may crash, and k disjoint quorums are left.
//
// With g groups, over the 2^g - 1 non-empty sets S of groups, and N_G the number of quorums of
// group G,
//
//	n   = Σ_S ((k_S+1)·size - 1),             k_S = |α(S)|, the resources of the groups in S,
//	K   = 2^(g-1)·size,
//	N_G = Π_{S ∋ G} C((k_S+1)·size - 1, size),
//	responsibility of an arbiter of S, over all families = size/((k_S+1)·size - 1) · Σ_{G ∈ S} N_G.
//
// Resources are 0..R-1, each of some process. It exists for 1 <= R <= 64,
// 1 <= size <= 16 and at most 10 groups (else the error is a *ParamError), and can be listed for at
// most four groups: for more groups, and for fewer groups of large size, it has too many quorums.
// The packing searches by which quorum.Check judges condition C reach less far. They decide the
// 3,456 quorums of alpha=1-2-3-4, but not, in minutes, the 19,683 of alpha=1+2-2+3-1+3-1+2+3, and
// give up on the 18,480 of alpha=1+2-2+3,size=3, where SharingOf has the proof.
func Sharing(alpha [][]int, size int) (quorum.Known, error) {
	return sharingFamily().built(sharingPlan(alpha, size, false))
}

// SharingByResource returns the sharing structure of Sharing with other families: each resource
// has a majority coterie of 2·size-1 arbiters of its own, and the quorums of a group are those of
// its resources. So a process that holds a quorum knows its resource. Condition C holds, for any
// number of groups: of the groups in S there are |α(S)| coteries on nodes that have nothing in
// common. Any size-1 arbiters may crash, and each group S keeps |α(S)| disjoint quorums.
//
// With R resources, n = R·(2·size-1), K = size, and group G has
// |α(G)|·C(2·size-1, size) quorums. For size 1 there are R arbiters, and there cannot be fewer: all
// groups together need R disjoint quorums. It exists for 1 <= R <= 64 and 1 <= size <= 16 (else the
// error is a *ParamError).
//
// Proof: docs/theorems/sharing-by-resource.md.
func SharingByResource(alpha [][]int, size int) (quorum.Known, error) {
	return sharingFamily().built(sharingPlan(alpha, size, true))
}

func sharingPlan(alpha [][]int, size int, byResource bool) (*plan, error) {
	if err := checkRange("sharing", "size", size, 1, maxSharingSize); err != nil {
		return nil, err
	}
	canonical, resources, err := canonicalAlpha(alpha)
	if err != nil {
		return nil, err
	}
	lay := layOut
	if byResource {
		lay = layOutResources
	}
	l, err := lay(resources, canonical)
	if err != nil {
		return nil, err
	}
	settings := []setting{{"alpha", alphaText(canonical)}}
	if size != 1 {
		settings = append(settings, intSetting("size", size))
	}
	if byResource {
		settings = append(settings, setting{"per", perResource})
	}
	arbiters := func(s forms.SharingSet) int { return (s.K+1)*size - 1 }
	n := 0
	for _, s := range l.Sets {
		n += arbiters(s)
	}
	perGroup := func() []*big.Int {
		counts := make([]*big.Int, len(l.Groups))
		for g := range counts {
			counts[g] = bigOf(1)
			for _, s := range l.Holding(g) {
				counts[g].Mul(counts[g], binomial(arbiters(l.Sets[s]), size))
			}
			if byResource {
				counts[g] = new(big.Int).Mul(bigOf(len(l.Holding(g))), binomial(2*size-1, size))
			}
		}
		return counts
	}
	length := size
	if !byResource {
		length <<= len(l.Groups) - 1
	}
	return &plan{
		settings: settings,
		n:        n,
		groups:   len(l.Groups),
		quorums:  closed(func() *big.Int { return sumOf(perGroup()) }),
		largest:  length,
		shape: func(context.Context) (Shape, error) {
			shape := Shape{MinQuorum: length, MaxQuorum: length}
			counts := perGroup()
			for _, s := range l.Sets {
				r := new(big.Int)
				for _, g := range s.Groups {
					if byResource {
						r.Add(r, binomial(2*size-1, size))
					} else {
						r.Add(r, counts[g])
					}
				}
				r.Mul(r, bigOf(size))
				r.Quo(r, bigOf(arbiters(s))) // exact: C(v,s)·s/v = C(v-1,s-1)
				shape.take(r)
			}
			return shape, nil
		},
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			parts := make([]quorum.Family, len(l.Sets))
			for i, s := range l.Sets {
				var err error
				if parts[i], err = forms.OfSize(ctx, arbiters(s), size); err != nil {
					return nil, err
				}
			}
			return structure(l.Build(ctx, name, parts))
		},
	}, nil
}

// canonicalAlpha returns α with the resources of each process ascending, and R. The errors are
// *ParamError.
func canonicalAlpha(alpha [][]int) (canonical [][]int, resources int, err error) {
	refuse := func(legal string) error {
		return illegal("sharing", "alpha", cmp.Or(alphaText(alpha), "(none)"), legal)
	}
	if len(alpha) == 0 {
		return nil, 0, refuse("at least one process")
	}
	for _, own := range alpha {
		own = slices.Clone(own)
		slices.Sort(own)
		switch {
		case len(own) == 0:
			return nil, 0, refuse("at least one resource for each process")
		case own[0] < 0 || own[len(own)-1] >= maxSharingResources:
			return nil, 0, refuse("resources 1.." + strconv.Itoa(maxSharingResources))
		case len(slices.Compact(slices.Clone(own))) < len(own):
			return nil, 0, refuse("each resource of a process once")
		}
		resources = max(resources, own[len(own)-1]+1)
		canonical = append(canonical, own)
	}
	if unused := quorum.FullSet(resources).Minus(quorum.SetOf(slices.Concat(canonical...)...)); !unused.Empty() {
		return nil, 0, refuse(fmt.Sprintf("resources 1..%d each of some process, and none may use %v", resources, unused))
	}
	return canonical, resources, nil
}

// alphaText is the form of α in specs, which count resources from 1.
func alphaText(alpha [][]int) string {
	return show.Join(alpha, "-", func(own []int) string {
		return show.Join(own, "+", func(r int) string { return quorum.Index(r).String() })
	})
}

// alpha returns the resources of each process, from a value such as 1+2-2+3.
func (a *args) alpha(key string) [][]int {
	var alpha [][]int
	for process := range strings.SplitSeq(a.values[key], "-") {
		var own []int
		for word := range strings.SplitSeq(process, "+") {
			v, problem := parseInt(word)
			if problem != 0 {
				a.refuse(key, problem, "the resources of each process, such as 1+2-2+3")
			}
			own = append(own, v-1) // not below -1: no sign is left in a word
		}
		alpha = append(alpha, own)
	}
	return alpha
}

func sharingFamily() Family {
	return Family{
		Name:    "sharing",
		Kind:    quorum.KindSharing,
		Summary: "processes with resources of their own: a k-majority coterie for every set of groups, multiplied",
		Params: []Param{
			{Name: "alpha", Doc: "the resources of each process, + within a process and - between them, as in 1+2-2+3 (resources 1..64, at most 10 different groups)"},
			{Name: "size", Doc: "quorum size of the components, k-majorities of (k+1)·size-1 arbiters, 1..16", Optional: true, Default: "1"},
			{Name: "per", Doc: "what has a component: each set of groups, whose quorums are multiplied (set), or each resource, k = 1, whose quorums its groups have (resource)", Optional: true, Default: perSet},
		},
		Exists: "n = Σ ((k+1)·size-1) over the sets of groups, k being their resources",
		Source: "Miyamoto, Kakugawa and Yamashita 1994, section 3.2.2",
		resolve: func(a *args) (*plan, error) {
			return sharingPlan(a.alpha("alpha"), a.intOr("size", 1), a.word("per", perSet, perResource) == perResource)
		},
		usage:     "sharing:alpha=1+2-2+3...[,size=1][,per=set|resource]",
		noDefault: "it is made for the resources that your processes may use: sharing:alpha=1+2-2+3",
	}
}
