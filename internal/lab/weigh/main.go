package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"log"
	"maps"
	"os/exec"
	"slices"
	"strings"

	"coterie/internal/lab"
)

func main() {
	log.SetFlags(0)
	e, err := lab.Compile(context.Background(), "")
	if err != nil {
		log.Fatal(err)
	}
	list := exec.Command("go", "list", "-deps", "coterie/internal/lab/engine")
	list.Env = append(list.Environ(), "GOOS=js", "GOARCH=wasm")
	packages, err := list.Output()
	if err != nil {
		log.Fatal(err)
	}
	weights, data := weigh(e.Program, strings.Fields(string(packages)))
	total := data
	for _, bytes := range weights {
		total += bytes
	}
	for _, name := range slices.SortedFunc(maps.Keys(weights), func(a, b string) int { return weights[b] - weights[a] }) {
		fmt.Printf("%9d %5.1f %%  %s\n", weights[name], 100*float64(weights[name])/float64(total), name)
	}
	fmt.Printf("%9d %5.1f %%  data of all packages\n%9d         all\n", data, 100*float64(data)/float64(total), total)
}

// reader reads a WebAssembly program.
type reader []byte

func (r *reader) number() int {
	n, size := binary.Uvarint(*r)
	*r = (*r)[size:]
	return int(n)
}

// bytes reads a length, and as many bytes.
func (r *reader) bytes() reader {
	n := r.number()
	b := (*r)[:n]
	*r = (*r)[n:]
	return b
}

// weigh returns the bytes of code by package, and those of all data.
func weigh(program []byte, packages []string) (weights map[string]int, data int) {
	var sizes []int               // of the functions, by their order
	var imported int              // functions that are numbered before them
	names := map[int]string{}     // by number
	owners := map[string]string{} // packages by how the names of their functions begin
	weights = map[string]int{}
	for _, p := range packages {
		owners[strings.ReplaceAll(p, "/", "_")] = p
	}
	for r := reader(program[8:]); len(r) > 0; { // after magic and version
		id := r.number()
		section := r.bytes()
		switch id {
		case 0:
			if string(section.bytes()) != "name" {
				continue
			}
			for len(section) > 0 {
				kind, part := section.number(), section.bytes()
				if kind != 1 { // names of something else than functions
					continue
				}
				for range part.number() {
					number := part.number()
					names[number] = string(part.bytes())
				}
			}
		case 2:
			imported = section.number() // Go imports functions alone
		case 10:
			for range section.number() {
				sizes = append(sizes, len(section.bytes()))
			}
		case 11:
			data = len(section)
		}
	}
	for i, size := range sizes {
		owner := "the compiler's own"
		name := names[imported+i]
		for end := range name { // the longest name of a package that ends at a point
			if p, ok := owners[name[:end]]; ok && name[end] == '.' {
				owner = p
			}
		}
		weights[owner] += size
	}
	return weights, data
}
