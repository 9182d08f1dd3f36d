package enumerate

import (
	"context"
	"iter"
)

// What listing, Burnside's lemma and group systems bring.

func countClasses(context.Context, Query, Options) (Counted, error) {
	return Counted{}, &InputError{Option: "classes", Why: "classes are counted elsewhere"}
}

func checkCountGroups(Query) error {
	return &InputError{Option: "group", Why: "group systems are counted elsewhere"}
}

func countGroups(_ context.Context, q Query, _ Options) (Counted, error) {
	return Counted{}, checkCountGroups(q)
}

// CheckList is made elsewhere.
func (q Query) CheckList() error {
	return &InputError{Option: "n", Why: "systems are listed elsewhere"}
}

// List is made elsewhere.
func List(_ context.Context, q Query, _ Options) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) { yield(Item{}, q.CheckList()) }
}
