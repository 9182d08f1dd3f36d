/* Ricart and Agrawala 1981, section 2. */

inline on_WISH(me, r)			/* invoke: REQUEST to all others */
{
	highest++;
	stamp = highest * REQUESTERS + r;
	phase[r] = TRYING; wished++;	/* the choices are all one */
	awaited = QUORUM(r, which);
	tell_members(r, QUORUM(r, which), REQUEST, stamp, 0, 0);
	if
	:: awaited == 0 -> enter(r)
	:: else
	fi
}

inline on_EXIT(me, r)			/* release: REPLY to those deferred */
{
	phase[r] = IDLE; stamp = 0; choice[r] = 0;
	jth = 0;
	do
	:: jth < REQUESTERS ->
		if
		:: deferred & (1 << jth) -> tell(me, jth, REPLY, 0, 0)
		:: else
		fi;
		jth++
	:: else -> break
	od;
	deferred = 0
}

inline on_REQUEST(me, r)		/* receive: REPLY, if our own request does not precede */
{
	highest = (TIME(about) > highest -> TIME(about) : highest);
	if
	:: stamp && stamp < about -> deferred = deferred | (1 << WHO(about))
	:: else -> tell(me, WHO(about), REPLY, 0, 0)
	fi
}

inline on_REPLY(me, r)
{
	awaited = awaited & ~(1 << member);
	if
	:: awaited == 0 -> enter(r)
	:: else
	fi
}
