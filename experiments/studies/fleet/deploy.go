package fleet

import (
	"bytes"
	"context"
	"math/big"

	"coterie/construct"
	"coterie/docs"
	"coterie/experiments"
	"coterie/fleet"
	"coterie/quorum"
	plans "coterie/search/fleet"
)

// deployRow is a question of docs/questions.md with the figures of its answer.
type deployRow struct {
	Question     string   `csv:"question" doc:"the repository and the number of the thread on GitHub"`
	File         string   // of docs/fleets/questions
	System       string   `csv:"system" doc:"the system that is asked about, or the best that was found"`
	From         string   // the system of today
	Capacity     *big.Rat `csv:"capacity,nodes" doc:"at best, in multiples of one node"`
	Asked        *big.Rat `csv:"asked,nodes" doc:"nodes that a request asks, in the mean"`
	Availability float64  `csv:"available" doc:"the probability that a quorum lives, of reads or writes, whichever is less"`
	Nodes        int      `csv:"survives,nodes" doc:"how many nodes may fail, whichever they are"`
	Zones        int      `csv:"survives_zones,zones" doc:"how many zones may fail"`
	WritesMeet   bool     `csv:"writes_meet" doc:"every two writes share a node"`
	Steps        int      `csv:"steps,steps,omitzero" doc:"of the safe change from today, where one is asked for"`
}

// askedInPublic are the questions, in the order of docs/questions.md.
var askedInPublic = []deployRow{
	{Question: "scylladb/scylladb 14516", File: "scylla-14516", System: "majority:n=3"},
	{Question: "scylladb/scylladb 14555", File: "scylla-14555", System: "majority:n=5"},
	{Question: "rabbitmq/ra 500", File: "ra-500", System: "flexible:n=6,elect=4,commit=3"},
	{Question: "tikv/raft-rs 178", File: "raft-rs-178"},
	{Question: "tikv/raft-rs 331", File: "raft-rs-331", System: "gifford:votes=1-1-1-1-1,read=4,write=4"},
	{Question: "tikv/raft-rs 358", File: "raft-rs-358", System: "expr:choose(3,a1,a2,a3,b1,b2)+b1*b2"},
	{Question: "etcd-io/etcd 8934", File: "etcd-8934", System: "majority:n=3"},
	{Question: "etcd-io/etcd 11506", File: "etcd-11506", From: "{x,y,w},{x,y,v},{x,w,v},{y,w,v}"},
	{Question: "cockroachdb/cockroach 59650", File: "cockroach-59650", System: "majority:n=5"},
	{Question: "line/centraldogma 534", File: "centraldogma-534", System: "hierarchical:outer=(majority:n=3),inner=(majority:n=5)"},
	{Question: "jalkanen/cassandracalculator 6", File: "cassandracalculator-6", System: "expr:choose(2,p1,p2,p3)+choose(2,q1,q2,q3)"},
}

// Deploy returns the study deploy.
func Deploy() experiments.Study {
	return experiments.NewStudy(experiments.Spec[struct{}]{
		Name:  "deploy",
		Title: "Questions that engineers asked in public",
		Doc: "Questions about quorums from issue trackers, each as a fleet file of docs/fleets/questions, with the figures of the system that is asked about or " +
			"of the best one. docs/questions.md has the questions, the commands and the answers.",
		Declare: declareDeploy,
	})
}

func declareDeploy(out *experiments.Output, _ struct{}) {
	rows := experiments.Compute(out, "questions", askedInPublic, answerInPublic)
	experiments.Table(out, "deploy", rows, "question", "system", "capacity", "asked", "available", "survives", "survives_zones", "writes_meet", "steps")
	zones := experiments.Keep(rows, func(r deployRow) bool { return r.Zones > 0 })
	apart := experiments.Keep(rows, func(r deployRow) bool { return !r.WritesMeet })
	out.Found("", "Of %d systems that engineers asked about in public, %d survive the loss of any zone. In %d of them two writes can share no node.", len(rows), len(zones), len(apart))
}

// answerInPublic plans with the system that is asked about as the only one.
func answerInPublic(ctx context.Context, row deployRow) (deployRow, error) {
	f := experiments.Must(fleet.Read(bytes.NewReader(experiments.Must(docs.Question(row.File))), row.File))
	opts := plans.Options{Jobs: 1}
	if row.System != "" {
		f.Systems, f.Shapes = []string{row.System}, nil
	}
	if row.From != "" {
		from := experiments.Must(f.PlaceToday(experiments.Must(construct.Build(ctx, row.From))))
		opts.From = &from
	}
	found, err := plans.Plan(ctx, f, opts)
	if err != nil || found.Best < 0 {
		return row, err
	}
	e := found.Entries[found.Best]
	row.System, row.Capacity, row.Asked, row.Availability = e.System.Name, e.Strategy.Capacity, e.Strategy.Network, experiments.FloatRat(e.Value(fleet.Availability))
	row.Nodes, row.Zones, row.WritesMeet = e.Survives[0].Nodes, len(e.Survives)-1, e.Writes.Holds == quorum.Holds
	if found.Change != nil {
		row.Steps = len(found.Change.Steps)
	}
	return row, ctx.Err()
}
