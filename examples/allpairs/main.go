// Command allpairs computes exact attention over a sequence that is split into chunks, each pair of
// chunks by one worker that holds both: the owners of pairs of a smallest difference cover. It
// checks the result against the direct computation, and prints how much of the data a worker holds.
package main

import (
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"coterie/measure/pairs"
)

const (
	tokens = 256 // of the sequence
	width  = 8   // of the vectors of a token
)

// covers are smallest difference covers, as `coterie search cyclic --n 128` prints them.
var covers = []struct {
	n        int
	residues []int
}{
	{8, []int{0, 1, 4, 6}},
	{16, []int{0, 1, 4, 7, 9}},
	{32, []int{0, 1, 3, 7, 12, 17, 25}},
	{64, []int{0, 1, 3, 8, 18, 34, 40, 44, 53}},
	{128, []int{0, 1, 3, 7, 17, 40, 55, 64, 75, 85, 104, 109, 117}},
}

type vector [width]float64

// token is the query, the key and the value of a token.
type token struct{ query, key, value vector }

// sum is an output that grows by parts: over some keys, the sum of the values by their weights, and
// that of the weights. Their quotient over all keys is the output.
type sum struct {
	values  vector
	weights float64
}

// attend adds the part of an output that some keys give.
func (s *sum) attend(query vector, keys []token) {
	for _, k := range keys {
		score := 0.0
		for i, q := range query {
			score += q * k.key[i] / math.Sqrt(width)
		}
		s.weights += math.Exp(score)
		for i, v := range k.value {
			s.values[i] += math.Exp(score) * v
		}
	}
}

// work adds to the outputs of one chunk the parts that the keys of another give. A worker calls it
// both ways for each of its pairs, and needs no other chunk.
func work(outputs []sum, queries, keys []token) {
	for i, t := range queries {
		outputs[i].attend(t.query, keys)
	}
}

func main() {
	rng := rand.New(rand.NewPCG(1, 1))
	sequence := make([]token, tokens)
	for i := range sequence {
		t := &sequence[i]
		for j := range width {
			t.query[j], t.key[j], t.value[j] = rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		}
	}
	for _, cover := range covers {
		n := cover.n
		plan, err := pairs.OfCover(n, cover.residues)
		if err != nil {
			log.Fatal(err)
		}
		chunk := tokens / n
		outputs := make([]sum, tokens)
		chunkOf := func(c int) []token { return sequence[c*chunk:][:chunk] }
		for i := range n {
			work(outputs[i*chunk:], chunkOf(i), chunkOf(i)) // by worker i, as 0 is in the cover
		}
		for _, p := range plan.Pairs { // by worker p.Owner
			u, v := int(p.Blocks[0]), int(p.Blocks[1])
			work(outputs[u*chunk:], chunkOf(u), chunkOf(v))
			work(outputs[v*chunk:], chunkOf(v), chunkOf(u))
		}
		worst := 0.0
		for i, t := range sequence {
			var direct sum
			direct.attend(t.query, sequence)
			for j := range direct.values {
				worst = max(worst, math.Abs(direct.values[j]/direct.weights-outputs[i].values[j]/outputs[i].weights))
			}
		}
		if worst > 1e-12 {
			log.Fatalf("%d chunks: the outputs differ by %g", n, worst)
		}
		c := plan.Copies
		fmt.Printf("%3d chunks: a worker holds %d and computes %d to %d pairs; %d copies in place of %d; two of %d groups would be %d chunks\n",
			n, c.Most, plan.Fewest, plan.Most, c.All, c.Replicated, c.Groups, c.TwoGroups)
	}
	fmt.Println("every output is that of the direct computation")
}
