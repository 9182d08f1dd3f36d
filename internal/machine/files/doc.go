// Package files is the one place that writes and locks files, and that reads what people name.
//
// # Writing
//
// [Write] and [Create] leave a whole file or nothing new: what is written goes to a temporary file
// beside the target, which is synced and takes the target's place by a rename. Symbolic links are
// followed, also those that lead to nothing yet. An existing file keeps its mode, and a new one has
// what the umask leaves of 0666. What no rename can serve is written through: devices, named pipes,
// and the open files below /dev/fd. [Stage] gives a program that writes by path a place of its own,
// which then takes the place of the target in the same way.
//
// A temporary is called .coterie-RANDOM.tmp, however long the name of the target is, and its writer
// holds a lock on it. Whoever writes into a folder removes the temporaries there that nobody holds:
// those of runs that were killed.
//
// A result that was cut short stands in the file that [Partial] names, and belongs to the run that
// began it: nothing replaces it ([File.CommitPartial]) but the run that goes on with it.
//
// # Waiting
//
// A named pipe may have no reader, and a reader may stop reading. As long as the context lives that
// is waited for. After its end, a write that makes no progress for [Patience] is given up, with the
// context's cause; what makes progress is written to its end, because after its end a run still
// writes the best that it has.
//
// # Reading
//
// [Read] and [ReadFrom] end with their context, whatever they wait for. They stop at a size, and at
// once where the input does not begin like a text.
//
// # Locks
//
// [Lock] keeps a second run out of a folder, and tells it who is there; [Share] lets readers in
// together. Locks are those of the operating system: they end with their process. Where it has
// none, as in a browser, or the file system has none, nothing is locked.
package files
