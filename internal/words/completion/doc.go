// Package completion completes a text that a person has begun to type: specs, parameter by
// parameter and with the files present, and the values that the help of a flag lists. It knows
// nothing about shells. A candidate is the whole word, with its description after a tab.
package completion
