package enumerate

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/gf"
	"coterie/quorum"
)

// countClasses counts systems up to renaming: nondominated coteries on at most 9 nodes and all
// coteries on at most 8. It is exact: every Burnside sum is checked for what must divide it, and an
// error that is a *[quorum.InternalError] says where that fails. Queries that it cannot answer get
// a *quorum.InputError.
func countClasses(ctx context.Context, q Query, opts Options) (Counted, error) {
	most, held, kind := maxFixedNodes-1, 1, "coteries"
	if q.Nondominated {
		most, held, kind = maxFixedNodes, 0, "nondominated coteries"
	}
	switch {
	case q.groups() > 1:
		return Counted{}, quorum.Bad("group", "classes of group quorum systems are not counted by what renamings leave as it is", "list the classes")
	case q.Nodes < 1:
		return Counted{}, quorum.Bad("n", fmt.Sprintf("there are no %s on %d nodes", kind, q.Nodes), fmt.Sprintf("want 1 to %d nodes", most))
	case q.Nodes > most:
		return Counted{}, quorum.Bad("n", fmt.Sprintf("classes of %s on %d nodes are out of reach", kind, q.Nodes), fmt.Sprintf("want at most %d nodes", most))
	}
	count, err := classesUnderRenaming(ctx, q.Nodes, held, opts)
	if err != nil {
		return Counted{}, err
	}
	method := "fixed systems of renamings, by cycle type"
	switch {
	case q.AllUsed:
		// A class with a node that is in no quorum is a class on one node less.
		fewer, err := classesUnderRenaming(ctx, q.Nodes-1, held, opts)
		if err != nil {
			return Counted{}, err
		}
		count.Sub(count, fewer)
		method += fmt.Sprintf(", less the same for %d nodes", q.Nodes-1)
	case held > 0:
		count.Sub(count, big.NewInt(1)) // the family without quorums
	}
	return Counted{Count: count, Method: method}, nil
}

// classesUnderRenaming returns how many classes of self-dual functions of n+held nodes there are
// when the first n nodes are renamed and the others are not: Burnside's sum over n!.
func classesUnderRenaming(ctx context.Context, n, held int, opts Options) (*big.Int, error) {
	types := CycleTypes(n)
	fixes := map[string]*big.Int{} // by the cycles
	sum, renamings := new(big.Int), new(big.Int)
	for i, t := range types {
		cycles := slices.Concat(t.Cycles, slices.Repeat([]int{1}, held))
		inner := opts
		if opts.Progress != nil {
			joined := strings.ReplaceAll(strings.Trim(fmt.Sprint(cycles), "[]"), " ", "+")
			inner.Progress = func(stage string, done, total int) {
				opts.Progress(fmt.Sprintf("%s, for renamings with cycles of lengths %s, kind %d of %d", stage, joined, i+1, len(types)), done, total)
			}
		}
		fix, err := fixed(ctx, cycles, inner)
		if err != nil {
			return nil, err
		}
		fixes[fmt.Sprint(t.Cycles)] = fix
		renamings.Add(renamings, t.Size)
		sum.Add(sum, new(big.Int).Mul(t.Size, fix))
	}
	if renamings.Cmp(factorialBig(n)) != 0 {
		return nil, quorum.Internal("the cycle types of %d nodes have %v renamings", n, renamings)
	}
	if err := checkCyclicGroups(types, fixes); err != nil {
		return nil, err
	}
	classes, rest := new(big.Int).QuoRem(sum, factorialBig(n), new(big.Int))
	if rest.Sign() != 0 {
		return nil, quorum.Internal("Burnside's sum %v for %d nodes is no multiple of the number of renamings", sum, n)
	}
	return classes, nil
}

// checkCyclicGroups uses Burnside's lemma once more, for the group of the powers of one renaming of
// each type: the sum of what the m powers of a renaming of order m leave as it is has to be a
// multiple of m. For a prime m, where the powers but the identity are of one type, this says that
// the renaming and the identity leave the same number as they are, up to multiples of m.
func checkCyclicGroups(types []CycleType, fixes map[string]*big.Int) error {
	for _, t := range types {
		order := 1
		for _, length := range t.Cycles {
			order = order / gf.GCD(order, length) * length
		}
		sum := new(big.Int)
		for times := range order {
			sum.Add(sum, fixes[fmt.Sprint(powerCycles(t.Cycles, times))])
		}
		if new(big.Int).Mod(sum, big.NewInt(int64(order))).Sign() != 0 {
			return quorum.Internal("the powers of a renaming with cycles %v leave %v systems as they are, which is not a multiple of %d", t.Cycles, sum, order)
		}
	}
	return nil
}

// powerCycles returns the cycles, longest first, of a renaming done times times: one of length l
// falls apart into gcd(l, times) equal ones.
func powerCycles(cycles []int, times int) []int {
	var all []int
	for length := maxFixedNodes; length > 0; length-- {
		for _, l := range cycles {
			parts := gf.GCD(l, times)
			for range parts {
				if l/parts == length {
					all = append(all, length)
				}
			}
		}
	}
	return all
}
