// Package enumerate lists, counts and classifies small coteries and group quorum systems.
package enumerate
