package maekawa

import (
	"math/big"
	"slices"
	"testing"

	"coterie/construct"
	"coterie/construct/degenerate"
	"coterie/experiments"
	"coterie/experiments/papers"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

func TestMaekawaTablesSmall(t *testing.T) {
	folder := studytest.Small(t, declareTables, sizeParameters{Sizes: []int{2, 3, 4}}, nil)
	studytest.WantRows(t, folder, "table-2.csv",
		`5,1(b),6 7,4 5,24/5,4.8,4.8,"degenerate-fpp:n=5,seed=0",24/5,8,8`,
		`18,1(d),19 20 21,16 17 18,35/3,11.7,11.7,"degenerate-fpp:n=18,seed=0",23/2,34,34`,
	)
}

// TestMethodOneChoices compares the count of removed shrunken sets with the sets that ReplaceNodes
// makes, over all choices for N = 5 and 6 and over all substitutes of the numbers above N for N =
// 10.
func TestMethodOneChoices(t *testing.T) {
	figure := assert.Got(experiments.ReadPaper[struct {
		Source  string
		Figures []printedPlane
	}](experiments.Env{Papers: papers.Files()}, "maekawa-figure-1.json"))(t).Figures
	for _, n := range []int{5, 6, 10} {
		d := assert.Got(degenerationOf(t.Context(), figure, n))(t)
		gone := d.plane.N() - n
		for removed := range sets.Combinations[int](d.plane.N(), gone) {
			if n == 10 && removed[0] < 10 {
				continue
			}
			counts, naive := make([]int, gone+1), make([]int, gone+1)
			d.countDropped(removed, counts)
			by := map[int]int{}
			var replace func(i int)
			replace = func(i int) {
				if i == gone {
					s := assert.Got(degenerate.ReplaceNodes(t.Context(), "", d.plane, by))(t)
					for x := range naive {
						want := d.meanSize(gone, x)
						if messagesOf(1, s).Cmp(want.Sub(want, big.NewRat(1, 1))) == 0 {
							naive[x]++
							return
						}
					}
					t.Fatalf("n = %d, %v: no x gives the mean", n, by)
				}
				for w := range d.plane.N() {
					used := slices.Contains(removed, w)
					for _, v := range removed[:i] {
						used = used || by[v] == w
					}
					if !used {
						by[removed[i]] = w
						replace(i + 1)
						delete(by, removed[i])
					}
				}
			}
			replace(0)
			assert.Slice(t, counts, naive, "n = %d, removed %v", n, removed)
		}
	}
}

// TestTraits: the models of Table III in a case that differs from node to node: one control node,
// the last.
func TestTraits(t *testing.T) {
	s := assert.Got(quorum.As[*quorum.System](construct.Singleton(4, 3)))(t)
	f := s.Family()
	central := assert.Got(quorum.NewSystem("", f, quorum.SystemOptions{Sites: make([]int, 4)}))(t)
	a := greatestAsked("centralized", central)
	if r, l, k, loose := greatestResponsibility("", central), greatestLoss("", central), greatestKnown(central, true), greatestKnown(central, false); a != 1 || r != 4 || l != 4 || k != 1 || loose != 0 {
		t.Errorf("asked %d, responsible %d, lost %d, known %d or %d", a, r, l, k, loose)
	}
	for _, c := range []struct {
		text  string
		value int
	}{{"1", 1}, {"N", 7}, {"N - 1", 6}, {"√N - 1", 2}} {
		assert.Equal(t, assert.Got(printedFormula(c.text, 7, 3))(t), c.value, "%s", c.text)
	}
	assert.Refused(printedFormula("2N", 7, 3))(t, "", "2N is no entry of the table")
}
