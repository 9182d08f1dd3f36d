// Package fleet holds the studies of servers that differ: what to deploy on them.
package fleet
