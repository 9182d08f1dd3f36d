package bounds

import "math/big"

// MessageParams holds the numbers for which message formulas are evaluated. A field that is 0 is
// not given, and MessageCounts leaves out the rows that need it.
type MessageParams struct {
	// Nodes is the number of nodes, Maekawa's N and Joung's n.
	Nodes int
	// Size is the size of the quorum: Maekawa's K, which counts the requesting node itself;
	// Joung's c; |q| of Miyamoto et al.
	Size int
	// Locks is max[g], the most locks that a node of Maekawa_M gives away at a time.
	Locks int
	// GroupSize is s, the number of processes in the group, and Degree is deg(C), the degree of
	// its cartel: the group is partitioned into deg(C) subgroups, one disjoint quorum each.
	GroupSize, Degree int
	// Groups is m, the number of groups, at least 2: the rows on the surficial system.
	Groups int
}

// The kinds of messages that a MessageCount counts.
const (
	// EntryMessages are all messages from request to release, for one entry into the critical
	// section.
	EntryMessages = "messages per entry"
	// RequestMessages are the requests of one entry alone.
	RequestMessages = "requests per entry"
	// PermissionMessages are the permissions of one entry alone.
	PermissionMessages = "permissions per entry"
)

// A MessageCount is the cost of an algorithm according to a paper.
type MessageCount struct {
	// Algorithm is the name, with its variant. Two rows with the same name are from two papers, or
	// from two cases, that count differently.
	Algorithm string `json:"algorithm"`
	// Case is the case in which the count holds: "light demand", "worst case", ...
	Case string `json:"case"`
	// Counts is the kind of messages counted: EntryMessages, RequestMessages or PermissionMessages.
	Counts string `json:"counts"`
	// Formula is in the paper's letters: N and K with Maekawa, n and c with Joung.
	Formula string `json:"formula"`
	// Best and Worst are the values in the best and in the worst instance of the case; nil if the
	// paper gives none. The caller may keep them: no two rows share a number.
	Best  *big.Rat `json:"best"`
	Worst *big.Rat `json:"worst"`
	// Delay is the minimum synchronization delay, from request to entry, in message transmission
	// times; 0 if no paper gives one.
	Delay int `json:"delay,omitempty"`
	// Source is author, year and section or theorem.
	Source string `json:"source"`
	// Note warns a reader who compares rows.
	Note string `json:"note,omitempty"`
}

// MessageCounts returns the message counts of every algorithm in the papers of Maekawa (1985),
// Joung (2003) and Miyamoto, Kakugawa and Yamashita (1994), evaluated at p, in a fixed order.
// Agrawal et al. (1997) give none. Rows that need a number which p does not give are left out,
// and so are the rows on the surficial system if its side is not an integer.
//
// The papers count differently. Maekawa has i ∈ S_i and counts no message of a node to itself,
// so that K-1 nodes are asked; Joung counts a message to every one of the c nodes, whether or
// not the requesting process is one. On Maekawa's algorithm they disagree beyond that: 3 to 5
// times K-1 against 3 to 6 times c. Maekawa's worst case is REQUEST, INQUIRE, RELINQUISH,
// LOCKED, RELEASE; Joung adds the lock that finally returns to the process that had relinquished
// it, as in his Theorem 4.5, which also gives 6c for max[g] = 1. The table has both.
//
// For the fully centralised algorithm Maekawa's Table III gives only the one REQUEST, and for
// Thomas's only the N/2 permissions that are needed in the best case. This table invents no total
// for them.
//
// It panics if a field is negative, or Groups is 1.
func MessageCounts(p MessageParams) []MessageCount {
	for _, field := range []struct {
		name  string
		value int
	}{
		{"Nodes", p.Nodes}, {"Size", p.Size}, {"Locks", p.Locks},
		{"GroupSize", p.GroupSize}, {"Degree", p.Degree}, {"Groups", p.Groups},
	} {
		needAtLeast(field.name, field.value, 0)
	}
	if p.Groups != 0 {
		needAtLeast("Groups", p.Groups, 2)
	}
	var rows []MessageCount
	if p.Nodes > 0 {
		rows = append(rows, nodeCounts(p.Nodes)...)
	}
	if p.Size > 0 {
		rows = append(rows, maekawaCounts(p.Size)...)
		rows = append(rows, joungCounts(p)...)
	}
	if p.Nodes > 0 && p.Groups > 0 {
		rows = append(rows, surficialCounts(p.Nodes, p.Groups)...)
	}
	if p.Size > 0 {
		rows = append(rows, entry("protocol P", "any", "3|q|", 0,
			"Miyamoto, Kakugawa and Yamashita 1994, section 3.1").
			exactly(times(3, p.Size)).
			noted("counted from the protocol's text: REQ, OK and REL with each member of q; it may deadlock (footnote 1)"))
	}
	return rows
}

// entry returns a row that counts the messages of one entry.
func entry(algorithm, instance, formula string, delay int, source string) MessageCount {
	return MessageCount{Algorithm: algorithm, Case: instance, Counts: EntryMessages, Formula: formula, Delay: delay, Source: source}
}

// counting returns the row with another kind of messages counted.
func (m MessageCount) counting(what string) MessageCount { m.Counts = what; return m }

// between returns the row with the least and the greatest value, nil if the paper gives none.
func (m MessageCount) between(best, worst *big.Rat) MessageCount {
	m.Best, m.Worst = best, worst
	return m
}

// exactly returns the row with one value.
func (m MessageCount) exactly(value *big.Rat) MessageCount {
	return m.between(value, new(big.Rat).Set(value))
}

// noted returns the row with a note.
func (m MessageCount) noted(note string) MessageCount { m.Note = note; return m }

// times returns a·x.
func times(a, x int) *big.Rat { return new(big.Rat).SetInt(multiply(a, x)) }

// timesPlus returns a·x + b.
func timesPlus(a, x, b int) *big.Rat { return new(big.Rat).Add(times(a, x), bigRat(b)) }

// nodeCounts returns the rows of algorithms whose cost does not depend on quorums.
func nodeCounts(n int) []MessageCount {
	const selfCounted = "the paper gives this as the message complexity, without a count; " +
		"that n for n-1 counts a message of a process to itself is an inference"
	return []MessageCount{
		entry("centralised", "any", "1", 0,
			"Maekawa 1985, section 9 and Table III").counting(RequestMessages).exactly(bigRat(1)).
			noted("the paper gives no total"),
		entry("Ricart-Agrawala", "any", "N-1", 2,
			"Maekawa 1985, section 1 and Table III; delay: section 10").counting(RequestMessages).exactly(bigRat(n - 1)),
		entry("Ricart-Agrawala", "any", "2(N-1)", 2,
			"Maekawa 1985, section 1 and Tables I, II; delay: section 10").exactly(times(2, n-1)),
		entry("Thomas majority", "any", "N/2", 2,
			"Maekawa 1985, section 1; delay: section 10").counting(PermissionMessages).between(fraction(n, 2), nil).
			noted("as printed; a majority is ⌊N/2⌋+1 nodes. In section 9 the paper calls it basically the same as Ricart-Agrawala"),
		entry("RA1", "any", "2n", 2, "Joung 2003, section 5").between(nil, times(2, n)).
			noted(selfCounted),
		entry("RA2", "any", "3n", 2, "Joung 2003, section 5").between(nil, times(3, n)).
			noted(selfCounted),
	}
}

// maekawaCounts returns Maekawa's own counts.
func maekawaCounts(k int) []MessageCount {
	const others = "a node sends no message to itself, and i ∈ S_i"
	return []MessageCount{
		entry("Maekawa", "any", "K-1", 2,
			"Maekawa 1985, section 8.1 and Table III; delay: Joung 2003, section 4.1").counting(RequestMessages).exactly(bigRat(k - 1)).
			noted("Table III prints √N-1, taking K for √N"),
		entry("Maekawa", "light demand", "3(K-1)", 2,
			"Maekawa 1985, section 8.1; delay: Joung 2003, section 4.1").exactly(times(3, k-1)).
			noted("REQUEST, LOCKED, RELEASE; " + others),
		entry("Maekawa", "heavy demand", "4(K-1)", 2,
			"Maekawa 1985, section 8.2; delay: Joung 2003, section 4.1").exactly(times(4, k-1)).
			noted("REQUEST, FAILED, LOCKED, RELEASE; " + others),
		entry("Maekawa", "worst case", "3(K-1) to 5(K-1)", 2,
			"Maekawa 1985, sections 1 and 8.2; delay: Joung 2003, section 4.1").between(times(3, k-1), times(5, k-1)).
			noted("REQUEST, INQUIRE, RELINQUISH, LOCKED, RELEASE; " + others),
		entry("sequential locking", "any", "2(K-1) + (K-1)", 0,
			"Maekawa 1985, section 10").exactly(times(3, k-1)).
			noted("members are locked one by one, in one order for all; " + others),
		entry("cyclic passing", "any", "K + (K-1)", 0,
			"Maekawa 1985, section 10").exactly(timesPlus(2, k, -1)).
			noted("the request passes around the members and comes back; " + others),
	}
}

// leastMaekawaM is the verdict of runs on Theorem 4.5.
//
// Proof: docs/theorems/maekawa-m-messages.md.
const leastMaekawaM = "; as printed, though runs of many processes take up to 6c·max[g] in the mean"

// joungCounts returns Joung's counts.
func joungCounts(p MessageParams) []MessageCount {
	const all = "a message to each of the c nodes is counted"
	c := p.Size
	rows := []MessageCount{
		entry("Maekawa", "worst case", "3c to 6c", 2,
			"Joung 2003, section 4.1").between(times(3, c), times(6, c)).
			noted("counts also the lock that is given back to the process which had relinquished it; " + all),
		entry("fixed-order locking", "any", "3c", 2*c,
			"Joung 2003, section 4.3").exactly(times(3, c)).
			noted("Maekawa's sequential locking; " + all),
		entry("Maekawa_S", "any", "2c + 1", c+1,
			"Joung 2003, Theorem 4.10").exactly(timesPlus(2, c, 1)).
			noted("Maekawa's cyclic passing; " + all),
	}
	if p.Locks > 0 {
		rows = append(rows, entry("Maekawa_M", "worst case", "3c + 3c·max[g]", 2,
			"Joung 2003, Theorem 4.5; delay: Theorem 4.6").between(nil, new(big.Rat).Add(times(3, c), new(big.Rat).SetInt(multiply(3, c, p.Locks)))).
			noted(all+leastMaekawaM))
	}
	if p.GroupSize > 0 && p.Degree > 0 {
		share := fraction(p.GroupSize, p.Degree)
		worst := times(3, c)
		worst.Mul(worst, share.Add(share, bigRat(1)))
		row := entry("Maekawa_M, one disjoint quorum per subgroup", "worst case", "3c + 3c·s/deg(C)", 2,
			"Joung 2003, section 4.2.1; delay: Theorem 4.6").between(nil, worst).
			noted(all + leastMaekawaM)
		if p.GroupSize%p.Degree != 0 {
			row.Note += "; as printed, but s/deg(C) is no integer here, and the largest subgroup has ⌈s/deg(C)⌉ members"
		}
		rows = append(rows, row)
	}
	return rows
}

// surficialCounts returns equations (1) and (2) if the surficial system exists. Its quorum size is
// then an integer and both values are rational.
func surficialCounts(n, m int) []MessageCount {
	if _, exists := SurficialSide(n, m); !exists {
		return nil
	}
	return []MessageCount{
		entry("Maekawa_M over the surficial system, one disjoint quorum per subgroup", "worst case, s = n", "3√(2n(m-1)/m) + 3n(m-1)", 2,
			"Joung 2003, section 4.2.1, equation (1); delay: Theorem 4.6").between(nil, SurficialMessages(n, m).RationalPart()),
		entry("Maekawa_M over the surficial system, locks not limited", "worst case, s = n", "3(n+1)·√(2n(m-1)/m)", 2,
			"Joung 2003, section 4.2.1, equation (2); delay: Theorem 4.6").between(nil, SurficialMessagesUnbounded(n, m).RationalPart()),
	}
}
