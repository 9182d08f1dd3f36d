package compose_test

import (
	"context"
	"errors"
	"fmt"

	"coterie/quorum"
	"coterie/quorum/compose"
)

func systemOf(n int, quorums ...[]int) *quorum.System {
	f, err := quorum.NewFamily(n, quorums)
	if err != nil {
		panic(err)
	}
	s, err := quorum.NewSystem("", f, quorum.SystemOptions{})
	if err != nil {
		panic(err)
	}
	return s
}

func printFamily(f quorum.Family) {
	var sets []quorum.Set
	for i := range f.Len() {
		sets = append(sets, f.Set(i))
	}
	fmt.Println(sets)
}

// A majority of three in the place of node 2 of another one. Both are nondominated,
// and so is the composition: it is its own dual.
func ExampleAt() {
	majority := systemOf(3, []int{0, 1}, []int{0, 2}, []int{1, 2})
	s, err := compose.At(context.Background(), majority, 1, majority, compose.Options{})
	if err != nil {
		panic(err)
	}
	f := s.(*quorum.System).Family()
	printFamily(f)
	dual, err := f.Dual(context.Background(), 100)
	fmt.Println(dual.Equal(f.Minimized()), err)
	// Output:
	// [{1,2,3} {1,2,4} {1,3,4} {1,5} {2,3,5} {2,4,5} {3,4,5}]
	// true <nil>
}

// Two nondominated group systems of three cartels whose composition is dominated: {1,3} meets every
// quorum of cartels 1 and 3, and contains no quorum of cartel 2. With two cartels this cannot
// happen.
func ExampleAt_dominated() {
	groups := func(cartels ...*quorum.System) *quorum.GroupSystem {
		var families []quorum.Family
		for _, c := range cartels {
			families = append(families, c.Family())
		}
		g, err := quorum.NewGroupSystem("", families, nil)
		if err != nil {
			panic(err)
		}
		return g
	}
	both, either := systemOf(2, []int{0, 1}), systemOf(2, []int{0}, []int{1})
	s, err := compose.At(context.Background(), groups(either, both, both), 0, groups(both, both, either), compose.Options{})
	if err != nil {
		panic(err)
	}
	for i := range 3 {
		printFamily(s.(*quorum.GroupSystem).Cartel(i))
	}
	// Output:
	// [{1,2} {3}]
	// [{1,2,3}]
	// [{1,3} {2,3}]
}

// Systems at all nodes at once; the quorums are counted before they are listed.
func ExampleAll() {
	majority := systemOf(3, []int{0, 1}, []int{0, 2}, []int{1, 2})
	everywhere := map[int]quorum.Structure{0: majority, 1: majority, 2: majority}
	s, err := compose.All(context.Background(), majority, everywhere, compose.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(s.N(), s.(*quorum.System).Family().Len())
	_, err = compose.All(context.Background(), majority, everywhere, compose.Options{MaxQuorums: 20})
	var limit *quorum.LimitError
	fmt.Println(errors.As(err, &limit), err)
	// Output:
	// 9 27
	// true the composition has 27 quorums, more than 20
}
