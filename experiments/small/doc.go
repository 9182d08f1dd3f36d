// Package small has what several studies try by the definitions on all systems of a few nodes: all
// coteries and group quorum systems as masks, and slow, plain judges of them.
package small
