package memory

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
)

// unknownMachine is the budget if the size of the machine's memory is unknown, as in a browser.
const unknownMachine = 1 << 30

type key struct{}

// With returns a context in which each table may take so many bytes.
func With(ctx context.Context, bytes uint64) context.Context {
	return context.WithValue(ctx, key{}, bytes)
}

// Budget returns the bytes that one table may take: the value of [With], or [Default].
func Budget(ctx context.Context) uint64 {
	if bytes, ok := ctx.Value(key{}).(uint64); ok {
		return bytes
	}
	return Default()
}

// Default returns half of the memory that the process may use. That is the memory of the machine
// or, if less, the limit of the process's control group.
func Default() uint64 { return defaultBudget() }

// The limits are read once, because reading the control groups takes longer than most tables.
var defaultBudget = sync.OnceValue(func() uint64 {
	least := uint64(math.MaxUint64)
	for _, limit := range []memlimit.Provider{memlimit.FromCgroup, memlimit.FromSystem} {
		if bytes, err := limit(); err == nil && bytes > 0 {
			least = min(least, bytes)
		}
	}
	if least == math.MaxUint64 {
		return unknownMachine
	}
	return least / 2
})

// Error is the error of a table that does not fit in the budget.
type Error struct {
	What   string // the table, such as "the incidence of nodes and quorums"
	Need   uint64 // in bytes; math.MaxUint64 stands for that number or more
	Budget uint64 // in bytes
}

func (e *Error) Error() string {
	need := humanize.Bytes(e.Need)
	if e.Need == math.MaxUint64 {
		need = "more than " + need
	}
	return fmt.Sprintf("%s would take %s of memory; the budget is %s", e.What, need, humanize.Bytes(e.Budget))
}

// Ask returns nil if a table fits in the budget of ctx, and otherwise a *Error that calls the table
// what. The size of the table is the product of the factors, in bytes. A product beyond 64 bits
// never fits. Ask panics if a factor is negative. Its cost is negligible beside that of the table.
func Ask(ctx context.Context, what string, factors ...int) error {
	need := uint64(1)
	for _, f := range factors {
		if f < 0 {
			panic(fmt.Sprintf("memory.Ask: %s: negative factor %d", what, f))
		}
		if high, low := bits.Mul64(need, uint64(f)); high == 0 {
			need = low
		} else {
			need = math.MaxUint64
		}
	}
	for _, f := range factors {
		if f == 0 {
			need = 0
		}
	}
	if budget := Budget(ctx); need > budget || need == math.MaxUint64 {
		return &Error{what, need, budget}
	}
	return nil
}
