// Package show prints what came from outside, such as the names of nodes and systems, values of
// flags, keys and paths, so that a terminal, a document or a log takes no harm, and so that a
// reader is not deceived.
//
// A text is plain if every character of it shows, on its own and where it stands: no control
// character or escape sequence, nothing that turns the direction of writing, no character without
// ink but the space between others, valid UTF-8 in the composed form (NFC) with at most
// four combining marks in a row. What is plain is printed as it is. Anything else stands in the
// double quotes of Go, with escapes, and so does a text that begins with a double quote: two
// different texts never print alike. strconv.Unquote gives the text back.
//
//	Name, Item, Quoted   whole, for results: on its own, in a list, always in quotes
//	Brief, Value, Path   the same for messages, cut in the middle, with the length
//	JSON                 a text in JSON, with escapes for what does not show
//	Line                 a whole message, as one line of bounded length
//	Word                 a word of a command that can be pasted into a shell
//	Width, Cut           columns of a terminal, by grapheme clusters
//
// # Source
//
// The Unicode Standard 15, section 5.21 (default ignorable characters) and Annexes 9, 15 and 29;
// normal forms are those of golang.org/x/text, clusters those of github.com/rivo/uniseg.
package show
