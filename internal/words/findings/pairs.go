package findings

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/measure/pairs"
	"coterie/quorum"
)

// WritePairs writes an assignment for reading: the figures, and a line for each owner with its
// pairs. owner is the noun for owners, site or quorum; names are those of the blocks, and all
// names the flags that write what the text leaves out.
func WritePairs(out io.Writer, a *pairs.Assignment, owner string, names []string, all string) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "pairs      %d of %d blocks; each has one of %s as its owner, which holds both\n", len(a.Pairs), a.Blocks, show.Count(a.Owners, owner))
	c := a.Copies
	each, speed := fmt.Sprint(a.Most), ""
	if a.Fewest < a.Most {
		each = fmt.Sprintf("%d to %d", a.Fewest, a.Most)
	}
	if slices.Min(a.Speeds) < slices.Max(a.Speeds) {
		speed = fmt.Sprintf(", at most %v for each unit of speed", a.Share)
	}
	fmt.Fprintf(w, "share      %s pairs an owner%s; no plan has a smaller greatest share: %d pairs can go to no others than %s\n", each, speed, a.CutPairs, show.Count(len(a.Cut), "owner"))
	fmt.Fprintf(w, "copies     %d of blocks, at most %d an owner; %d if every owner holds all; at most %d if it holds two of %d equal groups\n",
		c.All, c.Most, c.Replicated, c.TwoGroups, c.Groups)
	byOwner := make([][]pairs.Pair, a.Owners)
	for _, p := range a.Pairs {
		byOwner[p.Owner] = append(byOwner[p.Owner], p)
	}
	for i, list := range byOwner {
		if i == searchLines {
			fmt.Fprintf(w, "  and %d more, which %s have\n", a.Owners-i, all)
			break
		}
		fmt.Fprintf(w, "  %s %v: %s\n", owner, quorum.Index(i), show.Join(list, " ", func(p pairs.Pair) string {
			return p.Blocks[0].Label(names) + "-" + p.Blocks[1].Label(names)
		}))
	}
	return w.Flush()
}

// PairsTable returns an assignment as a table with one row for each pair.
func PairsTable(a *pairs.Assignment, names []string) (*table.Table, error) {
	t := table.New(table.Texts("block", "", "the first block"), table.Texts("with", "", "the second block"), table.Ints("owner", "", "the owner of the pair"))
	for _, p := range a.Pairs {
		t.Add(table.Outside(p.Blocks[0].Label(names)), table.Outside(p.Blocks[1].Label(names)), table.Int(p.Owner.Ordinal()))
	}
	return t.Filled()
}
