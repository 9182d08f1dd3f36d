package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"coterie/internal/machine/files"
	"coterie/internal/words/findings"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
	"coterie/quorum"
)

const resumeAdvice = "give the flags and the format of the interrupted run, or remove the file to begin anew"

// takeUp holds FILE.partial and reads the rows that --resume goes on with.
func (a *App) takeUp(ctx context.Context, rows findings.Rows) (*findings.TakenUp, *files.Held, error) {
	if !a.toFile() {
		return nil, nil, typed.Hint(errors.New("--resume: only a listing in a file can be resumed"), "-o FILE --resume goes on with FILE.partial")
	}
	held, err := files.HoldPartial(a.Output, "enumerate --resume")
	if errors.Is(err, fs.ErrNotExist) {
		hint := "an interrupted listing leaves one; without --resume it begins anew"
		if files.Exists(a.Output) {
			hint = fmt.Sprintf("%s is there, and was whole when it was written; an interrupted listing leaves the other", a.Output)
		}
		return nil, nil, typed.Hint(fmt.Errorf("--resume: there is no %s", show.Path(files.Partial(a.Output))), hint)
	} else if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return nil, nil, fmt.Errorf("%s: cannot be read: %w", show.Path(path.Path), path.Err)
	} else if err != nil {
		return nil, nil, fmt.Errorf("--resume: %w", err)
	}
	done := a.spin("reading " + held.Path)
	old, err := rows.TakeUp(ctx, held, a.Jobs)
	done()
	if err == nil {
		return old, held, nil
	}
	held.Close()
	var other *quorum.FormatError
	switch {
	case errors.As(err, &other):
		err = typed.Hint(fmt.Errorf("--resume: line %d of %s is not of this listing: %s", other.Line, show.Path(held.Path), other.Problem), resumeAdvice)
	case ctx.Err() == nil:
		err = fmt.Errorf("%s: cannot be read: %w", show.Path(held.Path), files.Reason(err))
	}
	return nil, nil, err
}
