package availability

import (
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/table"
)

// messagesRow is a group of k members on a projective plane and on an affine plane of one order, under Maekawa_M.
type messagesRow struct {
	Order, K        int
	PlaneN, AffineN int
	Plane, Affine   int // worst-case messages per entry
}

// maekawaM returns the worst-case messages per entry of Maekawa_M, quorums of c nodes, each of which gives away so
// many locks.
func maekawaM(c, locks int) int {
	for _, row := range bounds.MessageCounts(bounds.MessageParams{Size: c, Locks: locks}) {
		if row.Algorithm == "Maekawa_M" && row.Formula == "3c + 3c·max[g]" {
			return int(row.Worst.Num().Int64())
		}
	}
	panic("experiments: no formula for Maekawa_M")
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// tryMessages evaluates Joung's two cases.
//
// Proof: docs/theorems/group-messages.md.
func tryMessages(out *experiments.Output, p groupAvailabilityParameters) ([]experiments.Claim, error) {
	var rows []messagesRow
	for q := 2; q <= p.Order; q++ {
		if _, _, ok := gf.PrimePower(q); !ok {
			continue
		}
		for _, k := range slices.Compact([]int{1, q / 2, q, 2 * q, q * q}) {
			rows = append(rows, messagesRow{q, k, bounds.PlanePoints(q), q * q, maekawaM(q+1, k), maekawaM(q, ceilDiv(k, q))})
		}
	}
	t := table.New(
		table.Ints("order", "", "order q of both planes"),
		table.Ints("k", "processes", "members of the group that may be in the critical section at once"),
		table.Ints("plane_n", "nodes", "nodes of the projective plane"),
		table.Ints("plane_messages", "messages per entry", "worst case 3c + 3c·k of Maekawa_M on it (Joung 2003, Theorem 4.5)"),
		table.Ints("affine_n", "nodes", "nodes of the affine plane"),
		table.Ints("affine_messages", "messages per entry", "worst case 3c + 3c·⌈k/q⌉ on it, a disjoint quorum for each of q subgroups"),
		table.Floats("ratio", "", "plane_messages / affine_messages"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.Order), table.Int(r.K), table.Int(r.PlaneN), table.Int(r.Plane), table.Int(r.AffineN), table.Int(r.Affine), table.Float(float64(r.Plane)/float64(r.Affine))); err != nil {
			return nil, err
		}
	}
	if err := out.Table("messages.csv", t); err != nil {
		return nil, err
	}
	return messageClaims(p), nil
}

// messageCase is an instance of one of the formulas.
type messageCase struct{ c, k, d int }

func messageClaims(p groupAvailabilityParameters) []experiments.Claim {
	const doc = "group-messages"
	const most = 60
	pairs := func(yield func(messageCase) bool) {
		for c := 1; c <= most; c++ {
			for k := 1; k <= most; k++ {
				if !yield(messageCase{c: c, k: k}) {
					return
				}
			}
		}
	}
	rooted := func(yield func(messageCase) bool) { // n = d², degree d, so quorums of d nodes or more
		for d := 1; d <= most; d++ {
			for _, c := range []int{d, d + 1, 2*d - 1, d * d} {
				for k := d + 1; k <= min(d*d, 4*most); k++ {
					if c >= d && !yield(messageCase{c, k, d}) {
						return
					}
				}
			}
		}
	}
	orders := func(yield func(messageCase) bool) { // Case 2 on the planes of order d
		for q := 2; q <= p.Order; q++ {
			if _, _, ok := gf.PrimePower(q); !ok {
				continue
			}
			for k := q + 1; k <= bounds.PlanePoints(q); k++ {
				if !yield(messageCase{q + 1, k, q}) {
					return
				}
			}
		}
	}
	planes := fmt.Sprintf("prime-power orders q in 2..%d, k in q+1..q²+q+1", p.Order)
	claim := func(id, statement string, j experiments.Judgement) experiments.Claim {
		return experiments.Claim{ID: id, Source: "Joung 2003", Section: "section 4.4", Statement: statement, Command: groupAvailabilityCommand, Judgement: j.Proved(doc)}
	}
	said := func(c messageCase, messages int) string {
		return fmt.Sprintf("c = %d, k = %d, degree %d: %d messages", c.c, c.k, c.d, messages)
	}
	return []experiments.Claim{
		claim("joung-case-1-ordinary", "Under Maekawa_M, an ordinary quorum system whose quorums have c nodes or fewer has worst-case message complexity O(c·k) for k members in the critical section.",
			experiments.Judge(experiments.Every(fmt.Sprintf("c and k in 1..%d, at most 6·c·k messages", most)), pairs, func(c messageCase) (bool, string) {
				messages := maekawaM(c.c, c.k)
				return messages <= 6*c.c*c.k, said(c, messages)
			})),
		claim("joung-case-1-group", "Under Maekawa_M, a k-degree group quorum system whose quorums have c nodes or fewer has message complexity O(c).",
			experiments.Judge(experiments.Every(fmt.Sprintf("c and k in 1..%d, at most 6·c messages", most)), pairs, func(c messageCase) (bool, string) {
				messages := maekawaM(c.c, ceilDiv(c.k, c.k))
				return messages <= 6*c.c, said(c, messages)
			})),
		claim("joung-case-2-group", "A √n-degree group quorum system has message complexity O(c·k/√n) for k > √n.",
			experiments.Judge(experiments.Every(fmt.Sprintf("n = d² with d in 1..%d, c = d, d+1, 2d-1 and n, k in d+1..n, k <= %d; at most 9·c·k/√n messages", most, 4*most)), rooted, func(c messageCase) (bool, string) {
				messages := maekawaM(c.c, ceilDiv(c.k, c.d))
				return messages*c.d <= 9*c.c*c.k, said(c, messages)
			})),
		claim("joung-case-2-plane", "The projective-plane quorum system has message complexity O(√n·k).",
			experiments.Judge(experiments.Every(planes+", at most 9·√n·k messages"), orders, func(c messageCase) (bool, string) {
				messages := big.NewInt(int64(maekawaM(c.c, c.k)))
				limit := new(big.Int).Mul(big.NewInt(int64(81*bounds.PlanePoints(c.d))), big.NewInt(int64(c.k*c.k)))
				return messages.Mul(messages, messages).Cmp(limit) <= 0, said(c, maekawaM(c.c, c.k))
			})),
		claim("joung-case-2-affine", "The affine-plane group quorum system has message complexity O(k).",
			experiments.Judge(experiments.Every(planes+", at most 9·k messages"), orders, func(c messageCase) (bool, string) {
				messages := maekawaM(c.d, ceilDiv(c.k, c.d))
				return messages <= 9*c.k, said(c, messages)
			})),
	}
}
