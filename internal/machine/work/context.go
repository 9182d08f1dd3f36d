package work

import (
	"context"
	"maps"
	"slices"
)

type runnerKey struct{}

// With returns a context in which r computes the parts of jobs. If r is nil, this machine computes
// them, whatever ctx says.
func With(ctx context.Context, r Runner) context.Context {
	return context.WithValue(ctx, runnerKey{}, r)
}

// RunnerOf returns the runner of [With]. It returns nil if the parts are computed on this machine.
func RunnerOf(ctx context.Context) Runner {
	r, _ := ctx.Value(runnerKey{}).(Runner)
	return r
}

var registered = map[string]Kind{}

// Register makes a kind of job known to the workers of this program. A package calls it in its init
// function for each kind that it computes. It panics if the name is taken.
func Register(k Kind) {
	if _, taken := registered[k.Name]; taken {
		panic("work: two kinds of job are called " + k.Name)
	}
	registered[k.Name] = k
}

// Kinds returns the registered kinds in the order of their names.
func Kinds() []Kind {
	var list []Kind
	for _, name := range slices.Sorted(maps.Keys(registered)) {
		list = append(list, registered[name])
	}
	return list
}
