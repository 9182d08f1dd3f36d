package sharing

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// structure is a sharing structure on at most 8 resources with a quorum family on at most 8
// arbiters for each process: the combinatorial part of Miyamoto's protocol P. A process locks a
// quorum of its family by the permissions of all its arbiters, each of which gives one at a time:
// the quorums locked at any time are pairwise disjoint. Every locked quorum is one use of a
// resource.
type structure struct {
	Alpha    []uint8   // for each process its resources, as bits
	Families [][]uint8 // for each process its quorums, as bits
	OneEach  bool      // a process holds at most one quorum at a time
}

// lock is a quorum that a process holds.
type lock struct {
	process int
	quorum  uint8
}

// configurations yields every set of locks that can be held at a time, the empty one first. The
// slice is reused.
func (s structure) configurations() iter.Seq[[]lock] {
	var all []lock
	for u, family := range s.Families {
		for _, q := range family {
			all = append(all, lock{u, q})
		}
	}
	return func(yield func([]lock) bool) {
		var held []lock
		var extend func(from int, used uint8, busy uint) bool
		extend = func(from int, used uint8, busy uint) bool {
			if !yield(held) {
				return false
			}
			for i := from; i < len(all); i++ {
				l := all[i]
				if l.quorum&used != 0 || s.OneEach && busy>>l.process&1 == 1 {
					continue
				}
				held = append(held, l)
				goOn := extend(i+1, used|l.quorum, busy|1<<l.process)
				held = held[:len(held)-1]
				if !goOn {
					return false
				}
			}
			return true
		}
		extend(0, 0, 0)
	}
}

// union returns α(V); V is a set of processes, as bits.
func (s structure) union(v uint) (all uint8) {
	for u, own := range s.Alpha {
		if v>>u&1 == 1 {
			all |= own
		}
	}
	return all
}

// resources returns |α(V)|.
func (s structure) resources(v uint) int { return bits.OnesCount8(s.union(v)) }

func describeLocks(held []lock) string {
	if len(held) == 0 {
		return "nothing locked"
	}
	return show.Join(held, ", ", func(l lock) string {
		return fmt.Sprintf("%v locked by process %v", quorum.SetOfMask(l.quorum), quorum.Index(l.process))
	})
}

// locksOf counts the locks that processes of V hold.
func locksOf(held []lock, v uint) int {
	count := 0
	for _, l := range held {
		count += int(v >> l.process & 1)
	}
	return count
}

// everyone returns the set of all processes.
func (s structure) everyone() uint { return 1<<len(s.Alpha) - 1 }

// safe reports whether no set V of processes can ever hold more than |α(V)| locks.
func (s structure) safe() bool {
	for held := range s.configurations() {
		for v := uint(1); v <= s.everyone(); v++ {
			if locksOf(held, v) > s.resources(v) {
				return false
			}
		}
	}
	return true
}

// full reports whether every non-empty set V of processes can hold |α(V)| locks for some locks of
// the others. That is condition 2 of Definition 2 if processes may release first.
func (s structure) full() bool {
next:
	for v := uint(1); v <= s.everyone(); v++ {
		for held := range s.configurations() {
			if locksOf(held, v) == s.resources(v) {
				continue next
			}
		}
		return false
	}
	return true
}

// solves reports whether both conditions of the problem can be met by locking.
func (s structure) solves() bool { return s.safe() && s.full() }

// stuck returns a set V and locks such that V holds fewer than |α(V)| of them and cannot lock
// another quorum unless somebody releases one. If idle is set, only V holds locks; otherwise
// anybody may.
func (s structure) stuck(idle bool) (v uint, at []lock, found bool) {
	for v = 1; v <= s.everyone(); v++ {
		for held := range s.configurations() {
			own := locksOf(held, v)
			if idle && own < len(held) || own >= s.resources(v) {
				continue
			}
			if !s.extends(held, v) {
				return v, slices.Clone(held), true
			}
		}
	}
	return 0, nil, false
}

// extends reports whether a process of V can lock one more quorum.
func (s structure) extends(held []lock, v uint) bool {
	used := uint8(0)
	for _, l := range held {
		used |= l.quorum
	}
	for u, family := range s.Families {
		if v>>u&1 == 0 || s.OneEach && locksOf(held, 1<<u) > 0 {
			continue
		}
		for _, q := range family {
			if q&used == 0 {
				return true
			}
		}
	}
	return false
}

// assignments yields, for every injection of the locks into the resources of all processes, the
// resources that it takes. With own each lock gets a resource of its own process.
func (s structure) assignments(held []lock, own bool) iter.Seq[uint8] {
	all := s.union(s.everyone())
	return func(yield func(taken uint8) bool) {
		var give func(i int, taken uint8) bool
		give = func(i int, taken uint8) bool {
			if i == len(held) {
				return yield(taken)
			}
			free := all &^ taken
			if own {
				free &= s.Alpha[held[i].process]
			}
			for ; free != 0; free &= free - 1 {
				if !give(i+1, taken|free&-free) {
					return false
				}
			}
			return true
		}
		give(0, 0)
	}
}

// assignable reports whether the locks can have different resources, each one of its own process's.
func (s structure) assignable(held []lock) bool {
	for range s.assignments(held, true) {
		return true
	}
	return false
}

// injectionsServe tries, for all locks held at a time, every injection of [structure.assignments]
// (there must be one), every resource r that it leaves out and every process u that may use r. No
// set of processes with u may hold as many locks as it has resources.
func (s structure) injectionsServe(own bool) (bool, string) {
	all := s.union(s.everyone())
	for held := range s.configurations() {
		injections := 0
		for taken := range s.assignments(held, own) {
			injections++
			for left := all &^ taken; left != 0; left &= left - 1 {
				if r := left & -left; !s.leaves(held, r) {
					return false, fmt.Sprintf("%v: with %s, an injection leaves out resource %v", s, describeLocks(held), quorum.SetOfMask(r))
				}
			}
		}
		if injections == 0 {
			return false, fmt.Sprintf("%v: with %s, there is no injection", s, describeLocks(held))
		}
	}
	return true, ""
}

// leaves reports whether every set V with a process that may use r holds fewer than |α(V)| locks.
func (s structure) leaves(held []lock, r uint8) bool {
	for v := uint(1); v <= s.everyone(); v++ {
		if s.union(v)&r != 0 && locksOf(held, v) >= s.resources(v) {
			return false
		}
	}
	return true
}

// packsAsC reports whether condition C holds apart from minimality: all maximal sets of disjoint
// quorums of V's processes have |α(V)| members, for every V.
func (s structure) packsAsC() bool {
	for v := uint(1); v <= s.everyone(); v++ {
		var union []uint8
		for u, f := range s.Families {
			if v>>u&1 == 1 {
				union = append(union, f...)
			}
		}
		slices.Sort(union)
		least, greatest := packingSizes(slices.Compact(union))
		if k := s.resources(v); least != k || greatest != k {
			return false
		}
	}
	return true
}

// strandedLock looks for a process that locks a quorum and finds all its resources in use, after
// others have taken some of their own and kept them. (Here some choice is wrong;
// quorum.JudgeForGood asks whether there is a right one.)
func (s structure) strandedLock() (story string, found bool) {
	for held := range s.configurations() {
		for taken := range s.assignments(held, true) {
			for u, own := range s.Alpha {
				if own&^taken == 0 && s.extends(held, 1<<u) {
					return fmt.Sprintf("with %s, and the resources %v taken, process %v locks a quorum and finds no resource free",
						describeLocks(held), quorum.SetOfMask(taken), quorum.Index(u)), true
				}
			}
		}
	}
	return "", false
}

// String describes the structure with 1-based processes, resources and arbiters.
func (s structure) String() string {
	var parts []string
	for u, own := range s.Alpha {
		parts = append(parts, fmt.Sprintf("α(%v) = %v", quorum.Index(u), quorum.SetOfMask(own)))
	}
	for u, f := range s.Families {
		if u > 0 && s.Alpha[u] == s.Alpha[u-1] && slices.Equal(f, s.Families[u-1]) {
			continue
		}
		parts = append(parts, fmt.Sprintf("Q_%v = %s", quorum.Index(u), maskFamily(f)))
	}
	return strings.Join(parts, ", ")
}

// packingSizes returns the least and the greatest size of a maximal set of pairwise disjoint
// quorums.
func packingSizes(f []uint8) (least, greatest int) {
	least = len(f) + 1
	var extend func(from int, used uint8, size int)
	extend = func(from int, used uint8, size int) {
		maximal := true
		for i, q := range f {
			if q&used != 0 {
				continue
			}
			maximal = false
			if i >= from {
				extend(i+1, used|q, size+1)
			}
		}
		if maximal {
			least, greatest = min(least, size), max(greatest, size)
		}
	}
	extend(0, 0, 0)
	return least, greatest
}

// maskFamily prints a family of bit masks with 1-based nodes.
func maskFamily(f []uint8) string {
	return "{" + show.Join(f, ",", func(q uint8) string { return quorum.SetOfMask(q).String() }) + "}"
}

// groupsIn counts the different resource sets of an ascending α.
func groupsIn(alpha []uint8) int { return len(slices.Compact(slices.Clone(alpha))) }

// sharedResources lists the α of at most the given numbers of processes and resources, with 0 <
// |α(u)|, up to the order of the processes: first one process, then two, and so on.
func sharedResources(processes, resources int) [][]uint8 {
	var all [][]uint8
	list := [][]uint8{nil}
	for range processes {
		var longer [][]uint8
		for _, alpha := range list {
			from := uint8(1)
			if len(alpha) > 0 {
				from = alpha[len(alpha)-1]
			}
			for own := from; own < 1<<resources; own++ {
				longer = append(longer, append(slices.Clone(alpha), own))
			}
		}
		all, list = append(all, longer...), longer
	}
	return all
}

// withFamilies lists the structures of α with every choice of one family per group, from the
// families that of returns for the number of resources of the group. alpha must be ascending, so
// that groups are runs.
func withFamilies(alpha []uint8, of func(k int) []antichain) []structure {
	list := []structure{{Alpha: alpha}}
	for u, own := range alpha {
		var longer []structure
		for _, s := range list {
			if u > 0 && own == alpha[u-1] {
				longer = append(longer, structure{Alpha: alpha, Families: append(slices.Clone(s.Families), s.Families[u-1])})
				continue
			}
			for _, a := range of(bits.OnesCount8(own)) {
				longer = append(longer, structure{Alpha: alpha, Families: append(slices.Clone(s.Families), a.Quorums)})
			}
		}
		list = longer
	}
	return list
}

// onArbiters returns the sharing structure on n arbiters; the processes of s are ordered by their
// resources.
func (s structure) onArbiters(n int) (*quorum.SharingStructure, error) {
	plain := experiments.Must(quorum.NewSharingStructure("", 8, alphaOf(s.Alpha), 0, nil, nil))
	var families []quorum.GroupFamily
	for _, group := range plain.Groups() {
		f := experiments.Must(quorum.FamilyOfMasks(n, s.Families[group[0]]))
		families = append(families, quorum.GroupFamily{Group: group, Family: f})
	}
	return quorum.NewSharingStructure("", 8, alphaOf(s.Alpha), n, families, nil)
}

// satisfiesC judges condition C on n arbiters.
func (s structure) satisfiesC(ctx context.Context, n int) (bool, error) {
	made := experiments.Must(s.onArbiters(n))
	ok, _, err := satisfiesC(ctx, made)
	return ok, err
}
