package progress

import (
	"cmp"
	"io"
	"os"
	"sync"
	"time"

	"coterie/internal/machine/par"
	"coterie/internal/words/show"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// after is how long work runs before its progress is shown.
const after = 2 * time.Second

// every is the least time between two changes of a line of progress.
const every = 100 * time.Millisecond

// Show returns a function that shows progress on the screen, and one that removes it at the end. It
// shows a bar for each stage with a known number of steps, and one spinner for the other stages. If
// the screen is no terminal, told is nil.
func Show(screen io.Writer) (told func(stage string, done, total int), end func()) {
	if f, ok := screen.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, func() {}
	}
	var shown string // the stage, and how far it is
	var reached, steps int
	var bar *terminalBar
	end = func() {
		if bar != nil {
			bar.End()
			bar = nil
		}
	}
	return func(stage string, done, total int) {
		if bar == nil || total != steps || done < reached || total > 0 && stage != shown {
			end()
			bar = startBar(screen, par.Words(stage, done, total), cmp.Or(total, -1))
			shown, reached, steps = stage, 0, total
		}
		if stage != shown || done != reached {
			bar.describe(par.Words(stage, done, total), stage != shown)
		}
		bar.Add(done - reached)
		shown, reached = stage, done
		if total > 0 && done >= total {
			end()
		}
	}, end
}

// terminalBar is a bar that appears after the delay after. With total < 0 it is a spinner.
type terminalBar struct {
	w     io.Writer
	mu    sync.Mutex
	bar   *progressbar.ProgressBar
	what  string
	said  time.Time // the time of the last drawing
	done  int
	timer *time.Timer
	ended chan struct{} // closed by End
}

func startBar(w io.Writer, what string, total int) *terminalBar {
	b := &terminalBar{w: w, what: what, ended: make(chan struct{})}
	b.timer = time.AfterFunc(after, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.over() {
			return
		}
		b.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetDescription(fitting(w, b.what)),
			progressbar.OptionSetWidth(20),
			progressbar.OptionThrottle(every),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetElapsedTime(true),
		)
		_ = b.bar.Add(b.done)
		if total < 0 {
			go b.turn()
		}
	})
	return b
}

// besideDescription is the number of columns after the description of a bar: " 100% |", the bar
// itself, and "| [10m0s:10m0s]".
const besideDescription = 46

// fitting cuts a description so that the bar fits on one line of the terminal w. A bar of several
// lines could not be redrawn in place.
func fitting(w io.Writer, what string) string {
	f, ok := w.(*os.File)
	if !ok {
		return what
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return what
	}
	return show.Cut(what, max(10, width-besideDescription))
}

// turn keeps a spinner turning until End.
func (b *terminalBar) turn() {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			b.Add(1)
		case <-b.ended:
			return
		}
	}
}

func (b *terminalBar) over() bool {
	select {
	case <-b.ended:
		return true
	default:
		return false
	}
}

// Add reports that so many more steps are done.
func (b *terminalBar) Add(rows int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done += rows
	if b.bar != nil && !b.over() {
		_ = b.bar.Add(rows) // a progress bar that cannot be drawn is no error
	}
}

// describe changes the description of the bar, either at once or at most once in the time every.
func (b *terminalBar) describe(what string, atOnce bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.what = what
	if b.bar != nil && !b.over() && (atOnce || time.Since(b.said) >= every) {
		b.said = time.Now()
		b.bar.Describe(fitting(b.w, what))
	}
}

// End removes the bar from the screen.
func (b *terminalBar) End() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over() {
		return
	}
	close(b.ended)
	b.timer.Stop()
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
