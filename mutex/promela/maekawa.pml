/* Maekawa 1985, section 4, word by word: only a REQUEST carries a sequence number, so that what
 * arrives is taken to be about the present request and the present lock. */

inline on_WISH(me, r)			/* (1) REQUEST to every member */
{
	clock++;
	stamp = clock * REQUESTERS + r;
	phase[r] = TRYING; choice[r] = which; wished++;
	tell_members(r, QUORUM(r, which), REQUEST, stamp, 0, which)
}

inline on_EXIT(me, r)			/* (6) RELEASE to every member */
{
	phase[r] = IDLE;
	tell_members(r, QUORUM(r, choice[r]), RELEASE, SHOWN, 0, 0);
	choice[r] = 0; locked = 0
}

inline on_LOCKED(me, r)			/* (5) enter with the last one */
{
	observe(about);
	if
	:: phase[r] == TRYING && (QUORUM(r, choice[r]) & (1 << member)) ->
		locked = locked | (1 << member);
		failed = failed & ~(1 << member);
		if
		:: locked == QUORUM(r, choice[r]) -> enter(r); stamp = 0; failed = 0; pending = 0; everknown = 0
		:: else
		fi
	:: else
	fi
}

inline on_FAILED(me, r)
{
	observe(about);
	if
	:: phase[r] == TRYING && (QUORUM(r, choice[r]) & (1 << member)) ->
		failed = (KNOWS_EVER -> 0 : failed | (1 << member)); everknown = KNOWS_EVER;
		answer(r)
	:: else
	fi
}

inline on_INQUIRE(me, r)		/* (3) ignored after the RELEASE */
{
	observe(about);
	if
	:: phase[r] == TRYING && (QUORUM(r, choice[r]) & (1 << member)) && (!LATE_IGNORED || (locked & (1 << member))) ->
		pending = pending | (1 << member);
		answer(r)
	:: else
	fi
}

inline answer(r)			/* (3) RELINQUISH, once it knows that it will not succeed */
{
	if
	:: pending && ((KNOWS_EVER && everknown) || (!KNOWS_EVER && failed)) ->
		locked = locked & ~pending;
		tell_members(r, pending, RELINQUISH, SHOWN, 0, 0);
		pending = 0
	:: else
	fi
}

inline on_REQUEST(me, r)		/* (2) LOCKED, FAILED or INQUIRE */
{
	observe(about);
	if
	:: holder == 0 -> grant(me, about)
	:: else ->
		precedes = holder < about;
		if
		:: queue?<head> -> precedes = precedes || head < about
		:: empty(queue)
		fi;
		queue!!about;
		if
		:: precedes -> tell(me, WHO(about), FAILED, SHOWN, 0)
		:: !precedes && !inquiry -> inquiry = 1; tell(me, WHO(holder), INQUIRE, SHOWN, 0)
		:: else
		fi
	fi
}

inline grant(me, request)
{
	holder = request; inquiry = 0;
	tell(me, WHO(holder), LOCKED, SHOWN, 0)
}

inline next(me)				/* the lock to the most preceding that waits */
{
	holder = 0; inquiry = 0;
	if
	:: queue?head -> grant(me, head)
	:: empty(queue)
	fi
}

inline on_RELINQUISH(me, r)		/* (4) the lock back, whosever it is by now */
{
	observe(about);
	if
	:: holder -> queue!!holder; next(me)
	:: else
	fi
}

inline on_RELEASE(me, r)		/* (7) */
{
	observe(about);
	if
	:: holder -> next(me)
	:: else
	fi
}
