package floor

import (
	"context"

	"coterie/fleet"
)

// Absent reports whether it is proven that no system keeps the requirements of f together, and how.
// That it is not proven does not say that there is one. The error is the cause of ctx.
func Absent(ctx context.Context, f *fleet.Fleet) (why string, proven bool, err error) {
	b, err := Find(ctx, f, fleet.Network)
	if err != nil {
		return "", false, err
	}
	return b.By, b.Absent, nil
}
