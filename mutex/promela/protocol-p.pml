/* Miyamoto, Kakugawa and Yamashita 1994, section 3.1. There are no clocks: about is the process alone. */

inline on_WISH(me, r)			/* request: REQ to every member */
{
	phase[r] = TRYING; choice[r] = which; wished++;
	tell_members(r, QUORUM(r, which), REQUEST, REQUESTERS + r, 0, which)
}

inline on_EXIT(me, r)			/* release: REL to every member */
{
	phase[r] = IDLE;
	tell_members(r, QUORUM(r, choice[r]), RELEASE, REQUESTERS + r, 0, 0);
	choice[r] = 0; has = 0
}

inline on_OK(me, r)			/* use the resource with the last one */
{
	assert(phase[r] == TRYING && (QUORUM(r, choice[r]) & (1 << member)));
	has = has | (1 << member);
	if
	:: has == QUORUM(r, choice[r]) -> enter(r)
	:: else
	fi
}

inline on_REQUEST(me, r)		/* permission, first item: OK, or wait */
{
	if
	:: holder == 0 -> permit(me, about)
	:: else -> queue!about
	fi
}

inline on_RELEASE(me, r)		/* permission, second item: OK to the first that waits */
{
	holder = 0;
	if
	:: queue?head -> permit(me, head)
	:: empty(queue)
	fi
}

inline permit(me, request)
{
	holder = request;
	tell(me, WHO(holder), OK, 0, 0)
}
