// Package growth holds the study of how answers and their costs grow with the number of nodes.
package growth
