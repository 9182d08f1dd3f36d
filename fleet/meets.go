package fleet

import (
	"context"
	"errors"
	"fmt"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// maxMeetsTable bounds the nodes of a table of all sets, maxMeetsPairs the pairs of listed quorums.
const (
	maxMeetsTable = 24
	maxMeetsPairs = 1 << 34
)

// Meets returns nil if every read quorum of s meets every write quorum. Otherwise the error is a
// *quorum.InputError with two quorums that do not meet as the witness. It is a *quorum.LimitError
// where the question takes too long.
//
// Formulas that are each other's duals by form need no check. One formula for both is judged by
// quorum.JudgeWritesMeet. Otherwise Meets makes a table of all sets of at most 24 nodes, or passes
// over the pairs of listed quorums.
func (s System) Meets(ctx context.Context) error {
	reads, writes := s.Reads, s.Writes
	n := reads.N()
	rf, rok := reads.Formula()
	wf, wok := writes.Formula()
	if rok && wok {
		same := func() bool {
			return rf.String() == wf.String() && quorum.JudgeWritesMeet(ctx, wf, quorum.Options{}).Holds == quorum.Holds
		}
		if rf.Dual().String() == wf.String() || same() {
			return nil
		}
	}
	const figure = "whether every read quorum meets every write quorum"
	lists, err := s.lists(ctx)
	switch {
	case err != nil:
	case n <= maxMeetsTable:
		if err := memory.Ask(ctx, "the sets with a read quorum", 1<<n/8); err != nil {
			return notFound(figure, err)
		}
		live := sets.Up(n, lists[0].All())
		full := uint64(1)<<n - 1
		for j, set := range lists[1].All() {
			if live.Has(int(full &^ sets.Mask(set))) {
				return missed(ctx, lists, j)
			}
		}
		return nil
	case lists[0].Len() <= maxMeetsPairs/max(1, lists[1].Len()*sets.Words(n)):
		for j := range lists[1].Len() {
			if err := missed(ctx, lists, j); err != nil {
				return err
			}
		}
		return nil
	}
	return notFound(figure, errTooMany)
}

var errTooMany = errors.New("too many quorums, and no formulas that show it")

// lists returns the quorums of both kinds, made of formulas where they are not listed.
func (s System) lists(ctx context.Context) (lists [2]quorum.Family, err error) {
	for i, q := range []quorum.Quorums{s.Reads, s.Writes} {
		var ok bool
		if lists[i], ok = q.List(); ok {
			continue
		}
		formula, ok := q.Formula()
		if !ok {
			return lists, errTooMany
		}
		if lists[i], err = formula.MinimalSets(ctx, mostSets); err != nil {
			return lists, err
		}
	}
	return lists, nil
}

// missed returns the error of a read quorum that misses write quorum j; nil if there is none.
func missed(ctx context.Context, lists [2]quorum.Family, j int) error {
	write := sets.New(lists[0].N())
	for _, v := range lists[1].Quorum(j) {
		write.Add(int(v))
	}
	poll := par.NewPoll(ctx)
	for i, set := range lists[0].All() {
		if err := poll.Work(len(set)); err != nil {
			return notFound("whether every read quorum meets every write quorum", err)
		}
		hit := false
		for _, v := range set {
			hit = hit || write.Has(int(v))
		}
		if !hit {
			return refused(fmt.Sprintf("the read quorum %v and the write quorum %v have no node in common", lists[0].Set(i), lists[1].Set(j)),
				"a read has to meet every write, or it may miss the last one")
		}
	}
	return nil
}

// mostListed is the most quorums that are listed.
const mostListed = 100_000

// Listed returns the list of quorums. The error is a *quorum.LimitError where there are more than
// 100,000 that are not listed yet, or the cause of ctx.
func Listed(ctx context.Context, q quorum.Quorums) (quorum.Family, error) {
	if list, ok := q.List(); ok {
		return list, nil
	}
	f, _ := q.Formula() // which is there where the list is not
	return f.MinimalSets(ctx, mostListed)
}
