package quorum

import (
	"fmt"
	"strings"

	"coterie/internal/words/show"
)

// describe returns a sentence on p with the witness. It calls nodes by names and cartels by roles
// where there are any.
func (w Witness) describe(p Property, names []string, roles Roles) string {
	switch p {
	case Intersection, CrossIntersection:
		return w.quorum(0, names, roles) + " and " + w.quorum(1, names, roles) + " are disjoint"
	case WritesMeet:
		return "the writes " + w.Sets[0].Label(names) + " and " + w.Sets[1].Label(names) + " share no node"
	case Nondominated:
		if len(w.Cartels) == 0 {
			return w.Sets[0].Label(names) + " meets every quorum and contains none"
		}
		return fmt.Sprintf("%s meets every quorum of the other cartels and contains none of %s", w.Sets[0].Label(names), roles.Quorums(w.Cartels[0]))
	case Minimality, CartelMinimality:
		if w.Sets[0].Equal(w.Sets[1]) {
			return w.quorum(0, names, roles) + " is repeated as " + w.quorum(1, names, roles)
		}
		return w.quorum(0, names, roles) + " is contained in " + w.quorum(1, names, roles)
	case Inclusion:
		return fmt.Sprintf("site %s is not in its quorum S_%v = %s",
			w.Sites[0].Label(names), w.Sites[0], w.Sets[0].Label(names))
	case Uniqueness:
		return fmt.Sprintf("sites %s and %s have the same quorum %s",
			w.Sites[0].Label(names), w.Sites[1].Label(names), w.Sets[0].Label(names))
	case EqualEffort:
		return fmt.Sprintf("%s has size %d, %s has size %d", w.quorum(0, names, roles), w.Values[0], w.quorum(1, names, roles), w.Values[1])
	case EqualResponsibility:
		return fmt.Sprintf("node %s has the least responsibility, %d, and node %s the greatest, %d",
			w.Nodes[0].Label(names), w.Values[0], w.Nodes[1].Label(names), w.Values[1])
	case B3:
		return fmt.Sprintf("%s may fail for process %s, %s for process %s and %s for both, and these are all",
			w.Sets[0].Label(names), Node(w.Processes[0]).Label(names), w.Sets[1].Label(names), Node(w.Processes[1]).Label(names), w.Liars[0].Label(names))
	case Consistency:
		return fmt.Sprintf("quorum %s of process %s and quorum %s of process %s share %s, which may fail for both",
			w.Sets[0].Label(names), Node(w.Processes[0]).Label(names), w.Sets[1].Label(names), Node(w.Processes[1]).Label(names), w.Liars[0].Label(names))
	case Available:
		return fmt.Sprintf("%s may fail for process %s, and meets each of its quorums", w.Liars[0].Label(names), Node(w.Processes[0]).Label(names))
	case Dissemination, Masking, Opaque:
		return w.lies(p, names, roles)
	case KIntersection:
		return fmt.Sprintf("%d pairwise disjoint quorums: %s", len(w.Quorums), w.quorums(names, roles))
	case KNonIntersection:
		if len(w.Quorums) == 0 {
			return "there is no quorum, so none extends the empty choice"
		}
		return fmt.Sprintf("too few, and every other quorum meets one of them: %s", w.quorums(names, roles))
	}
	panic(fmt.Sprintf("quorum: no sentence for %s", p))
}

// lies returns a sentence on nodes that may lie.
func (w Witness) lies(p Property, names []string, roles Roles) string {
	liars := show.Join(w.Liars, " or ", func(set Set) string { return set.Label(names) })
	if len(w.Sets) == 0 {
		of := "every quorum"
		if len(w.Cartels) > 0 {
			of += " of " + roles.Cartel(w.Cartels[0])
		}
		return liars + " may lie, and meets " + of
	}
	q, r := w.Sets[0], w.Sets[1]
	both := q.Intersect(r)
	text := w.quorum(0, names, roles) + " and " + w.quorum(1, names, roles)
	switch {
	case both.Empty():
		return text + " share no node"
	case p != Opaque:
		return text + " share " + both.Label(names) + ", all of it in " + liars + ", which may lie"
	}
	told, old, lies := both, r.Minus(q), "nobody"
	for _, set := range w.Liars {
		told, old, lies = told.Minus(set), old.Union(r.Intersect(set)), liars
	}
	return fmt.Sprintf("%s: if %s lies, %s of the second know of a write to the first, and %d may agree on an older value", text, lies, show.Count(told.Len(), "node"), old.Len())
}

// quorum is "quorum 3 {1,2}", "quorum 3 of cartel 2 {1,2}", "quorum 3 of writes (cartel 2) {1,2}"
// or "S_3 {1,2}".
func (w Witness) quorum(i int, names []string, roles Roles) string {
	set := w.Sets[i].Label(names)
	switch {
	case len(w.Cartels) > 0:
		return fmt.Sprintf("quorum %v of %s %s", w.Quorums[i], roles.Cartel(w.Cartels[i]), set)
	case len(w.Sites) > 0:
		return fmt.Sprintf("S_%v = %s", w.Sites[i], set)
	default:
		return fmt.Sprintf("quorum %v %s", w.Quorums[i], set)
	}
}

func (w Witness) quorums(names []string, roles Roles) string {
	parts := make([]string, len(w.Quorums))
	for i := range parts {
		parts[i] = w.quorum(i, names, roles)
	}
	return strings.Join(parts, ", ")
}

// named returns the report with node names and roles in its sentences.
func (r Checked) named(names []string) Checked {
	for i, v := range r.Properties {
		r.Properties[i] = v.Named(names, r.Roles)
	}
	return r
}

// Named returns the verdict with the names of nodes and the roles of cartels, where there are any,
// in the sentence of its Reason that describes the witness.
func (v Judged) Named(names []string, roles Roles) Judged {
	if (names != nil || roles != nil) && v.Holds == Fails && v.Property != ConditionC && v.Property != ForGood {
		v.Reason = v.Witness.describe(v.Property, names, roles)
	}
	return v
}
