package load_test

import (
	"context"
	"fmt"
	"os"

	"coterie/quorum"
	"coterie/search/load"
)

// Twelve nodes: the bound of planes, sharpened, is reached by the translates of a difference cover.
func ExampleFind() {
	r, err := load.Find(context.Background(), 12, load.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, r.Value, r.Optimal)
	fmt.Println("lower by", r.LowerBy)
	fmt.Println("upper by", r.UpperBy)
	if err := quorum.Write(os.Stdout, r.System.Structure); err != nil {
		fmt.Println(err)
	}
	// Output:
	// found 1/3 true
	// lower by counting, at most n quorums need be asked, every two meet, and sizes are whole numbers
	// upper by translates in Z_12: the marks of a ruler of length 6
	// {"format":"coterie/1","kind":"quorum-system","name":"load 1/3 on 12 nodes","n":12,
	//  "quorums":[[1,2,5,7],[1,3,9,10],[1,4,6,12],[1,7,8,11],[2,3,6,8],[2,4,10,11],[2,8,9,12],[3,4,7,9],[3,5,11,12],[4,5,8,10],[5,6,9,11],[6,7,10,12]]}
}

// On five nodes only one nondominated coterie is best; it is not the majority, whose load is 3/5.
func ExampleFind_exhaustive() {
	r, err := load.Find(context.Background(), 5, load.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Value, r.Optimal, r.LowerBy)
	for _, note := range r.Notes {
		fmt.Println(note)
	}
	// Output:
	// 5/9 true exhaustive, over the 7 classes of nondominated coteries on 5 nodes
	// the same lower bound follows by counting, at most n quorums need be asked, every two meet, and sizes are whole numbers
	// 1 of the 7 classes of nondominated coteries on 5 nodes reaches it
}
