// Package player writes a run as a page that plays it, step by step: the space-time diagram with
// the present moment in it, the step in a sentence, the state of every node beside it, and the
// waits between processes, with their circle if there is one.
//
// The page is one file. It asks nothing of the network, and works on a phone, in the dark and by
// the keyboard.
//
// # In other pages
//
// The same script, [Script], plays runs in any page: mount(root, run, options) shows the data of
// [Page.Data] in an element and returns a player; to mount again, as after each event of a run that
// a reader chooses, takes the place of the player before. All ids are looked up inside of the
// element, all rules of [Style] begin with .player, the listeners are those of the element, and
// neither inline scripts nor inline styles are needed. The page gives the element its width and
// height; the layout follows the width of the element, not of the window.
//
// # What is shown
//
// The events of a run are enough for the diagram. The states of the nodes are those of machines
// that run beside the events ([coterie/mutex/trace.Replay]); if there are none, or they deviate
// from the run, the page shows only whether a process waits, is inside or neither, and gives the
// reason.
//
// Position k of the page, from 0, is the moment after the k-th step. The waits of the processes
// come from [coterie/mutex.System.Waits] for the states of that moment. A circle of waits can open
// again while messages are under way: it stays as long as all its waits do. The circle of the end
// is a shortest one, and is shown from the moment from which all its waits last.
package player
