package propose

import (
	"context"
	"fmt"
	"math"
	"strings"

	"coterie/construct"
	"coterie/search/cyclic"
)

// nearStarts are systems with parameters that are chosen for the number of nodes: walls, planes cut
// down to the nodes there are, and the translates of a small difference cover, whose quorums are
// near the least size.
func (v *view) nearStarts(ctx context.Context) ([]start, error) {
	var found []start
	seen := map[string]bool{}
	add := func(by, spec string) error {
		if seen[spec] {
			return nil
		}
		seen[spec] = true
		instance, err := construct.Parse(ctx, spec)
		if err != nil {
			return context.Cause(ctx) // there is none
		}
		more, err := v.instanceStarts(ctx, instance)
		for i := range more {
			more[i].by = by
		}
		found = append(found, more...)
		return err
	}
	for _, widths := range v.walls() {
		text := strings.Trim(strings.ReplaceAll(fmt.Sprint(widths), " ", "-"), "[]")
		if err := add(fmt.Sprintf("a wall of rows of %s nodes", text), "wall:rows="+text); err != nil {
			return found, err
		}
	}
	planes := 0
	for _, order := range []int{2, 3, 4, 5, 7, 8} {
		whole := order*order + order + 1
		if whole <= v.n || planes == 2 {
			continue
		}
		planes++
		for _, how := range []struct{ by, mode string }{{"cut down", ""}, {"its other nodes merged", ",mode=merge"}} {
			by := fmt.Sprintf("a projective plane of %d nodes, %s to %d", whole, how.by, v.n)
			if err := add(by, fmt.Sprintf("truncated:n=%d,of=(fpp:order=%d)%s", v.n, order, how.mode)); err != nil {
				return found, err
			}
		}
	}
	if v.n >= 3 {
		cover, _ := cyclic.Constructed(v.n)
		text := strings.Trim(strings.ReplaceAll(fmt.Sprint(cover), " ", "-"), "[]")
		by := fmt.Sprintf("quorums of %d nodes, near the least there can be: a difference cover", len(cover))
		if err := add(by, fmt.Sprintf("cyclic:n=%d,cover=%s", v.n, text)); err != nil {
			return found, err
		}
	}
	return found, nil
}

// walls are widths of rows: one node above rows of 2, 3, and about √n nodes, and rows that grow by
// one.
func (v *view) walls() (all [][]int) {
	for _, width := range []int{2, 3, int(math.Round(math.Sqrt(float64(v.n))))} {
		if width < 2 || v.n < 1+width {
			continue
		}
		widths := []int{1}
		for left := v.n - 1; left > 0; left -= width {
			if left < width {
				widths[len(widths)-1] += left // a last row of few nodes joins the one above
				break
			}
			widths = append(widths, width)
		}
		all = append(all, widths)
	}
	widths := []int{}
	for next, left := 1, v.n; left > 0; next++ {
		if left < next {
			widths[len(widths)-1] += left
			break
		}
		widths, left = append(widths, next), left-next
	}
	return append(all, widths)
}
