// Package glossary prints docs/words.md for a screen: the whole glossary, or one entry with its
// source.
package glossary
