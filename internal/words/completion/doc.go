// Package completion says how a text that a person has begun to type may go on: specs, parameter by
// parameter and with the files there are, and the values that the help of a flag lists. It knows
// nothing of shells; a candidate is the whole word, with what it is after a tab.
package completion
