package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// knownOf returns the system of an expression or of a spec, listed or not.
func knownOf(t *testing.T, spec string, listed bool) quorum.Known {
	t.Helper()
	s, err := construct.Open(t.Context(), spec, strings.NewReader(""))
	assert.OK(t, err)
	if listed {
		s.Structure = assert.Got(s.Build(t.Context(), 0))(t)
	}
	return s
}

func textsOf(p *Picture) []string {
	var list []string
	for _, it := range p.items {
		if it.label != nil {
			list = append(list, it.label.text)
		}
	}
	return list
}

func wantTexts(t *testing.T, p *Picture, want ...string) {
	t.Helper()
	assert.NoError(t, p.Validate(), "%s", p.Title())
	for _, w := range want {
		if !slices.Contains(textsOf(p), w) {
			t.Errorf("%s: no text %q in %q", p.Title(), w, textsOf(p))
		}
	}
}

// TestExpressionBoxes: gates in words, nodes by name, a read and its dual write.
func TestExpressionBoxes(t *testing.T) {
	for spec, want := range map[string][]string{
		"expr:a*b + c*d":                      {"a read takes", "a write takes", "any of 2", "all of 2", "a read: a, b", "a write: a, c", "a", "d"},
		"expr:a":                              {"a read takes, and so does a write", "a"},
		"expr:majority(a,b,c)":                {"a read takes, and so does a write", "2 of 3"},
		"expr:choose(2, a, 2:b, c*d, e)":      {"2 of 5 votes", "2 votes", "1 vote", "4 of 5 votes", "all of 2", "any of 2"},
		"expr:a*b + b*c":                      {"A name that stands in several boxes is one node."},
		"expr:a_name_of_many_letters*another": {"all of 2", "a_name_of_many…"},
		"expr:" + strings.Repeat("x*(y+", 60) + "z" + strings.Repeat(")", 60): {"A box takes as many of its parts as it says."},
	} {
		p := assert.Got(Of(t.Context(), knownOf(t, spec, false), Options{}))(t)
		if strings.Contains(spec, "many_letters") {
			want = want[:1]
		}
		wantTexts(t, p, want...)
	}
}

// TestExpressionQuorums: the coloured names are the listed quorums, in the boxes of reads and of
// writes.
func TestExpressionQuorums(t *testing.T) {
	for _, spec := range []string{"expr:1*2 + 3*4", "expr:choose(2, 1*2, 3+4, choose(2,5,6,7))", "expr:choose(5, 3:1, 2:2, 2:3, 4, 5)", "expr:1*2 + 2*3 + 3*1*4"} {
		k := knownOf(t, spec, true)
		assert.Is(t, assert.Err(Of(t.Context(), knownOf(t, spec, false), ofQuorums(0))), ErrNoList, "%s", spec)
		g := k.Structure.(*quorum.GroupSystem)
		times := map[string]int{} // how often each name is written
		first := assert.Got(Of(t.Context(), k, Options{}))(t)
		for _, text := range textsOf(first) {
			times[text]++
		}
		for r := range g.Cartel(0).Len() {
			for w := range g.Cartel(1).Len() {
				p := assert.Got(Of(t.Context(), k, ofQuorums(r, w)))(t)
				read, write := g.Cartel(0).Quorum(r), g.Cartel(1).Quorum(w)
				for i, both := range [][2][]int32{{read, write}, {write, read}} {
					var want []int // in one of them alone: others are divided
					for _, v := range both[0] {
						if !slices.Contains(both[1], v) {
							var number int
							fmt.Sscan(k.Names[v], &number)
							for range times[k.Names[v]] {
								want = append(want, number)
							}
						}
					}
					slices.Sort(want)
					if got := numbersOn(p, []Look{Category(0), Category(1)}[i].style().fill); !slices.Equal(got, want) {
						t.Errorf("%s, read %d and write %d: %v in colour %d, want %v", spec, r+1, w+1, got, i+1, want)
					}
				}
			}
		}
	}
}

// TestQuorumSetBoxes: a quorum set is one system, with one quorum in colour.
func TestQuorumSetBoxes(t *testing.T) {
	in := `{"threshold":2,"validators":["alice","bob"],"innerQuorumSets":[{"threshold":3,"validators":["x","y","z","u"]}]}`
	s := assert.Got(construct.Open(t.Context(), "-", strings.NewReader(in)))(t)
	p := assert.Got(Of(t.Context(), s, Options{}))(t)
	wantTexts(t, p, "(no name), boxes in boxes", "2 of 3", "3 of 4", "a quorum: alice, bob", "u")
}

// TestBoxesOfParts: a hierarchy of different parts, and a composition, show the nodes of each part
// in its box; the chosen nodes are a quorum.
func TestBoxesOfParts(t *testing.T) {
	for _, spec := range []string{
		"hierarchical:outer=(majority:n=3),inner=(majority:n=4)|(majority:n=4)|(majority:n=3)",
		"hierarchical:outer=(majority:n=3),inner=(majority:n=1)|(hierarchical:outer=(majority:n=2),inner=(majority:n=2)|(wheel:n=4))|(grid:n=4)",
		"composition:outer=(fpp:order=2),node=3,inner=(majority:n=3)",
		"composition:outer=(hierarchical:outer=(majority:n=3),inner=(majority:n=3)),node=2,inner=(billiard:q=3)",
		"hierarchical:outer=(grid:n=4),inner=(majority:n=3)|(billiard:q=3)|(majority:n=1)|(majority:n=2)",
	} {
		i, s := listed(t, spec)
		f := s.(*quorum.System).Family()
		all := map[string]bool{}
		for _, q := range f.All() {
			all[fmt.Sprint(ordinalsOf(q))] = true
		}
		p := drawn(t, spec, Options{})
		if got := numbersOn(p, sky); !all[fmt.Sprint(got)] {
			t.Errorf("%s: %v in colour is no quorum", spec, got)
		}
		for v := range i.N() {
			wantTexts(t, p, quorum.Node(v).String())
		}
		for k := range min(f.Len(), 40) {
			assert.Slice(t, numbersOn(drawn(t, spec, ofQuorums(k)), sky), ordinalsOf(f.Quorum(k)), "%s, quorum %d: in colour", spec, k+1)
		}
	}
	wantTexts(t, drawn(t, "hierarchical:outer=(majority:n=3),inner=(majority:n=4)|(majority:n=4)|(fpp:order=2)", Options{}), "2 of 3", "3 of 4", "fpp:order=2")
}

// TestLargeBoxes: a picture says where it stops.
func TestLargeBoxes(t *testing.T) {
	leaves := func(name string, n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf("%s%d", name, i))
		}
		return strings.Join(list, "*")
	}
	var wide []string
	for i := range 60 {
		wide = append(wide, leaves(fmt.Sprintf("n%d.", i), 60))
	}
	for spec, want := range map[string][2]string{
		"expr:" + strings.Join(wide, "+"):                                     {"the outer 1 are drawn", "… "},
		"expr:" + leaves("a", 3000):                                           {"boxes have more parts than can be seen", " more"},
		"expr:" + strings.Join(wide[:2], "+"):                                 {"", "all of 60"},
		"expr:" + strings.Repeat("x*(y+", 60) + "z" + strings.Repeat(")", 60): {"levels of boxes in boxes are too small to see", ""},
	} {
		p := assert.Got(Of(t.Context(), knownOf(t, spec, false), Options{}))(t)
		wantTexts(t, p)
		if !strings.Contains(p.Note(), want[0]) || !slices.ContainsFunc(textsOf(p), func(s string) bool { return strings.Contains(s, want[1]) }) {
			t.Errorf("%.30s: note %q, texts %.300q", spec, p.Note(), textsOf(p))
		}
	}
}

// TestVotesBoxes: votes stand below the nodes.
func TestVotesBoxes(t *testing.T) {
	wantTexts(t, drawn(t, "weighted:votes=2-2-1-1-1-0,quota=5", Options{}), "5 of 7 votes", "2 votes", "1 vote", "Nodes that are in no quorum, such as 6, are not drawn.")
	wantTexts(t, drawn(t, "gifford:votes=3-2-2-1-1-1,read=5,write=6", Options{}), "5 of 10 votes", "6 of 10 votes", "3 votes", "a read: 1, 2", "a write: 1, 2, 4")
	_, s := listed(t, "weighted:votes=2-2-1-1-1")
	f := s.(*quorum.System).Family()
	for k := range f.Len() {
		assert.Slice(t, numbersOn(drawn(t, "weighted:votes=2-2-1-1-1", ofQuorums(k)), sky), ordinalsOf(f.Quorum(k)), "quorum %d: in colour", k+1)
	}
}
