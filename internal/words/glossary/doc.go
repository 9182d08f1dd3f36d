// Package glossary prints the words of docs/words.md for a screen: all of them, or one with its
// source.
package glossary
