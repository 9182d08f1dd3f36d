package availability

import (
	"context"
	"math"
	"math/big"
	"slices"

	"coterie/internal/solve/transversal"
)

// Streams of random numbers: those of Sample, for the samples that count, and for pilots. The odd
// multiples of countingStream are of later attempts.
const (
	plainStreams = iota << 32
	countingStream
	pilotStream
	// pilotSeed changes the seed of Sample for a pilot.
	pilotSeed = 1 << 63
)

// sample narrows the proved interval at the i-th p by samples, if they can be relied on. Where
// draws of all crashes are sharp enough they are taken, with the interval of Clopper and Pearson.
// Pilots choose, and not the samples that count.
func (s *strata) sample(ctx context.Context, i int, known *big.Rat, proved FailureInterval) (FailureInterval, error) {
	p, _ := s.weights[i].p.Float64()
	opts := SampleOptions{Samples: 16 * pilotSamples, Seed: s.opts.Seed ^ pilotSeed, Jobs: s.opts.Jobs, Confidence: failureConfidence}
	pilot, err := Sample(ctx, s.f, []float64{p}, opts)
	if err != nil {
		return proved, err
	}
	most := int(max(replications*8, min(int64(manySamples*s.opts.Samples), guidedWork/int64(s.f.Incidences()))))
	need := halfWidths * halfWidths * float64(pilot.Live) / float64(pilot.Samples-pilot.Live)
	if need > float64(64*most) {
		out, sound, err := s.guided(ctx, i, known, proved, most)
		if sound || err != nil {
			return out, err
		}
		need = float64(64 * most)
		proved.By = "transversals counted by size; too few samples carry the others"
		if proved.High*need < 8 { // no draw is likely to fail
			return proved, nil
		}
	}
	opts.Samples, opts.Seed = max(opts.Samples, int(need)), s.opts.Seed
	e, err := Sample(ctx, s.f, []float64{p}, opts)
	if err != nil || 1-e.High <= proved.Low && 1-e.Low >= proved.High {
		return proved, err
	}
	return *sampledInterval(e, Interval{Low: opposite(proved.high), High: opposite(proved.low)}), nil
}

// A plan is a guide for crashes of probability q >= p, with a pilot run of it.
type plan struct {
	*guide
	pilot guided
	// over times the mean of the guide bounds the tail at p from above, and is it at q = p. It is
	// likely to be that share of the failure probability.
	over, share float64
	carry       float64 // the samples that are likely to be carried by fewCarriers
}

// guided estimates the probability of transversals of more nodes than are counted, at the i-th p.
// If the probability of those that hold a quorum is well known, the estimate is that of the others.
// It reports whether enough samples carry it.
//
// Where too few do, it bounds that probability from above by the one at a greater p, where more do.
func (s *strata) guided(ctx context.Context, i int, known *big.Rat, proved FailureInterval, most int) (out FailureInterval, sound bool, err error) {
	w, from := s.weights[i], len(s.counted)
	p, _ := w.p.Float64()
	unit := new(big.Rat).SetFrac(w.power(from))
	held, proper := [2]*big.Rat{known, known}, false // with the transversals that hold a quorum
	if s.holding[0] != nil {
		low, high := w.mass(s.holding[0], from, len(s.all)), w.mass(s.holding[1], from, len(s.all))
		if proper = sharpTo(low, high, sharpEnough/8); proper {
			held = [2]*big.Rat{low.Add(low, known), high.Add(high, known)}
		}
	}
	with := func(held *big.Rat, mean float64) *big.Rat {
		x := new(big.Rat).SetFloat64(mean)
		return x.Add(x.Mul(x, unit), held)
	}
	stream := uint64(countingStream)
	try := func(x plan) error {
		width := halfWidths * x.pilot.relative() * x.share
		runs, err := x.run(ctx, int(max(x.carry, min(float64(most), width*width))), s.opts.Seed, stream, s.opts.Jobs)
		stream += 2 * countingStream // each attempt has draws of its own
		if err != nil {
			return err
		}
		found := runs[0]
		if sound = found.carriers >= fewCarriers; !sound {
			return nil
		}
		if x.crashes[0].p > p {
			found.mean, found.low = 0, 0
		}
		out = newFailureInterval(with(held[0], found.mean), with(held[0], found.low), with(held[1], found.high*x.over)).between(proved.low, proved.high)
		out.Confidence, out.Approximate, out.Samples, out.Hits, out.Seed = failureConfidence, true, found.samples, found.hits, s.opts.Seed
		out.By = "transversals counted by size, the larger ones by importance sampling"
		return nil
	}
	through := transversal.Through(ctx, s.f.N(), s.f)
	best := plan{carry: math.Inf(1)}
	var chances []float64
	for q := p; q < 0.5; q *= bridge {
		chances = append(chances, q)
	}
	pilots := make([][]plan, len(guideTilts))
	for i := 0; i < len(chances) && !sound && err == nil; i++ {
		q, next := chances[i], plan{}
		next, err = s.pilot(ctx, through, chances[i:], proper, most, pilots)
		if err == nil && i == 0 && proper && next.pilot.hits < next.pilot.samples/16 { // nearly all hold a quorum
			proper, held = false, [2]*big.Rat{known, known}
			clear(pilots)
			next, err = s.pilot(ctx, through, chances, proper, most, pilots)
		}
		if err != nil {
			return out, false, err
		}
		next.over = math.Pow((1-p)/(1-q), float64(s.f.N()-from))
		whole := with(held[0], next.pilot.mean*next.over)
		if whole.Sign() > 0 {
			next.share = 1 - ratio(held[0], whole)
		}
		if best.carry <= float64(max(most, pilotSamples)) && next.share > 2*sharpEnough {
			err = try(best)
		}
		// The bound that rests on a greater probability grows with it.
		if err == nil && !sound && i > 0 && whole.Cmp(proved.high) >= 0 {
			return proved, true, nil
		}
		if err == nil && !sound && next.carry <= 4*pilotSamples {
			err = try(next)
		}
		best = next
	}
	return out, sound, err
}

// pilot returns a plan for crashes of the first of some ascending probabilities, with the guess
// that is likely to take the fewest samples. It takes the plans of each guess from those that are
// left. Where there are none, one pilot run makes them for all probabilities up to that of the
// guess.
func (s *strata) pilot(ctx context.Context, through transversal.Lists, chances []float64, proper bool, most int, left [][]plan) (best plan, err error) {
	for k, tilt := range guideTilts {
		if len(left[k]) == 0 {
			alike, _ := slices.BinarySearch(chances, math.Nextafter(tilt, 1)) // at most tilt
			g, err := newGuide(ctx, s.f, through, chances[:max(1, alike)], max(chances[0], tilt), len(s.counted), proper)
			if err != nil {
				return best, err
			}
			runs, err := g.run(ctx, min(pilotSamples, most/2, pilotWork/s.f.Incidences()), s.opts.Seed, pilotStream, s.opts.Jobs)
			if err != nil {
				return best, err
			}
			for i, run := range runs {
				one := *g
				one.crashes = g.crashes[i : i+1]
				left[k] = append(left[k], plan{guide: &one, pilot: run, carry: 8 * fewCarriers * float64(run.samples) / max(run.carriers, 1e-9)})
			}
		}
		if next := left[k][0]; best.guide == nil || next.carry < best.carry {
			best = next
		}
		left[k] = left[k][1:]
	}
	return best, nil
}
