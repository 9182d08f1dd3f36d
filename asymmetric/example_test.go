package asymmetric_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"coterie/asymmetric"
	"coterie/quorum"
)

func Example() {
	_, err := quorum.ReadInput(strings.NewReader(`{"format":"coterie/1","kind":"asymmetric","n":5,
		"faulty":["3+4+5","3+4+5","1*2+4+5","1*2+3+5","1*2+3+4"]}`))
	found, ok := errors.AsType[*quorum.AsymmetricError](err)
	if !ok {
		fmt.Println(err)
		return
	}
	s := asymmetric.New(found.Asymmetric)
	fmt.Println(s.Check(context.Background()).Properties[0].Holds)
	r, _ := s.Measure(context.Background(), quorum.SetOf(0, 1))
	fmt.Println(r.Naive, r.Wise, r.Guild, r.Evidence[0].Quorum)
	// Output:
	// holds
	// {} {3,4,5} {3,4,5} {3,4,5}
}
