LoadPackage("smallgrp");;
for n in [1..100] do
  if n in [64, 96] then continue; fi;
  for i in [1..NrSmallGroups(n)] do
    g := SmallGroup(n, i);;
    Print(n, " ", i, " ", NrConjugacyClasses(g), " ", Size(Centre(g)), " ", Size(DerivedSubgroup(g)), " ", Size(AutomorphismGroup(g)));
    for o in Collected(List(Elements(g), Order)) do Print(" ", o[1], ":", o[2]); od;
    Print("\n");
  od;
od;
QUIT;
