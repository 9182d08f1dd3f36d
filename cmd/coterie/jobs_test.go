package main

import (
	"bytes"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

// TestManyJobs: the program makes no more workers than it has work for, and their number changes no
// answer.
func TestManyJobs(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"families --n 12",
		"bounds --n 13",
		"build grid:n=12 --sites",
		"check grid:n=400",
		"compare --n 9",
		"measure paths:d=3 --proof",
		"measure fpp:order=4 --p 0.01 --samples 3000 --states 100",
		"measure cyclic:order=8 --only resilience,domination",
		"measure grid:n=9 --transversals",
		"draw fpp:order=2",
		"extend grid:n=9 --count",
		"enumerate --n 4",
		"enumerate --n 5 --nondominated --classes",
		"enumerate --n 6 --nondominated --classes --count",
		"enumerate --n 7 --nondominated --count",
		"enumerate --n 5 --count --classes",
		"enumerate --n 3 --group 3 --count --classes",
		"search cyclic --n 31",
		"search cover --n 20",
		"search maekawa --n 10",
		"search maekawa --n 8 --method exhaustive",
		"search group --n 9 --m 3",
		"search mols --order 4 --count 2 --method sat",
		"search plane --order 2 --method sat",
		"search load --n 5",
		"explore fano --requesters 1,3,6",
		"explore majority:n=3 --sets 2 --reduction partial-order",
		"experiment list",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			var outs [2]bytes.Buffer
			for i, jobs := range []string{"2", "2000000000"} {
				var errs bytes.Buffer
				status := run(t.Context(), append(strings.Fields(line), "--jobs", jobs), nil, &outs[i], &errs)
				exits(t, command.ExitDone)(status, errs.String())
			}
			assert.Equal(t, outs[0].String(), outs[1].String(), "with many workers:\n%s\nwith two:\n", outs[1].String())
		})
	}
}
