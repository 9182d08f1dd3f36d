package quorum

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/words/show"
)

// The limits of JudgeForGood, and the most rows of a rule that are shown.
const (
	forGoodWork      = 100_000_000 // quorums times the square of the nodes
	forGoodPositions = 50_000
	forGoodMoves     = 2_000 // of the adversary's strategy
	forGoodRows      = 100
)

// Handout is the answer of JudgeForGood. If ForGood holds, it has a rule; otherwise the adversary's
// strategy.
type Handout struct {
	Judged
	Rule string `json:"rule,omitempty"`
	// Table has the rule where it depends on who is inside, and is short. Processes stand for those
	// of their groups. Nodes of a set of Alike may be exchanged, as no family tells them apart.
	Table []HandoutRow `json:"table,omitempty"`
	Alike []Set        `json:"alike,omitempty"`
	// Sequence is a play of Strategy in which every answer delays the end as long as it can.
	Sequence []HandoutStep `json:"sequence,omitempty"`
	Strategy *HandoutMove  `json:"strategy,omitempty"`
}

// HandoutStep is a process that enters with a quorum and is given a resource: none, if none of its
// own is free. Without a quorum it leaves.
type HandoutStep struct {
	Process  Index  `json:"process"`
	Quorum   Set    `json:"quorum,omitzero"`
	Resource *Index `json:"resource,omitempty"`
}

// HandoutRow says what a process is given that enters where others are inside.
type HandoutRow struct {
	Held   []HandoutStep `json:"held"`
	Enters HandoutStep   `json:"enters"`
}

// HandoutMove is a move of the adversary, with what follows each answer to it: one for each free
// resource of a process that enters, and one, without a resource, if it leaves. A process that
// enters and has no answer defeats the rule.
type HandoutMove struct {
	Process Index          `json:"process"`
	Quorum  Set            `json:"quorum,omitzero"` // without one it leaves
	Replies []HandoutReply `json:"replies"`
}

// HandoutReply is an answer to a HandoutMove.
type HandoutReply struct {
	Resource *Index       `json:"resource,omitempty"`
	Then     *HandoutMove `json:"then"`
}

// JudgeForGood judges whether each process can be given a resource of its own when it enters, so
// that nobody ever exchanges one. It is a game: an adversary lets a process that is outside enter
// with any quorum of its family that is disjoint from those held, or lets one leave; a rule, which
// knows nothing of what comes, gives the one that enters a free resource that it may use. The rule
// loses if there is none.
//
// A resource for each process, or for each connected part of the quorums if that is a coterie, is
// such a rule. Otherwise all positions are gone through, up to exchanges of processes of a group
// and of nodes that no family tells apart, and those where the adversary wins are found backward.
// The strategy is then played against every answer, on the families as they are given.
//
// It is Unknown without families, beyond 50,000 positions, 2,000 moves of a strategy or 100,000,000
// quorums times the square of the nodes, and when ctx ends.
func JudgeForGood(ctx context.Context, s *SharingStructure) Handout {
	if len(s.families) == 0 {
		return Handout{Judged: inapplicable(ForGood, "no quorum families are given")}
	}
	if rule := s.fixedRule(ctx); rule != "" {
		return Handout{Judged: holds(ForGood, rule), Rule: rule}
	}
	g, reason := newHandoutGame(ctx, s)
	if reason == "" {
		reason = g.solve(ctx)
	}
	if reason != "" {
		return Handout{Judged: undecided(ForGood, reason)}
	}
	if g.lost[0] == 0 {
		return g.rule()
	}
	move := g.strategy(0, nil)
	switch {
	case g.left < 0:
		return Handout{Judged: undecided(ForGood, fmt.Sprintf("every rule fails by a strategy of more than %d moves, too many to be checked", forGoodMoves))}
	case !move.defeats(s, nil):
		panic("quorum: a strategy against every rule does not stand its check")
	}
	play := move.longest()
	v := Judged{ForGood, Fails, &Witness{Processes: []Index{play[len(play)-1].Process}}, "every rule fails, the best of them so: " +
		show.Join(play, ", ", func(step HandoutStep) string { return step.words(s.names) }), false}
	return Handout{v, "", nil, nil, play, move}
}

func (step HandoutStep) words(names []string) string {
	switch {
	case step.Quorum.Empty():
		return fmt.Sprintf("process %v leaves", step.Process)
	case step.Resource == nil:
		return fmt.Sprintf("process %v enters with %s and none of its resources is free", step.Process, step.Quorum.Label(names))
	}
	return fmt.Sprintf("process %v enters with %s and is given resource %v", step.Process, step.Quorum.Label(names), *step.Resource)
}

// fixedRule looks for a rule that does not depend on who is inside; "" if there is none of these.
func (s *SharingStructure) fixedRule(ctx context.Context) string {
	if of := s.assign(ctx, s.alpha); of != nil {
		return "each process keeps a resource to itself: " + show.Join(FullSet(len(of)).Nodes(), ", ", func(u int) string {
			return fmt.Sprintf("process %v has %v", Index(u), Index(of[u]))
		})
	}
	var all []Family
	var own [][]int // of each quorum
	for _, gf := range s.families {
		all = append(all, gf.Family)
		own = append(own, slices.Repeat([][]int{s.alpha[gf.Group[0]]}, gf.Family.Len())...)
	}
	f := Concat(all...)
	p, err := newPacker(ctx, f)
	if err != nil {
		return ""
	}
	parts, common := p.parts(), [][]int(nil) // of each part the resources that all its processes may use
	for _, part := range parts {
		if JudgeIntersection(ctx, f.picked(part.quorums), Options{Jobs: 1}).Holds != Holds {
			return ""
		}
		common = append(common, slices.DeleteFunc(slices.Clone(own[part.quorums[0]]), func(r int) bool {
			return slices.ContainsFunc(part.quorums, func(i int) bool { return !slices.Contains(own[i], r) })
		}))
	}
	of := s.assign(ctx, common)
	if of == nil {
		return ""
	}
	return "the resource of the coterie of its quorum: " + show.Join(FullSet(len(of)).Nodes(), ", ", func(x int) string {
		return fmt.Sprintf("%v for those that meet %s", Index(of[x]), f.Set(parts[x].quorums[0]).Label(s.names))
	})
}

// assign gives each item a resource of its own, no two the same; nil if that cannot be.
func (s *SharingStructure) assign(ctx context.Context, own [][]int) []int {
	if len(own) == 0 || len(own) > s.resources {
		return nil
	}
	users := make([][]int, s.resources)
	for i, resources := range own {
		for _, r := range resources {
			users[r] = append(users[r], i)
		}
	}
	var used []int
	for r, list := range users {
		if list != nil {
			used = append(used, r)
		}
	}
	f, err := NewFamily(len(own), slices.DeleteFunc(users, func(list []int) bool { return list == nil }))
	if err != nil {
		return nil
	}
	of, _ := f.AssignSites(ctx)
	for i := range of {
		of[i] = used[of[i]]
	}
	return of
}

// handoutGame has the positions of the game. A position says of each resource which entry has it,
// -1 for none.
type handoutGame struct {
	s       *SharingStructure
	sets    [][]Set        // the quorums of each group
	class   []int          // of each node: those of a class can be exchanged
	room    []int          // how many nodes each class has
	entries []handoutEntry // up to exchanges
	place   map[string]int // of each position in at
	at      [][]int        // the positions; first the empty one
	moves   [][]gameMove   // of the adversary, at each of them
	lost    []int          // in so many moves it wins; 0: the rule does not lose
	wins    []int          // by this one of moves
	left    int            // so many moves of its strategy may still be listed
}

// handoutEntry is a process of a group with a quorum that has so many nodes of each class.
type handoutEntry struct {
	group int
	nodes []int
}

// gameMove is an entry with the resources that are free for it, or -1 and the resource of a process
// that leaves; and the positions that follow.
type gameMove struct {
	entry         int
	resources, to []int
}

// newHandoutGame finds the classes of nodes and the entries. The reason says why it gives up.
func newHandoutGame(ctx context.Context, s *SharingStructure) (g *handoutGame, reason string) {
	g = &handoutGame{s: s, class: make([]int, s.n), place: map[string]int{}, left: forGoodMoves}
	known := map[string]bool{}
	var times [][]int
	for x, gf := range s.families {
		if len(known)+gf.Family.Len() > forGoodWork/s.n/s.n {
			return nil, fmt.Sprintf("its quorums times the square of its nodes are more than %d, too many for the positions to be gone through", forGoodWork)
		}
		g.sets, times = append(g.sets, gf.Family.Sets()), append(times, gf.Family.Responsibilities())
		for _, q := range g.sets[x] {
			known[fmt.Sprint(x, q.words)] = true
		}
	}
	var first []int // of each class
	for v := range s.n {
		if ctx.Err() != nil {
			return nil, "stopped: " + context.Cause(ctx).Error()
		}
		c := slices.IndexFunc(first, func(u int) bool {
			for x, list := range g.sets {
				if times[x][u] != times[x][v] || slices.ContainsFunc(list, func(q Set) bool {
					return q.Has(u) != q.Has(v) && !known[fmt.Sprint(x, q.Union(SetOf(u, v)).Minus(q.Intersect(SetOf(u, v))).words)]
				}) {
					return false
				}
			}
			return true
		})
		if c < 0 {
			c = len(first)
			first, g.room = append(first, v), append(g.room, 0)
		}
		g.class[v] = c
		g.room[c]++
	}
	for x, list := range g.sets {
		for _, q := range list {
			e := handoutEntry{x, g.count(q)}
			if key := fmt.Sprint("entry", e); !known[key] {
				known[key] = true
				g.entries = append(g.entries, e)
			}
		}
	}
	return g, ""
}

// count returns how many nodes of each class a quorum has.
func (g *handoutGame) count(q Set) []int {
	nodes := make([]int, len(g.room))
	for v := range q.All() {
		nodes[g.class[v]]++
	}
	return nodes
}

// index returns the place of the position in which an entry has a resource, after another one.
func (g *handoutGame) index(before []int, resource, entry int) int {
	after := slices.Clone(before)
	after[resource] = entry
	i, known := g.place[fmt.Sprint(after)]
	if !known {
		i = len(g.at)
		g.place[fmt.Sprint(after)] = i
		g.at = append(g.at, after)
	}
	return i
}

// solve finds all positions, and those where the adversary wins: in one move if some entry finds no
// resource, and in one more than the positions that follow a move, if it wins in all of them.
func (g *handoutGame) solve(ctx context.Context) (reason string) {
	poll := par.NewPoll(ctx)
	g.index(slices.Repeat([]int{-1}, g.s.resources), 0, -1)
	for i := 0; i < len(g.at); i++ {
		if err := poll.Err(); err != nil {
			return "stopped: " + err.Error()
		}
		if len(g.at) > forGoodPositions {
			return fmt.Sprintf("there are more than %d positions of held quorums and their resources", forGoodPositions)
		}
		g.moves = append(g.moves, g.movesAt(g.at[i]))
	}
	g.lost, g.wins = make([]int, len(g.at)), make([]int, len(g.at))
	for round, more := 1, true; more && g.lost[0] == 0; round++ {
		more = false
		for p, moves := range g.moves {
			if g.lost[p] > 0 {
				continue
			}
			x := slices.IndexFunc(moves, func(m gameMove) bool {
				return !slices.ContainsFunc(m.to, func(q int) bool { return g.lost[q] == 0 || g.lost[q] == round })
			})
			if x >= 0 {
				g.lost[p], g.wins[p], more = round, x, true
			}
		}
	}
	return ""
}

func (g *handoutGame) movesAt(position []int) (moves []gameMove) {
	free, inside := slices.Clone(g.room), make([]int, len(g.s.families))
	var leave []gameMove
	for r, x := range position {
		if x < 0 {
			continue
		}
		inside[g.entries[x].group]++
		for c, count := range g.entries[x].nodes {
			free[c] -= count
		}
		leave = append(leave, gameMove{-1, []int{r}, []int{g.index(position, r, -1)}})
	}
next:
	for x, e := range g.entries {
		group := g.s.families[e.group].Group
		if inside[e.group] == len(group) {
			continue
		}
		for c, count := range e.nodes {
			if count > free[c] {
				continue next
			}
		}
		m := gameMove{entry: x}
		for _, r := range g.s.alpha[group[0]] {
			if position[r] < 0 {
				m.resources, m.to = append(m.resources, r), append(m.to, g.index(position, r, x))
			}
		}
		moves = append(moves, m)
	}
	return append(moves, leave...)
}

// enter returns the first process and the first quorum by which an entry can be made where others
// are inside. A set of quorums that fits its nodes can always be exchanged with the one that is
// held, so there are some.
func (g *handoutGame) enter(inside []HandoutStep, entry int) HandoutStep {
	e := g.entries[entry]
	gf := g.s.families[e.group]
	u := slices.IndexFunc(gf.Group, func(u int) bool {
		return !slices.ContainsFunc(inside, func(h HandoutStep) bool { return int(h.Process) == u })
	})
	q := slices.IndexFunc(g.sets[e.group], func(q Set) bool {
		return slices.Equal(g.count(q), e.nodes) && !slices.ContainsFunc(inside, func(h HandoutStep) bool { return h.Quorum.Intersects(q) })
	})
	return HandoutStep{Index(gf.Group[u]), g.sets[e.group][q], nil}
}

// rule returns the rule that gives the first resource with which it does not lose.
func (g *handoutGame) rule() (h Handout) {
	reached, seen := []int{0}, map[int]bool{0: true}
	for i := 0; i < len(reached); i++ {
		for _, m := range g.moves[reached[i]] {
			x := slices.IndexFunc(m.to, func(q int) bool { return g.lost[q] == 0 })
			if !seen[m.to[x]] {
				seen[m.to[x]] = true
				reached = append(reached, m.to[x])
			}
			if m.entry < 0 || len(h.Table) > forGoodRows {
				continue
			}
			row := HandoutRow{Held: []HandoutStep{}}
			for r, entry := range g.at[reached[i]] {
				if entry >= 0 {
					step := g.enter(row.Held, entry)
					step.Resource = new(Index(r))
					row.Held = append(row.Held, step)
				}
			}
			row.Enters = g.enter(row.Held, m.entry)
			row.Enters.Resource = new(Index(m.resources[x]))
			h.Table = append(h.Table, row)
		}
	}
	if len(h.Table) > forGoodRows {
		h.Table = nil
	}
	for c, count := range g.room {
		if count > 1 && h.Table != nil {
			nodes := slices.DeleteFunc(FullSet(g.s.n).Nodes(), func(v int) bool { return g.class[v] != c })
			h.Alike = append(h.Alike, SetOf(nodes...))
		}
	}
	h.Rule = fmt.Sprintf("a table for the %s of held quorums and resources that it comes to", show.Count(len(reached), "position"))
	h.Judged = holds(ForGood, h.Rule)
	return h
}

// strategy returns the adversary's moves from a position where it wins. It counts left down, and
// stops below 0.
func (g *handoutGame) strategy(p int, inside []HandoutStep) *HandoutMove {
	if g.left--; g.left < 0 {
		return nil
	}
	m := g.moves[p][g.wins[p]]
	if m.entry < 0 {
		x := slices.IndexFunc(inside, func(h HandoutStep) bool { return int(*h.Resource) == m.resources[0] })
		return &HandoutMove{inside[x].Process, Set{}, []HandoutReply{{nil, g.strategy(m.to[0], slices.Delete(slices.Clone(inside), x, x+1))}}}
	}
	step := g.enter(inside, m.entry)
	out := &HandoutMove{step.Process, step.Quorum, []HandoutReply{}}
	for i, r := range m.resources {
		step.Resource = new(Index(r))
		out.Replies = append(out.Replies, HandoutReply{step.Resource, g.strategy(m.to[i], append(slices.Clip(inside), step))})
	}
	return out
}

// defeats reports whether the moves are legal where others are inside, answer every reply, and end
// with a process that finds no resource.
func (m *HandoutMove) defeats(s *SharingStructure, inside []HandoutStep) bool {
	at := slices.IndexFunc(inside, func(h HandoutStep) bool { return h.Process == m.Process })
	if m.Quorum.Empty() {
		return at >= 0 && len(m.Replies) == 1 && m.Replies[0].Then.defeats(s, slices.Delete(slices.Clone(inside), at, at+1))
	}
	free := SetOf(s.alpha[m.Process]...)
	for _, h := range inside {
		if h.Quorum.Intersects(m.Quorum) {
			return false
		}
		free = free.Minus(SetOf(int(*h.Resource)))
	}
	own := slices.IndexFunc(s.families, func(gf GroupFamily) bool { return slices.Contains(gf.Group, int(m.Process)) })
	if at >= 0 || !slices.ContainsFunc(s.families[own].Family.Sets(), m.Quorum.Equal) {
		return false
	}
	for _, reply := range m.Replies {
		step := HandoutStep{m.Process, m.Quorum, reply.Resource}
		if !free.Has(int(*reply.Resource)) || !reply.Then.defeats(s, append(slices.Clip(inside), step)) {
			return false
		}
		free = free.Minus(SetOf(int(*reply.Resource)))
	}
	return free.Empty()
}

// longest returns the play with the most moves.
func (m *HandoutMove) longest() (best []HandoutStep) {
	best = []HandoutStep{{m.Process, m.Quorum, nil}}
	for _, reply := range m.Replies {
		if line := reply.Then.longest(); len(line) >= len(best) {
			best = append([]HandoutStep{{m.Process, m.Quorum, reply.Resource}}, line...)
		}
	}
	return best
}
