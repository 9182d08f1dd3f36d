//go:build slow && unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/samples"
)

// largeSpecs returns large systems that no family makes. The word FILE stands for the folder of
// largeFiles.
func largeSpecs() []string {
	return []string{"@FILE/cartels.json", "@FILE/singleton.json", "@FILE/pairs.txt", "@FILE/dense.txt", "@FILE/stellar.json", repeatedNodes()}
}

// largeFiles writes the files of largeSpecs.
func largeFiles(t *testing.T, folder string) {
	t.Helper()
	write := func(name, text string) {
		assert.OK(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	write("cartels.json", `{"format":"coterie/1","kind":"group-quorum-system","n":2,"cartels":[`+strings.Repeat("[[1,2]],", 99_999)+"[[1,2]]]}\n")
	write("singleton.json", `{"format":"coterie/1","kind":"quorum-system","n":16777216,"quorums":[[1],[1,16777216]]}`)
	var pairs, dense strings.Builder
	for i := 2; i <= 200_000; i++ {
		fmt.Fprintf(&pairs, "1 %d\n", i)
	}
	write("pairs.txt", pairs.String())
	for i := range 2000 { // random sets of half of 4000 nodes
		for v := range 4000 {
			if (v*v*31+i*i*17+v*i*7)%11 < 5 || v == 0 {
				fmt.Fprintf(&dense, "%d ", v+1)
			}
		}
		dense.WriteString("\n")
	}
	write("dense.txt", dense.String())
	inner := `{"threshold":6,"validators":["` // 12 organisations of 9 validators each
	var organisations []string
	for o := range 12 {
		var names []string
		for v := range 9 {
			names = append(names, fmt.Sprintf("o%dv%d", o, v))
		}
		organisations = append(organisations, inner+strings.Join(names, `","`)+`"]}`)
	}
	write("stellar.json", `{"threshold":8,"innerQuorumSets":[`+strings.Join(organisations, ",")+`]}`)
}

// repeatedNodes returns an expression with repeated nodes whose dual explodes.
func repeatedNodes() string {
	var terms []string
	for i := range 40 {
		terms = append(terms, fmt.Sprintf("x%d*x%d*x%d", i%30, (i*7+3)%30, (i*11+5)%30))
	}
	return "expr:" + strings.Join(terms, " + ")
}

// everySize are the verbs that run on each of the systems, and largestSize those that run on the
// last one. SPEC and OUT stand for the system and for an output file.
var (
	everySize = []string{
		"build SPEC",
		"check SPEC",
		"measure SPEC",
	}
	largestSize = []string{
		"build SPEC --format csv",
		"build SPEC --sites --format json",
		"measure SPEC --proof",
		"measure SPEC --p 0.1 --node-p 0.1,1=0.2 --only availability",
		"measure SPEC --transversals",
		"measure SPEC --format json --only load,domination,degree",
		"draw SPEC -o OUT.svg",
		"draw SPEC --quorum 1 -o OUT.png",
		"extend SPEC",
		"extend SPEC --count --prefer load",
		"compare SPEC",
	}
)

// largeNumbers are the verbs that take numbers instead of a system.
var largeNumbers = []string{
	"compare --n 16777216", "compare --n 999999 --format json", "compare --n 1..2000", "compare --n 1000..2999 --m 3",
	"compare --n 16777000..16777216 --plot load -o OUT.svg", "compare --n 360360 --m 5", "compare --n 10000 --m 5793", "compare --n 40 --m 60000",
	"families --n 16777216", "families --n 999999999999", "families --n 16777216 --m 2", "families --n 16776528 --m 5793", "families --n 40 --m 9000000000000000000",
	"bounds --n 1000000000000", "bounds --n 1000000000000 --m 1000000000000", "bounds --n 9999991 --m 3", "bounds --n 999999999989",
	"enumerate --n 7 --format json", "enumerate --n 6 --format csv", "enumerate --n 8 --nondominated --classes", "enumerate --n 9 --nondominated --count",
	"enumerate --n 8 --count", "enumerate --n 8 --count --classes --all-used", "enumerate --n 12", "enumerate --n 12 --count", "enumerate --n 5 --group 100 --count",
	"enumerate --n 6 --group 100 --nondominated --count", "enumerate --n 5 --group 3", "enumerate --n 6 --group 4 --nondominated", "enumerate --n 5 --group 100 --count --classes",
	"search maekawa --n 10000", "search maekawa --n 10000 --method sat", "search maekawa --n 300 --method sat", "search maekawa --n 60 --method exhaustive",
	"search maekawa --n 500 --symmetry orbits", "search maekawa --n 997 --symmetry cyclic", "search maekawa --n 10000 --min-total --responsibility 200",
	"search maekawa --n 200 --min-total --responsibility 20 --unique", "search maekawa --n 10000 --size 101 --responsibility 5000", "search maekawa --n 1000 --exact",
	"search cover --n 100", "search cover --group Z257", "search cyclic --n 257", "search cyclic --n 257 --method sat", "search cyclic --n 10000", "search cyclic --n 16777216",
	"search plane --order 512", "search plane --order 300", "search plane --order 100 --method sat", "search plane --order 4093", "search plane --order 1000000007",
	"search mols --order 500 --count 499", "search mols --order 10 --count 9", "search mols --order 200 --count 3 --method sat", "search mols --order 16000 --count 2", "search mols --order 1000000 --count 1000000",
	"search group --n 2000 --m 100", "search group --n 2000 --m 100 --method sat", "search group --n 100 --m 20 --method exhaustive", "search group --n 2000 --m 50 --responsibility 3", "search group --n 500 --m 30 --degree 10",
	"search load --n 10000", "search load --n 12", "search load --n 10", "search load --n 1000 --method bounds",
}

// sizeCells returns the command lines of the table.
func sizeCells(t *testing.T, folder string) (lines [][]string) {
	t.Helper()
	largeFiles(t, folder)
	add := func(spec string, verbs ...string) {
		for _, line := range verbs {
			lines = append(lines, sizeCell(folder, len(lines), line, spec))
		}
	}
	for _, f := range samples.All() {
		for _, spec := range f.Large() {
			add(spec, everySize...)
		}
		add(f.Huge[len(f.Huge)-1], largestSize...)
	}
	for _, spec := range largeSpecs() {
		add(spec, everySize...)
		add(spec, largestSize...)
	}
	add("", largeNumbers...)
	return lines
}

// sizeCell puts the system and the names of files into a command line.
func sizeCell(folder string, number int, line, spec string) (words []string) {
	for word := range strings.FieldsSeq(line) {
		switch {
		case word == "SPEC":
			word = strings.Replace(spec, "FILE", folder, 1)
		case strings.HasPrefix(word, "OUT"):
			word = filepath.Join(folder, fmt.Sprint(number)+strings.TrimPrefix(word, "OUT"))
		}
		words = append(words, word)
	}
	return words
}
