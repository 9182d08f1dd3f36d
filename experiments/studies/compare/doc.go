// Package compare holds the study that compares every family at every number of nodes.
package compare
