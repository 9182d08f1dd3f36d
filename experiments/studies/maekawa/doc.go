// Package maekawa holds the studies of Maekawa's sets: his figures, tables and remarks, and the
// best sets for every number of sites.
package maekawa
