// Package show prints text from outside, such as the names of nodes and systems, values of flags,
// keys and paths. It keeps such text from harming a terminal, a document or a log, and from
// deceiving the reader.
//
// A text is plain if every character of it is visible, by itself and in its place. It has no
// control characters or escape sequences, no characters that change the direction of writing, and
// no characters without ink except single places between others. It is valid UTF-8 in the composed
// form (NFC), with at most four combining marks in a row. A plain text is printed unchanged. Any
// other text is printed in Go's double quotes, with escapes, and so is a text that begins with a
// double quote. So two different texts never look alike. strconv.Unquote returns the original text.
//
//	Name, Item, Quoted   whole, for results: on its own, in a list, always in quotes
//	Brief, Value, Path   the same for messages, cut in the middle, with the length
//	JSON                 a text in JSON, with escapes for invisible characters
//	Encoder, Marshal     values in JSON
//	Count, Series, Join  a number with its noun; words with commas and "and"; a list
//	Line                 a whole message, as one line of bounded length
//	Word                 a word of a command that can be pasted into a shell
//	Width, Cut           columns of a terminal, by grapheme clusters
//
// # Source
//
// The Unicode Standard 15, section 5.21 (default ignorable characters) and Annexes 9, 15 and 29;
// normal forms are those of golang.org/x/text, clusters those of github.com/rivo/uniseg.
package show
