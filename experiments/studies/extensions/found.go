package extensions

import (
	"math/big"

	"coterie/experiments"
)

func found(out *experiments.Output, rows []row) {
	var most *failure
	gained := 0
	tenth := big.NewRat(1, 10)
	ratio := func(f failure) *big.Rat { return new(big.Rat).Quo(f.before, f.after) }
	for _, f := range experiments.Flat(rows, failuresOf) {
		if !f.system() || f.p.Cmp(tenth) != 0 || f.M > 0 || f.after.Sign() == 0 {
			continue
		}
		if f.after.Cmp(f.before) < 0 {
			gained++
		}
		if most == nil || ratio(f).Cmp(ratio(*most)) > 0 {
			most = &f
		}
	}
	if most == nil {
		return
	}
	out.Found("failure", "Extended to nondominated systems, %d ordinary ones fail less often. At crash probability %s %s gains most: %.2g in place of %.2g.",
		gained, tenth.RatString(), most.Spec, experiments.FloatRat(most.after), experiments.FloatRat(most.before))
}
