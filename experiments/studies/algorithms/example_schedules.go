package algorithms

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"coterie/experiments"
	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/quorum"
)

// scheduleRow is a reading of the text, with the nodes that wish and how often, and the failures in
// random schedules.
type scheduleRow struct {
	Algorithm string
	Knows     mutex.Knowledge
	Late      mutex.Lateness
	Who       []int32 // 0-based
	Wishes    int     `csv:"wishes" doc:"of each of them"`
	Schedules int     `csv:"schedules" doc:"random ones"`
	Broken    int     `csv:"broken,schedules" doc:"that end with two nodes inside"`
	Stuck     int     `csv:"stuck,schedules" doc:"that end with nodes that wait for ever"`
}

// String describes the reading in words.
func (r scheduleRow) String() string {
	if r.Algorithm != literal {
		return "the faults mended"
	}
	late := "as current"
	if r.Late == mutex.LateIgnored {
		late = "ignored"
	}
	failed := "until a LOCKED"
	if r.Knows == mutex.KnowsEver {
		failed = "for the whole request"
	}
	return fmt.Sprintf("late INQUIREs %s, a FAILED counts %s", late, failed)
}

// readings returns the four readings of the text and the corrected algorithm: with two nodes of
// Figure 1(b) that wish three times, and with all seven nodes, which wish twice.
func readings(schedules int) []scheduleRow {
	var list []scheduleRow
	for _, who := range [][]int32{{1, 2}, {0, 1, 2, 3, 4, 5, 6}} {
		wishes := 2
		if len(who) == 2 {
			wishes = 3
		}
		for _, late := range []mutex.Lateness{mutex.LateCurrent, mutex.LateIgnored} {
			for _, knows := range []mutex.Knowledge{mutex.KnowsOutstanding, mutex.KnowsEver} {
				list = append(list, scheduleRow{Algorithm: literal, Knows: knows, Late: late, Who: who, Wishes: wishes, Schedules: schedules})
			}
		}
		list = append(list, scheduleRow{Algorithm: maekawas, Who: who, Wishes: wishes, Schedules: schedules})
	}
	return list
}

func schedulesOf(ctx context.Context, env experiments.Env, figure map[string][]quorum.Set, row scheduleRow) (scheduleRow, error) {
	setup := experiments.Must(figureOne(figure, "b", mutex.Options{Knows: row.Knows, Late: row.Late}))
	for i := range row.Schedules {
		experiments.Ensure(ctx.Err())
		run := byhand.New(mutex.Find(row.Algorithm), setup)
		scatter(run, env.Rand("schedule", strconv.Itoa(i)), row.Who, row.Wishes)
		if run.Violations > 0 {
			row.Broken++
		} else if len(run.Waiting()) > 0 {
			row.Stuck++
		}
	}
	return row, nil
}

// scatter lets each of the processes wish the given number of times, in a random schedule. It ends
// if the rule is broken.
func scatter(run *byhand.Run, random *rand.Rand, who []int32, wishes int) {
	for run.Violations == 0 && goOn(run, random, who, wishes) {
	}
}

// goOn performs the next event of a random schedule: the arrival of a message, an exit, or a wish
// of a process that has wishes left. It returns false if no event is possible.
func goOn(run *byhand.Run, random *rand.Rand, who []int32, wishes int) bool {
	var able []int32
	for _, p := range who {
		if at := run.Phase(p); at == mutex.Critical || at == mutex.Idle && int(run.Wishes(p)) < wishes {
			able = append(able, p)
		}
	}
	n := len(run.Under) + len(able)
	if n == 0 {
		return false
	}
	if i := random.IntN(n); i >= len(able) { // the oldest message of that channel
		m := run.Under[i-len(able)]
		run.Deliver(slices.IndexFunc(run.Under, func(o mutex.Message) bool { return o.From == m.From && o.To == m.To }))
	} else if p := able[i]; run.Phase(p) == mutex.Critical {
		run.Exit(p)
	} else {
		run.Wish(p, 0, run.System.Setup.Own[p])
	}
	return true
}
