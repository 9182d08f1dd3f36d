// Package files writes and locks files, and reads the files that users name, for the whole program.
//
// # Writing
//
// [Write] and [Create] leave a whole file or nothing new. The data goes to a temporary file beside
// the target, which is synced and then renamed to the target. Symbolic links are followed, even
// those that lead to nothing yet. An existing file keeps its mode, and a new one gets 0666 less the
// umask. Devices, named pipes and the open files below /dev/fd cannot be replaced by a rename, and
// are written directly. [Stage] gives a program that writes by path a private path, whose file then
// replaces the target in the same way.
//
// A temporary file is called .coterie-RANDOM.tmp, however long the name of the target is, and its
// writer holds a lock on it. Every write into a folder first removes the temporary files there that
// nobody holds, which killed runs have left.
//
// [Partial] names the file for a result that was cut short. It belongs to the run that began it,
// and is replaced only by the run that goes on with it ([File.CommitPartial]).
//
// # Waiting
//
// A named pipe may have no reader, and a reader may stop reading. While the context lives, a write
// waits. After its end, a write that makes no progress for [Patience] is given up, with the
// context's cause. A write that makes progress is finished, because after the end of its context a
// run still writes its best result.
//
// # Reading
//
// [Read] and [ReadFrom] end with their context, whatever they wait for. They stop at a limit of
// bytes, and at once if the input does not begin like a text.
//
// # Locks
//
// [Lock] keeps a second run out of a folder, and tells it who holds the lock; [Share] admits
// several readers. Locks are those of the operating system, and end with their process. If the
// system has no locks, as in a browser, or the file system has none, nothing is locked.
package files
