package groups

import (
	"slices"
)

// Subgroup returns the elements of the subgroup that some elements generate, ascending.
func (g *Group) Subgroup(gens ...int) []int {
	sub := g.closure(gens)
	slices.Sort(sub)
	return sub
}

// normal reports whether a subgroup is normal.
func (g *Group) normal(sub []int) bool {
	in := g.members(sub)
	for _, x := range sub {
		for _, b := range g.gens {
			if !in[g.Conjugate(x, b)] {
				return false
			}
		}
	}
	return true
}

func (g *Group) members(sub []int) []bool {
	in := make([]bool, g.n)
	for _, x := range sub {
		in[x] = true
	}
	return in
}

// Cosets returns the left cosets xH of a subgroup: the least element of each, ascending, and for
// every element the number of its coset. It panics if sub is no subgroup.
func (g *Group) Cosets(sub []int) (least []int, of []int) {
	if len(g.closure(sub)) != len(sub) {
		panic("groups: no subgroup")
	}
	of = slices.Repeat([]int{-1}, g.n)
	for x := range g.n {
		if of[x] >= 0 {
			continue
		}
		for _, h := range sub {
			of[g.Mul(x, h)] = len(least)
		}
		least = append(least, x)
	}
	return least, of
}

// quotient returns the group of the cosets of a normal subgroup, in the order of their least
// elements. It panics if sub is none.
func (g *Group) quotient(sub []int) *Group {
	if !g.normal(sub) {
		panic("groups: a quotient by what is not normal")
	}
	least, of := g.Cosets(sub)
	return made(g.name+"/", len(least), func(a, b int) int { return of[g.Mul(least[a], least[b])] })
}

// OnCosets returns the permutations of the left cosets of a subgroup, numbered as [Group.Cosets]
// does, by which the elements act from the left: coset i goes to perms[a][i] under a. For the
// trivial subgroup {0} they are the regular action x -> ax. Every transitive action is one of
// these. It panics if sub is no subgroup.
func (g *Group) OnCosets(sub []int) (perms [][]int) {
	least, of := g.Cosets(sub)
	perms = make([][]int, g.n)
	for a := range perms {
		perms[a] = make([]int, len(least))
		for i, x := range least {
			perms[a][i] = of[g.Mul(a, x)]
		}
	}
	return perms
}

// Subgroups returns one subgroup of each conjugacy class, each ascending, by size and then
// lexicographically. Every transitive action of the group is the action on the cosets of one of
// these.
//
// Cost: some n² steps for each subgroup; Z2xZ2xZ2xZ2xZ2 has 374 subgroups.
func (g *Group) Subgroups() [][]int {
	seen := map[string]bool{}
	key := func(sub []int) string {
		b := make([]byte, (g.n+7)/8)
		for _, x := range sub {
			b[x/8] |= 1 << (x % 8)
		}
		return string(b)
	}
	trivial := []int{0}
	seen[key(trivial)] = true
	classes := [][]int{trivial}
	for i := 0; i < len(classes); i++ {
		in := g.members(classes[i])
		for x := range g.n {
			if in[x] {
				continue
			}
			sub := g.Subgroup(append(slices.Clone(classes[i]), x)...)
			if seen[key(sub)] {
				continue
			}
			classes = append(classes, sub)
			for b := range g.n {
				conjugate := make([]int, len(sub))
				for j, y := range sub {
					conjugate[j] = g.Conjugate(y, b)
				}
				seen[key(conjugate)] = true
			}
		}
	}
	slices.SortFunc(classes, func(a, b []int) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
	return classes
}
