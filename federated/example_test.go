package federated_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"coterie/federated"
	"coterie/quorum"
	"coterie/search"
)

func Example() {
	_, err := quorum.ReadInput(strings.NewReader(`{"format":"coterie/1","kind":"federated","names":["a","b","c"],
		"sets":[{"threshold":2,"validators":["a","b","c"]},{"threshold":2,"validators":["a","b","c"]},{"threshold":2,"validators":["a","b","c"]}]}`))
	var found *quorum.FederatedError
	if !errors.As(err, &found) {
		fmt.Println(err)
		return
	}
	network := federated.New(found.Members, nil)
	checked, _ := network.Check(context.Background(), search.Options{})
	fmt.Println(checked.Properties[0].Holds)
	faulty, _ := network.Find([]string{"b"})
	checked, _ = network.Delete(faulty).Check(context.Background(), search.Options{})
	fmt.Println(checked.Properties[0].Holds, *checked.Properties[0].Witness)
	// Output:
	// holds
	// fails [[a] [c]]
}
