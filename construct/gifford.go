package construct

import (
	"fmt"

	"coterie/internal/solve/quotas"
	"coterie/quorum"
)

// Gifford returns weighted voting for reads and writes (Gifford 1979) as a group quorum system of
// two cartels: node i has votes[i] votes, V together; cartel 1, the reads, has the minimal node
// sets with at least read votes, and cartel 2, the writes, has the minimal node sets with at least
// write votes, each in lexicographic order. A node without votes is in no quorum.
//
// It exists for 1..20000 nodes with 1 <= V <= 10^9, ⌊V/2⌋+1 <= write <= V and V-write+1 <= read <=
// V (else the error is a *ParamError). These are Gifford's two conditions: read + write > V, by
// which reads meet writes, and 2·write > V, by which writes meet each other. A group quorum system
// needs the first condition alone. The second is Gifford's own: it orders the writes, and without
// it the two groups are not readers and writers.
//
// The figures are counted, listed and limited as in Weighted, cartel by cartel.
//
// The degree of the writes is 1, since any two of them meet. So the degree of the system, the least
// over the cartels, is 1 too. (The degree of the reads, the most disjoint sets with read votes
// each, is the dual bin packing problem, NP-hard for general votes; no figure here rests on it.)
//
// The system is nondominated if and only if no set has V-read+1..write-1 votes. So read + write =
// V+1, the least, always is nondominated.
//
// Equal effort and equal responsibility both hold if and only if reads and writes are the same, all
// sets of K of the n nodes.
//
// D. K. Gifford, Weighted voting for replicated data, Proc. 7th ACM Symposium on Operating Systems
// Principles, 1979, pages 150-162, doi:10.1145/800215.806583.
//
// Proof: docs/theorems/weighted-voting.md.
func Gifford(votes []int, read, write int) (quorum.Known, error) {
	return giffordFamily().built(giffordPlan(votes, read, write))
}

func giffordPlan(votes []int, read, write int) (*plan, error) {
	sum, err := checkVotes("gifford", votes)
	if err != nil {
		return nil, err
	}
	if write < sum/2+1 || write > sum {
		return nil, outOfRange("gifford", "write", write, fmt.Sprintf("%d..%d, more than half of the %d votes", sum/2+1, sum, sum))
	}
	if least := sum - write + 1; read < least || read > sum {
		return nil, outOfRange("gifford", "read", read, fmt.Sprintf("%d..%d, more with write=%d than the %d votes", least, sum, write, sum))
	}
	settings := []setting{listSetting("votes", votes), intSetting("read", read), intSetting("write", write)}
	p := votesPlan(settings, 1, len(votes), quotas.New(votes, read), quotas.New(votes, write))
	p.groups = 2
	return p, nil
}

func giffordFamily() Family {
	return Family{
		Name:    "gifford",
		Kind:    quorum.KindGroupSystem,
		Summary: "weighted voting for reads and writes: minimal sets with a read quota, and with a write quota",
		Params: []Param{
			{Name: "votes", Doc: "votes of each node, joined by -: at least 0, 1..1000000000 together"},
			{Name: "read", Doc: "votes of a read, more than V - write"},
			{Name: "write", Doc: "votes of a write, more than V/2"},
		},
		Exists: "every n in 1..20000, m = 2",
		Source: "Gifford 1979",
		resolve: func(a *args) (*plan, error) {
			return giffordPlan(a.list("votes"), a.int("read"), a.int("write"))
		},
		readWrite: true,
		usage:     "gifford:votes=A-B-C,read=R,write=W",
		noDefault: "its votes are yours to choose: gifford:votes=A-B-C,read=R,write=W",
	}
}
