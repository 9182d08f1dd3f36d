package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"coterie/internal/check/assert"
)

func wheelExhibit() Exhibit {
	return Exhibit{
		Title: "n = 4", Remark: "load 3/5", N: 4, Votes: []string{"2", "1", "1", "1"},
		Quorums: [][]int{{1, 0}, {0, 2}, {0, 3}, {3, 1, 2}},
	}
}

// TestGallery: every quorum is written in order, and its nodes, and no others, are black.
func TestGallery(t *testing.T) {
	one := Exhibit{Title: "n = 1", N: 1, Quorums: [][]int{{0}}}
	p := assert.Got(Gallery("Two systems", []Exhibit{one, wheelExhibit()}, "a remark"))(t)
	texts := map[string]int{}
	for _, it := range p.items {
		if it.label != nil {
			texts[it.label.text]++
		}
	}
	for text, times := range map[string]int{
		"1 2": 1, "1 3": 1, "1 4": 1, "2 3 4": 1, "1": 1 + 1 + 1 + 3, "2": 1 + 1, "3": 1, "4": 1, "n = 4": 1, "load 3/5": 1, "a remark": 1, "Two systems": 1,
	} {
		assert.Equal(t, texts[text], times, "%q is written: times", text)
	}
	// Black dots in the strip of the wheel: 2+2+2+3, and as many as that white ones make 16; one
	// for the single node.
	dark, light := 0, 0
	for _, it := range p.items {
		switch s := it.shape; {
		case s == nil:
		case isBlack(s) && len(s.circles) > 0:
			dark += len(s.circles)
		case s.fill != nil && len(s.circles) > 0 && s.circles[0].radius == 1.7:
			light += len(s.circles)
		}
	}
	if dark != 10 || light != 16-9 {
		t.Errorf("%d nodes are black and %d white, want 10 and 7", dark, light)
	}
}

func isBlack(s *shape) bool { return s.fill == black }

// TestGalleryPlaces: node 1 is on top, node 2 to the right of it.
func TestGalleryPlaces(t *testing.T) {
	for n := 2; n <= 9; n++ {
		place := galleryPlaces(n, pt(0, 0), 10)
		top := slices.MaxFunc(place, func(a, b vg.Point) int { return int(1000 * (a.Y - b.Y)) })
		if len(place) != n || top != place[0] || n > 2 && place[1].X <= 0 {
			t.Errorf("n = %d: %v", n, place)
		}
	}
}

func TestGalleryRefuses(t *testing.T) {
	good := wheelExhibit()
	for name, spoil := range map[string]func(e *Exhibit){
		"0 nodes":  func(e *Exhibit) { e.N = 0 },
		"no node":  func(e *Exhibit) { e.Quorums = [][]int{{0, 4}} },
		"quorums":  func(e *Exhibit) { e.Quorums = nil },
		"3 votes":  func(e *Exhibit) { e.Votes = e.Votes[1:] },
		"too long": func(e *Exhibit) { e.Remark = strings.Repeat("long ", 80) },
		"no room": func(e *Exhibit) {
			for range 2000 {
				e.Quorums = append(e.Quorums, []int{0, 1})
			}
		},
	} {
		e := good
		spoil(&e)
		assert.Fails(t, assert.Err(Gallery("one", []Exhibit{e})), name)
	}
	assert.Refused(Gallery("none", nil))(t, "", "a gallery of nothing")
	var many []Exhibit
	for i := range 60 {
		e := good
		e.Title = fmt.Sprint(i)
		many = append(many, e)
	}
	assert.Refused(Gallery("many", many))(t, "", "sixty systems on a page")
}
