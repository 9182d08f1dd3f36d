package kcoteries

import (
	"context"
	"errors"
	"fmt"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/quorum"
	"coterie/search"
)

// maxCrashes is the most crashes of Sharing: construct's components have quorums of at most 16.
const maxCrashes = 15

// mostJudged is the most quorums of families that are judged once more, by the definition.
const mostJudged = 100

// quorumsOf returns how many quorums the families have in all.
func quorumsOf(s *quorum.SharingStructure) (count int) {
	for _, f := range s.Families() {
		count += f.Family.Len()
	}
	return count
}

// Sharing looks for the fewest nodes on which the groups of a sharing structure can have families
// with condition C, such that after any so many crashes, 0 to 15, as many disjoint quorums are left
// as there are resources, each of some process. The answer is the smaller of two constructions: a
// majority for each resource (construct.SharingByResource), and that of Miyamoto, Kakugawa and
// Yamashita (construct.Sharing); notes have the figures of both. Without crashes it is optimal, and
// so is the size of its quorums, 1. With crashes it is optimal for one group, and an interval
// otherwise.
//
// Condition C holds by the construction, and is judged by the definition, too, where the families
// have at most 100 quorums. The errors are a *quorum.InputError, that of the constructions, or a
// check that failed.
//
// Proof: docs/theorems/sharing-by-resource.md.
func Sharing(ctx context.Context, structure *quorum.SharingStructure, crashes int, opts search.Options) (*search.Result, error) {
	if err := session.Need("crashes", crashes, 0, maxCrashes); err != nil {
		return nil, err
	}
	if r := structure.Unused(); r >= 0 {
		return nil, quorum.Bad("", fmt.Sprintf("no process may use resource %v", quorum.Index(r)), "give it to a process, or leave it out")
	}
	var alpha [][]int
	for u := range structure.Processes() {
		alpha = append(alpha, structure.Alpha(u))
	}
	size, resources := crashes+1, structure.Resources()
	s := &run{Session: session.New(ctx, opts, &search.Result{Search: "sharing", Objective: "nodes", Verdict: search.Unknown,
		Question: fmt.Sprintf("On how few nodes can the %s of %s with %s have families with condition C, so that the loss of any %s leaves %s?",
			show.Count(len(structure.Groups()), "group"), show.Count(len(alpha), "process"), show.Count(resources, "resource"), show.Count(crashes, "node"), show.Count(resources, "disjoint quorum"))})}
	s.Raise((resources+1)*size-1, "R disjoint quorums of f+1 nodes are left by f crashes: (R+1)(f+1)-1")
	for _, way := range []struct {
		by   string
		make func([][]int, int) (quorum.Known, error)
	}{{"a majority for each resource", construct.SharingByResource}, {"a majority for each set of groups, multiplied (Miyamoto, Kakugawa and Yamashita 1994)", construct.Sharing}} {
		known, err := way.make(alpha, size)
		var param *construct.ParamError
		if errors.As(err, &param) {
			s.Notes = append(s.Notes, way.by+": "+err.Error())
			continue
		} else if err != nil {
			return nil, err
		}
		inside := "no more than the"
		if known.N() > len(alpha) {
			inside = "more than the"
		}
		s.Notes = append(s.Notes, fmt.Sprintf("%s: %s, %s %s", way.by, show.Count(known.N(), "node"), inside, show.Count(len(alpha), "process")))
		if known.N() >= s.UpperOr(known.N()+1) {
			continue
		}
		if list, ok := known.Structure.(*quorum.SharingStructure); ok && quorumsOf(list) <= mostJudged {
			if v := quorum.JudgeConditionC(ctx, list, quorum.Options{Jobs: opts.Jobs}); v.Holds == quorum.Fails {
				return nil, quorum.Internal("%s: condition C fails: %s", way.by, v.Reason)
			}
		}
		s.Verdict, s.System, s.Value = search.Found, known, new(bounds.Integer(known.N()))
		s.Reduce(known.N(), way.by)
	}
	return s.End("no search looks between the two bounds")
}
