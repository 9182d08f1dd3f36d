// Package fleet holds the studies of the best systems for servers that differ.
package fleet
