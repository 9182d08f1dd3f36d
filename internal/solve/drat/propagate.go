package drat

// A watch is an entry of the list of a literal: a clause that has to be looked at when the literal
// gets false, unless its other literal is true. It is stale, and falls out when it is met, if the
// clause is not there or watches other literals by now.
type watch struct {
	other  uint32
	clause ref
}

// The lists of a literal: clauses of the core go over to the first one when they are met.
const (
	inCore = iota
	others
)

// attach chooses the two literals that a clause watches, and reports whether it is a unit under the
// trail (its first literal is not true, the others are false), or wholly false. A true literal is
// best, the earliest; then one without value; then a false one, the latest: so that when the trail
// is cut at a place where all was propagated, the watches are right again.
func (c *checker) attach(r ref) (unit, wholly bool) {
	clause := c.clause(r)
	for i := range min(2, len(clause)) {
		best := i
		for k := i + 1; k < len(clause); k++ {
			if c.rank(clause[k]) > c.rank(clause[best]) {
				best = k
			}
		}
		clause[i], clause[best] = clause[best], clause[i]
	}
	if len(clause) > 1 {
		list := others
		if c.has(r, core) {
			list = inCore
		}
		c.watch(list, clause[0], watch{clause[1], r})
		c.watch(list, clause[1], watch{clause[0], r})
	}
	switch {
	case len(clause) == 0 || c.value[clause[0]] < 0:
		return false, true
	case c.value[clause[0]] == 0 && (len(clause) == 1 || c.value[clause[1]] < 0):
		return true, false
	}
	return false, false
}

func (c *checker) watch(list int, lit uint32, w watch) {
	c.watches[list][lit] = append(c.watches[list][lit], w)
}

func (c *checker) rank(l uint32) int64 {
	const middle = 1 << 32
	switch c.value[l] {
	case 0:
		return middle
	case 1:
		return 2*middle - int64(c.place[l>>1])
	}
	return int64(c.place[l>>1])
}

// assign makes a literal true, for a reason (none: it is assumed).
func (c *checker) assign(l uint32, why ref) {
	c.value[l], c.value[l^1] = 1, -1
	c.reason[l>>1], c.place[l>>1] = why, int32(len(c.trail))
	c.trail = append(c.trail, l)
}

// cut takes back all literals but the first to of the trail. All that is left must have been
// propagated.
func (c *checker) cut(to int) {
	for _, l := range c.trail[to:] {
		c.value[l], c.value[l^1] = 0, 0
		c.seen[l>>1] = false
	}
	c.trail = c.trail[:to]
	c.heads = [2]int{to, to}
}

// isReason reports whether a clause made a literal of the trail true. That literal is then its
// first one.
func (c *checker) isReason(r ref) bool {
	clause := c.clause(r)
	return len(clause) > 0 && c.value[clause[0]] > 0 && c.reason[clause[0]>>1] == r
}

// propagate returns a clause that has become false, or none when all units are found. Clauses of
// the core are looked at first. When the context has ended it returns none, and c.err is set.
func (c *checker) propagate() ref {
	for {
		list := inCore
		if c.heads[inCore] == len(c.trail) {
			if list = others; c.heads[others] == len(c.trail) {
				return none
			}
		}
		l := c.trail[c.heads[list]] ^ 1
		c.heads[list]++
		if err := c.poll.Work(len(c.watches[list][l])); err != nil {
			c.err = err
			return none
		}
		if conflict := c.visit(list, l); conflict != none {
			return conflict
		}
	}
}

// visit goes through a list of a literal that has become false.
func (c *checker) visit(list int, l uint32) ref {
	value, arena := c.value, c.arena
	all := c.watches[list][l]
	kept := 0
next:
	for i, w := range all {
		if value[w.other] > 0 {
			all[kept] = w
			kept++
			continue
		}
		head := arena[w.clause-1]
		if head&active == 0 {
			continue
		}
		clause := arena[w.clause : w.clause+ref(head>>flagBits)]
		if clause[0] == l {
			clause[0], clause[1] = clause[1], l
		} else if clause[1] != l {
			continue
		}
		first := clause[0]
		w.other = first
		moved := list == others && head&core != 0
		if value[first] <= 0 {
			for k := 2; k < len(clause); k++ {
				if value[clause[k]] >= 0 {
					clause[1], clause[k] = clause[k], l
					to := list
					if moved {
						to = inCore
					}
					c.watches[to][clause[1]] = append(c.watches[to][clause[1]], w)
					continue next
				}
			}
		}
		if moved {
			c.watch(inCore, l, w)
		} else {
			all[kept] = w
			kept++
		}
		switch value[first] {
		case 0:
			c.assign(first, w.clause)
			c.report.Implied++
		case -1:
			kept += copy(all[kept:], all[i+1:])
			c.watches[list][l] = all[:kept]
			return w.clause
		}
	}
	c.watches[list][l] = all[:kept]
	return none
}

// mark takes a clause into the core, and all clauses that made its literals false.
func (c *checker) mark(r ref) {
	c.stack = append(c.stack[:0], r)
	for len(c.stack) > 0 {
		r := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		c.arena[r-1] |= core
		for _, l := range c.clause(r) {
			if v := l >> 1; !c.seen[v] {
				// Once for each stay on the trail: its reasons do not change while it is there.
				c.seen[v] = true
				if why := c.reason[v]; why != none && c.value[l] != 0 {
					c.stack = append(c.stack, why)
				}
			}
		}
	}
}
