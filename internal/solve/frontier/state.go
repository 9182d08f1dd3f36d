package frontier

import (
	"context"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// maxCells is the greatest number of cells of a frontier.
const maxCells = 19

// state says which cells of the frontier are connected. Cells of the same component have the same
// number, from 1 in the order of the cells; 0 stands for a cell without a live node. touches has,
// for each number, the sides that the component touches, as bits.
type state struct {
	of      [maxCells]uint8
	touches [maxCells + 2]uint8
}

// won is the state of all sets that hold the set sought, whatever follows, and lost that of those
// that never will.
var won, lost = state{of: [maxCells]uint8{254}}, state{of: [maxCells]uint8{255}}

// join makes one component of those of two cells. Nothing happens if a cell has no live node.
func (s *state) join(a, b int) {
	x, y := s.of[a], s.of[b]
	if x == 0 || y == 0 || x == y {
		return
	}
	for c, k := range s.of {
		if k == y {
			s.of[c] = x
		}
	}
	s.touches[x] |= s.touches[y]
}

// alone puts a live node that is connected to no other into a cell.
func (s *state) alone(cell int) {
	var used [maxCells + 2]bool
	for _, k := range s.of {
		used[k] = true
	}
	k := uint8(1)
	for used[k] {
		k++
	}
	s.of[cell], s.touches[k] = k, 0
}

// canonical returns the state with its components numbered in the order of the cells.
func (s *state) canonical() (c state) {
	var number [maxCells + 2]uint8
	last := uint8(0)
	for i, k := range s.of {
		if k == 0 {
			continue
		}
		if number[k] == 0 {
			last++
			number[k], c.touches[last] = last, s.touches[k]
		}
		c.of[i] = number[k]
	}
	return c
}

// machine says what a set of nodes becomes when one more node is decided. decide gets no state won
// or lost, and returns a canonical state, won or lost.
type machine struct {
	first  state
	decide func(s state, v int, alive bool) state
}

// merged is a machine as tables. States of the same future are one state.
type merged struct {
	to   [][2][]int32 // for each node, the successor of each state without the node and with it; -1 for lost
	size []int        // the number of states before each node, and after the last
}

// merge follows a machine through n nodes. There are at most mostStates states after each node; the
// error is errStates, a *memory.Error or the end of ctx.
func (m machine) merge(ctx context.Context, n int) (merged, error) {
	out := merged{size: []int{1}}
	states := []state{m.first}
	poll := par.NewPoll(ctx)
	for v := range n {
		var found []state
		number := map[state]int32{lost: -1}
		var to [2][]int32
		if err := memory.Ask(ctx, "the states of a sweep", 2*len(states), stateBytes); err != nil {
			return out, err
		}
		for alive := range to {
			to[alive] = make([]int32, len(states))
			for i, s := range states {
				if err := poll.Err(); err != nil {
					return out, par.Ended(ctx)
				}
				if s != won {
					s = m.decide(s, v, alive == 1)
				}
				k, ok := number[s]
				if !ok {
					if k = int32(len(found)); k == mostStates {
						return out, errStates
					}
					number[s], found = k, append(found, s)
				}
				to[alive][i] = k
			}
		}
		states = found
		out.to, out.size = append(out.to, to), append(out.size, len(states))
	}
	// Backward: the classes of the states after a node are known, and states before it with the
	// same pair of them are one class.
	class := make([]int32, len(states)) // after all nodes no state is left but won
	for v := n - 1; v >= 0; v-- {
		pairs := map[[2]int32]int32{{-1, -1}: -1}
		var to [2][]int32
		before := make([]int32, len(out.to[v][0]))
		for i := range before {
			var pair [2]int32
			for alive := range pair {
				if pair[alive] = out.to[v][alive][i]; pair[alive] >= 0 {
					pair[alive] = class[pair[alive]]
				}
			}
			k, ok := pairs[pair]
			if !ok {
				k = int32(len(to[0]))
				pairs[pair] = k
				to[0], to[1] = append(to[0], pair[0]), append(to[1], pair[1])
			}
			before[i] = k
		}
		class, out.to[v], out.size[v] = before, to, len(to[0])
	}
	return out, nil
}

// stateBytes is the memory of a state, with its place in a table and its successors.
const stateBytes = 160
