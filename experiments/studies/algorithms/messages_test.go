package algorithms

import (
	"math/big"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestMessagesSmall(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	folder := studytest.Small(t, declareMessages, messagesParameters{
		Orders: []int{2, 3}, Offered: []float64{0.005, 0.3, 0}, Curve: 2, Alone: []int{3, 4}, Entries: 1000,
		Families: []string{"grid:n=9", "tree:height=2"},
	}, nil)
	studytest.WantRows(t, folder, "alone.csv",
		"maekawa,fpp:order=3,13,4,9,9,9,3,9", "ricart-agrawala,fpp:order=3,13,4,24,24,24,12,24",
		"centralized,fpp:order=3,13,4,36/13,0,3,1,", `maekawa-s,"lift:m=2,of=(fpp:order=2)",7,3,7,7,7,3,`,
	)
	studytest.WantRows(t, folder, "counts.csv",
		`ricart-agrawala,7,3,2(N-1),any,"Maekawa 1985, section 1 and Tables I, II",12,12,all loads,12,12,12,true`,
		`maekawa-fixed,7,3,3(K-1),light demand,"Maekawa 1985, section 8.1",6,6,"each site once, alone",6,6,6,true`,
	)
}

// TestMessagesClaimsCanFail: rows with one error change the verdict of the claim about it.
func TestMessagesClaimsCanFail(t *testing.T) {
	// Rows of N = 13, K = 4 where every author is right, word by word.
	right := map[string]messagesRow{
		maekawas:  {Least: 12, Most: 12, MostOwn: 12, Messages: 12000},
		unanimous: {Least: 24, Most: 24, Messages: 24000},
		token:     {Least: 13, Most: 13, Messages: 13000},
		tree:      {Least: 2, Most: 6, Messages: 4000},
	}
	verdicts := func(algorithm string, spoil func(r *messagesRow), single aloneRow) map[string]experiments.Verdict {
		var rows []messagesRow
		for name, r := range right {
			r.Algorithm, r.Order, r.N, r.K, r.Entries = name, 3, 13, 4, 1000
			if name == algorithm {
				spoil(&r)
			}
			rows = append(rows, r)
		}
		return studytest.Verdicts(func(out *experiments.Output) { claimMessages(out, []aloneRow{single}, rows) })
	}
	alone := func(messages int) aloneRow {
		r := aloneRow{K: 4, N: 13, Mean: big.NewRat(int64(messages), 1), Least: messages, Most: messages}
		r.Algorithm = literal
		return r
	}
	good := verdicts("", nil, alone(9))
	for _, c := range []struct {
		id, algorithm string
		spoil         func(r *messagesRow)
		messages      int
	}{
		{"maekawa-light-messages", "", nil, 10},
		{"maekawa-optimal-run", "", nil, 8},
		{"maekawa-heavy-messages", maekawas, func(r *messagesRow) { r.Messages, r.Least = 12600, 10 }, 9},
		{"maekawa-worst-messages", maekawas, func(r *messagesRow) { r.Most, r.MostOwn = 18, 16 }, 9},
		{"maekawa-c-root-n", maekawas, func(r *messagesRow) { r.Messages = 8900 }, 9},
		{"maekawa-ricart-messages", unanimous, func(r *messagesRow) { r.Most = 25 }, 9},
		{"suzuki-kasami-messages", token, func(r *messagesRow) { r.Most = 14 }, 9},
		{"raymond-saturated-messages", tree, func(r *messagesRow) { r.Messages = 4600 }, 9},
	} {
		if good[c.id] == experiments.Fails {
			t.Errorf("%s fails where the author is right", c.id)
		}
		assert.Equal(t, verdicts(c.algorithm, c.spoil, alone(c.messages))[c.id], experiments.Fails, "%s: where it is wrong", c.id)
	}
	assert.Equal(t, good["chang-more-than-n"], experiments.Fails, "no run with more than N messages")
	assert.Equal(t, verdicts(maekawas, func(r *messagesRow) { r.Messages = 14400 }, alone(9))["chang-more-than-n"], experiments.HoldsOn, "more than N messages")
}
