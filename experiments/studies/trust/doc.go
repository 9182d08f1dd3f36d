// Package trust holds the studies of systems in which nodes may lie, or choose whom they trust.
package trust
