package maekawa

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/internal/solve/record"
	"coterie/internal/words/show"
	"coterie/search"
	"coterie/search/cyclic"
)

// coverVariantsParameters holds the parameters of the study cover-variants.
type coverVariantsParameters struct {
	Repeated  int `json:"repeated"`   // covers with each difference several times, for n from 5 up to this one
	Mates     int `json:"mates"`      // pairs of covers modulo m and n, for every m < n up to this one
	Steps     int `json:"steps"`      // of each exhaustive search for the former
	MateSteps int `json:"mate_steps"` // and for the latter
	// Seeds has seeds of annealing for those of the former for which the first one finds more.
	Seeds []coverSeed `json:"seeds"`
}

// coverSeed is the seed for covers modulo N.
type coverSeed struct {
	N      int    `json:"n"`
	Lambda int    `json:"lambda"`
	Seed   uint64 `json:"seed"`
}

// coverVariant is one question about difference covers: a row, and a member of the certificate.
type coverVariant struct {
	N       int               `json:"n" csv:"n,nodes" doc:"modulus"`
	M       int               `json:"m" csv:"m,nodes,omitzero" doc:"modulus of the other cover, where two are to meet"`
	Lambda  int               `json:"lambda" csv:"lambda" doc:"how often each residue but 0 is a difference, at least"`
	Lower   bounds.Fraction   `json:"lower" csv:"lower" doc:"no value is less"`
	Upper   bounds.Fraction   `json:"upper" csv:"upper" doc:"the value of the covers in the certificate"`
	LowerBy string            `json:"lower_by" csv:"lower_by" doc:"what proves the lower bound"`
	UpperBy string            `json:"upper_by" csv:"upper_by" doc:"where the covers come from"`
	Cover   []int             `json:"residues"`
	Mate    []int             `json:"mate"`
	Sizes   []search.MateSize `json:"sizes,omitempty"`
	Command string            `json:"command,omitempty" csv:"command" doc:"the command that finds a cover of this size, where the first seed finds none"`
}

func (v coverVariant) decided() bool { return v.Lower.Cmp(v.Upper) == 0 }

// CoverVariants returns the study cover-variants.
func CoverVariants() experiments.Study {
	return experiments.NewStudy(experiments.Spec[coverVariantsParameters]{
		Name:  "cover-variants",
		Title: "Difference covers that give each difference several times, and pairs of covers that meet",
		Doc: "Rows without m have the least number of residues modulo n of which each difference but 0 occurs lambda times: translates share so many nodes, and every pair " +
			"of blocks of data has so many owners. The others have the least |A|/m+|B|/n of difference covers A modulo m and B modulo n that meet within n slots, whatever their shifts " +
			"(the cqs-pairs of Lai, Ravindran and Cho 2010): the share of slots in which two nodes of a wireless network are awake. Both bounds are proved, each search ends after a " +
			"number of steps, and the covers are a certificate that needs no search to verify. Tables of either are printed nowhere that we could find.",
		Default: coverVariantsParameters{Repeated: 40, Mates: 20, Steps: 100_000, MateSteps: 100_000},
		Full: &coverVariantsParameters{Repeated: 100, Mates: 60, Steps: 1_000_000, MateSteps: 250_000, Seeds: []coverSeed{
			{45, 4, 2}, {47, 5, 2}, {58, 3, 5}, {63, 2, 2}, {64, 4, 6}, {65, 3, 2}, {65, 5, 11}, {71, 2, 2},
			{78, 5, 6}, {81, 2, 2}, {92, 5, 2}, {100, 3, 3}, {100, 5, 5},
		}},
		Declare: declareCoverVariants,
		Verify:  experiments.Decoded(verifyCoverVariants),
	})
}

// questions lists what the study asks.
func (p coverVariantsParameters) questions() (list []coverVariant) {
	for _, n := range experiments.Numbers(5, p.Repeated) {
		for _, lambda := range experiments.Numbers(2, 5) {
			list = append(list, coverVariant{N: n, Lambda: lambda})
		}
	}
	for _, n := range experiments.Numbers(3, p.Mates) {
		for _, m := range experiments.Numbers(2, n-1) {
			list = append(list, coverVariant{N: n, M: m, Lambda: 1})
		}
	}
	return list
}

func declareCoverVariants(out *experiments.Output, p coverVariantsParameters) {
	rows := experiments.Compute(out, "covers", p.questions(), func(ctx context.Context, v coverVariant) (coverVariant, error) {
		opts := cyclic.Options{Options: search.Options{Jobs: 1, Seed: 1}, Lambda: v.Lambda, With: v.M, Steps: p.Steps}
		if v.M > 0 {
			opts.Steps = p.MateSteps
		}
		at := slices.IndexFunc(p.Seeds, func(s coverSeed) bool { return s.N == v.N && s.Lambda == v.Lambda })
		if at >= 0 {
			opts.Seed = p.Seeds[at].Seed
			v.Command = fmt.Sprintf("coterie search cyclic --n %d --lambda %d --seed %d", v.N, v.Lambda, opts.Seed)
		}
		if r := experiments.Must(cyclic.Find(ctx, v.N, opts)); r.Cover != nil {
			v.Lower, v.Upper, v.LowerBy, v.UpperBy, v.Cover, v.Mate, v.Sizes = *r.Lower, *r.Upper, r.LowerBy, r.UpperBy, r.Cover, r.Mate, r.MateSizes
		}
		return v, ctx.Err()
	})
	experiments.Table(out, "variants", rows, "n", "lambda", "m",
		experiments.Ints("size", "nodes", "number of residues of the cover modulo n", func(v coverVariant) int { return len(v.Cover) }),
		experiments.Ints("mate_size", "nodes", "number of residues of the cover modulo m", func(v coverVariant) int { return len(v.Mate) }).NonZero(),
		"lower", "upper", experiments.Bools("optimal", "", "whether both bounds are equal", coverVariant.decided), "lower_by", "upper_by",
		experiments.Texts("sizes", "", "for each mate_size that could make the value less, as A:B, the least size that goes with it, or an interval A:B-C", func(v coverVariant) string {
			return show.Join(v.Sizes, " ", search.MateSize.String)
		}), "command")
	out.Certificate(cyclicCoversFile, coverList[coverVariant]{rows})
	out.Found("", "Of %d questions about difference covers that give each difference several times, or meet another, %d are decided. The covers stand in a certificate.",
		len(rows), experiments.Count(rows, coverVariant.decided))
}

// verifyCoverVariants counts the differences of every cover, and looks for the slots in which the
// covers of a pair meet.
func verifyCoverVariants(_ context.Context, p coverVariantsParameters, name string, list coverList[coverVariant]) error {
	asked := p.questions()
	if name != cyclicCoversFile || len(list.Covers) != len(asked) {
		return fmt.Errorf("%s: no certificate of this study, or %d covers for %d questions", name, len(list.Covers), len(asked))
	}
	for i, v := range list.Covers {
		size, err := record.Residues(v.N, v.Lambda, v.Cover)
		value := big.NewRat(int64(size), 1)
		if v.M > 0 {
			value, err = record.Mates(v.N, v.M, v.Cover, v.Mate)
		}
		if err != nil || v.N != asked[i].N || v.M != asked[i].M || v.Lambda != asked[i].Lambda || value.Cmp(v.Upper.Rat()) != 0 {
			return fmt.Errorf("question %d: %v modulo %d, lambda %d, and %v modulo %d are no such covers, or not of the value %v", i+1, v.Cover, v.N, v.Lambda, v.Mate, v.M, v.Upper)
		}
	}
	return nil
}
