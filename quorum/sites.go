package quorum

import (
	"context"
	"fmt"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// HallError is why no site assignment with i ∈ S_i and all S_i different exists:
// the Sites together lie in fewer quorums than there are sites among them (Hall's
// condition fails).
type HallError struct {
	Sites   Set     // a set of sites ...
	Quorums []Index // ... and all quorums that contain any of these sites: there are fewer of them
}

func (e *HallError) Error() string {
	if e.Sites.Len() == 1 {
		return fmt.Sprintf("site %v lies in no quorum", Node(e.Sites.Nodes()[0]))
	}
	return fmt.Sprintf("the %d sites %v lie in only %d quorums, so they cannot have different ones that contain them",
		e.Sites.Len(), e.Sites, len(e.Quorums))
}

// AssignSites gives every node a quorum that contains it, and no two nodes the same quorum:
// result[i] is the index of S_i. It is a maximum matching of the bipartite incidence graph, by
// Hopcroft and Karp (SIAM J. Comput. 2, 1973, doi:10.1137/0202019), O(incidences · √n). If there is
// none the error is a *HallError, which proves it. It is the error of ctx if ctx ends or its budget
// of memory is too small. In a projective plane, or any family in which all quorums have one size K
// > 0 and all nodes responsibility K, there always is one (König).
func (f Family) AssignSites(ctx context.Context) ([]int, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	m, err := newMatching(ctx, f)
	if err != nil {
		return nil, err
	}
	for more := true; more; {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		more = m.phase(ctx)
	}
	for site, q := range m.quorumOf {
		if q < 0 {
			return nil, m.violator(site)
		}
	}
	return m.quorumOf, nil
}

type matching struct {
	f        Family
	contains [][]int32 // for each site the quorums that contain it
	quorumOf []int     // for each site its quorum or -1
	siteOf   []int     // for each quorum its site or -1
	layer    []int     // breadth-first layer of each site, -1 if not reached
	next     []int     // per site, the position in contains from which to go on
}

func newMatching(ctx context.Context, f Family) (*matching, error) {
	if err := memory.Ask(ctx, "the matching of sites and quorums", 4*f.Incidences()+64*f.n+8*f.Len()); err != nil {
		return nil, err
	}
	m := &matching{
		f:        f,
		contains: make([][]int32, f.n),
		quorumOf: make([]int, f.n),
		siteOf:   make([]int, f.Len()),
		layer:    make([]int, f.n),
		next:     make([]int, f.n),
	}
	flat := make([]int32, f.Incidences())
	for v, r := range f.Responsibilities() {
		m.contains[v], flat = flat[:0:r], flat[r:]
		m.quorumOf[v] = -1
	}
	poll := par.NewPoll(ctx)
	for i, q := range f.All() {
		m.siteOf[i] = -1
		if err := poll.Work(len(q)); err != nil {
			return nil, err
		}
		for _, v := range q {
			m.contains[v] = append(m.contains[v], int32(i))
		}
	}
	return m, nil
}

// phase augments along a maximal set of disjoint shortest augmenting paths.
// When ctx ends it gives up, and keeps the paths that it has.
func (m *matching) phase(ctx context.Context) bool {
	var queue []int
	for v := range m.layer {
		m.next[v] = 0
		if m.quorumOf[v] < 0 {
			m.layer[v] = 0
			queue = append(queue, v)
		} else {
			m.layer[v] = -1
		}
	}
	roots := len(queue)
	found := false
	poll := par.NewPoll(ctx)
	for k := 0; k < len(queue); k++ {
		v := queue[k]
		if poll.Work(len(m.contains[v])) != nil {
			return true // which sees why
		}
		for _, q := range m.contains[v] {
			switch w := m.siteOf[q]; {
			case w < 0:
				found = true
			case m.layer[w] < 0:
				m.layer[w] = m.layer[v] + 1
				queue = append(queue, w)
			}
		}
	}
	if !found {
		return false
	}
	for _, v := range queue[:roots] {
		if poll.Err() != nil {
			break
		}
		m.augment(&poll, v)
	}
	return true
}

// augment looks for an augmenting path from site root along the layers. It is
// iterative, so that long paths cost no stack.
func (m *matching) augment(poll *par.Poll, root int) bool {
	path := []int{root}
	for len(path) > 0 {
		if poll.Err() != nil {
			return false
		}
		v := path[len(path)-1]
		if m.next[v] == len(m.contains[v]) {
			m.layer[v] = -1
			path = path[:len(path)-1]
			continue
		}
		q := m.contains[v][m.next[v]]
		m.next[v]++
		w := m.siteOf[q]
		if w < 0 {
			for k := len(path) - 1; k >= 0; k-- {
				site := path[k]
				q := int(m.contains[site][m.next[site]-1])
				m.quorumOf[site], m.siteOf[q] = q, site
			}
			return true
		}
		if m.layer[w] == m.layer[v]+1 {
			path = append(path, w)
		}
	}
	return false
}

// violator collects the sites and quorums that alternating paths reach from an unmatched site. By
// maximality every quorum reached is matched, so these quorums are fewer than the sites.
func (m *matching) violator(root int) *HallError {
	reached := make([]bool, m.f.n)
	reached[root] = true
	sites := []int{root}
	quorums := make([]bool, m.f.Len())
	e := &HallError{}
	for k := 0; k < len(sites); k++ {
		for _, q := range m.contains[sites[k]] {
			if quorums[q] {
				continue
			}
			quorums[q] = true
			e.Quorums = append(e.Quorums, Index(q))
			if w := m.siteOf[q]; !reached[w] {
				reached[w] = true
				sites = append(sites, w)
			}
		}
	}
	e.Sites = SetOf(sites...)
	return e
}

// WithAssignedSites returns s with a site assignment in which i ∈ S_i and all S_i
// differ; the error is that of AssignSites. A system that has sites is returned
// as it is.
func (s *System) WithAssignedSites(ctx context.Context) (*System, error) {
	if s.HasSites() {
		return s, nil
	}
	sites, err := s.family.AssignSites(ctx)
	if err != nil {
		return nil, err
	}
	return &System{s.header, s.family, sites}, nil
}
