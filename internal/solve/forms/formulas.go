package forms

import "coterie/quorum"

// Leaves returns the nodes from, ..., to-1.
func Leaves(from, to int) []quorum.Formula {
	list := make([]quorum.Formula, 0, to-from+1) // room for one more part, as walls have
	for v := from; v < to; v++ {
		list = append(list, quorum.Leaf(v))
	}
	return list
}

// Wall returns the formula of a wall of rows of these widths, all but the first at least 2. With
// F_1 = "and" over row 1 and the width w of row d it is the gate F_d of quota w in which each node
// of row d has one vote and F_{d-1} has w-1. By definition the quorums of the wall are the whole of
// row d, and one node of row d with a quorum of the rows above. These are the minimal coalitions of
// the gate, as w >= 2.
func Wall(rows []int) quorum.Formula {
	above := quorum.And(Leaves(0, rows[0])...)
	from := rows[0]
	for _, width := range rows[1:] {
		votes := make([]int, width+1)
		for i := range width {
			votes[i] = 1
		}
		votes[width] = width - 1
		above = quorum.Votes(width, votes, append(Leaves(from, from+width), above)...)
		from += width
	}
	return above
}

// Tree returns the formula of a tree below a root: the root has degree-1 votes of a quota of
// degree, each subtree one, so that the minimal coalitions are the root with one subtree, and all
// subtrees.
func Tree(root, height, degree int) quorum.Formula {
	if height == 0 {
		return quorum.Leaf(root)
	}
	parts := []quorum.Formula{quorum.Leaf(root)}
	votes := []int{degree - 1}
	for child := root*degree + 1; child <= root*degree+degree; child++ {
		parts, votes = append(parts, Tree(child, height-1, degree)), append(votes, 1)
	}
	return quorum.Votes(degree, votes, parts...)
}

// ReadWriteGrid returns the formulas of the reads and of the writes of a grid.
func ReadWriteGrid(rows, columns int) []quorum.Formula {
	some, whole := make([]quorum.Formula, columns), make([]quorum.Formula, columns)
	for c := range columns {
		column := make([]quorum.Formula, rows)
		for r := range rows {
			column[r] = quorum.Leaf(r*columns + c)
		}
		some[c], whole[c] = quorum.Or(column...), quorum.And(column...)
	}
	reads := quorum.And(some...)
	switch {
	case rows == 1: // columns are single nodes, and "and" over them all has a whole one
		return []quorum.Formula{reads, reads}
	case columns == 1:
		return []quorum.Formula{reads, whole[0]}
	}
	return []quorum.Formula{reads, quorum.And(reads, quorum.Or(whole...))}
}
