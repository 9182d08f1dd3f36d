\\ Makes pari-vectors.json, the test vectors that PARI/GP computes without knowing package gf:
\\
\\     gp -q pari-vectors.gp
\\
\\ run in this folder (PARI/GP 2.15; the Debian package is pari-gp). Neither the package nor its tests need PARI. The
\\ file holds, for the representation by codes that doc.go defines:
\\
\\   moduli        [q, code of the first primitive polynomial less its leading term], every q = p^m <= 2^20 with m >= 2
\\   roots         [p, greatest primitive root], some primes
\\   verdicts      [p, m, codes of the irreducible, codes of the primitive monic polynomials less their leading terms]
\\   fields        {q, products [a, b, a*b], inverses [a, 1/a], logs [a, log a to the base x]}
\\   cubicModuli   [q, c0, c1, c2] of the first primitive cubic over GF(q)
\\   cubicProducts [q, a, b, a*b], triples of codes
\\   factors       [n, [prime, exponent], ...]

default(parisizemax, 2000000000);
setrand(19380101);

\\ The polynomial over GF(p), lowest digit first, that a code stands for, and back.
topol(code, p) = { my(d = digits(code, p)); if(code == 0, 0, Pol(d) * Mod(1, p)) };
tocode(f, p) = { my(g = lift(f)); subst(g * 'x^0, 'x, p) };

\\ Order of x modulo f, for an irreducible f of degree >= 2.
isprim(f, p, m) = { my(n = p^m - 1, x0 = Mod('x * Mod(1, p), f), ok = 1);
  my(l = factor(n)[, 1]); for(i = 1, #l, if(x0^(n / l[i]) == 1, ok = 0; break)); ok };

firstprim(p, m) = { my(c = 1, f);
  while(1, f = ('x^m + topol(c, p)) * Mod(1, p); if(polisirreducible(f) && isprim(f, p, m), return(c)); c++) };

greatestroot(p) = { if(p == 2, return(1)); forstep(g = p - 1, 1, -1, if(znorder(Mod(g, p)) == p - 1, return(g))) };

\\ A vector as JSON.
json(v) = { if(type(v) == "t_VEC", my(s = "["); for(i = 1, #v, if(i > 1, s = concat(s, ",")); s = concat(s, json(v[i]))); concat(s, "]"), Str(v)) };

out = "pari-vectors.json";
system(concat("rm -f ", out));
list(name, rows) = { write(out, "\"", name, "\": ["); for(i = 1, #rows, write(out, "  ", json(rows[i]), if(i < #rows, ",", ""))); write(out, "],") };

write(out, "{");

rows = List();
for(q = 4, 2^20, if(m = isprimepower(q, &p), if(m >= 2, listput(rows, [q, firstprim(p, m)]))));
moduli = Map(); for(i = 1, #rows, mapput(moduli, rows[i][1], rows[i][2]));
list("moduli", Vec(rows));

list("roots", [[p, greatestroot(p)] | p <- [2, 3, 5, 7, 11, 13, 31, 101, 127, 257, 1021, 8191, 65537, 1048573]]);

rows = List();
{ foreach([[2,1],[2,2],[2,3],[2,4],[2,5],[2,6],[2,7],[3,1],[3,2],[3,3],[3,4],[5,1],[5,2],[5,3],[7,2],[11,1],[13,2]], pm,
  my(p = pm[1], m = pm[2], irr = List(), prim = List());
  for(c = 0, p^m - 1, f = ('x^m + topol(c, p)) * Mod(1, p);
    if(polisirreducible(f), listput(irr, c);
      ok = if(m == 1, lift(-polcoef(f, 0)) != 0 && (p == 2 || znorder(-polcoef(f, 0)) == p - 1), isprim(f, p, m));
      if(ok, listput(prim, c))));
  listput(rows, [p, m, Vec(irr), Vec(prim)])) };
list("verdicts", Vec(rows));

\\ Calculation in GF(q), m >= 2, and its cubic extension.
modulus(q) = { my(p, m = isprimepower(q, &p)); ('x^m + topol(mapget(moduli, q), p)) * Mod(1, p) };
elt(code, q) = { my(p); isprimepower(q, &p); Mod(topol(code, p) * Mod(1, p), modulus(q)) };
back(a, q) = { my(p); isprimepower(q, &p); tocode(lift(lift(a)), p) };

write(out, "\"fields\": [");
qs = [8, 9, 16, 25, 27, 49, 64, 81, 125, 128, 169, 243, 256, 343, 729, 1024, 2197, 6561, 8192, 16129, 65536, 371293, 390625, 531441, 823543, 1042441, 1048576];
{ for(i = 1, #qs, q = qs[i]; m = isprimepower(q, &p); f = modulus(q); g = ffgen(f, 'a);
  prods = vector(12); invs = vector(6); logs = vector(4);
  for(k = 1, 12, a = random(q); b = random(q); prods[k] = [a, b, back(elt(a, q) * elt(b, q), q)]);
  for(k = 1, 6, a = 1 + random(q - 1); invs[k] = [a, back(1 / elt(a, q), q)]);
  for(k = 1, 12, random(q)); \\ keeps what follows as it was drawn
  for(k = 1, 4, a = 1 + random(q - 1); logs[k] = [a, fflog(subst(lift(lift(elt(a, q))), 'x, g), g)]);
  write(out, "  {\"q\": ", q, ", \"products\": ", json(prods), ", \"inverses\": ", json(invs), ", \"logs\": ", json(logs), "}", if(i < #qs, ",", ""))) };
write(out, "],");

\\ Over GF(q) as a tower: polynomials in y with coefficients in GF(q), made by ffgen.
ffelt(code, q) = { my(p, m = isprimepower(q, &p)); if(m == 1, Mod(code, p), subst(lift(topol(code, p)) * 'x^0, 'x, mapget(gens, q))) };
ffback(a, q) = { my(p, m = isprimepower(q, &p)); if(m == 1, lift(a), my(c = a.pol); subst(c * 'x^0, variable(c + 'a), p)) };
gens = Map();
getgen(q) = { my(p, m = isprimepower(q, &p)); if(m >= 2, mapput(gens, q, ffgen(modulus(q), 'a))) };
cubicprim(f, q) = { my(n = q^3 - 1, y0 = Mod('y, f), l = factor(n)[, 1]); if(y0^n != 1, return(0)); for(i = 1, #l, if(y0^(n / l[i]) == 1, return(0))); 1 };
\\ The variable y has higher priority than a, so that cubics are polynomials in y over GF(q).
firstcubic(q) = { for(c2 = 0, q - 1, for(c1 = 0, q - 1, for(c0 = 1, q - 1,
  my(f = 'y^3 + ffelt(c2, q) * 'y^2 + ffelt(c1, q) * 'y + ffelt(c0, q)); if(cubicprim(f, q), return([c0, c1, c2]))))) };

cqs = [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 27, 32, 49, 64, 81, 101, 125, 128, 243, 256, 343, 512, 729, 1024, 2197, 4096, 6561, 6859, 7921, 8191, 8192];
for(i = 1, #cqs, getgen(cqs[i]));
cubics = vector(#cqs, i, concat([cqs[i]], firstcubic(cqs[i])));
list("cubicModuli", cubics);

rows = List();
triple(q) = vector(3, i, random(q));
topoly(t, q) = ffelt(t[1], q) + ffelt(t[2], q) * 'y + ffelt(t[3], q) * 'y^2;
{ for(i = 1, #cqs, q = cqs[i]; c = cubics[i];
  f = 'y^3 + ffelt(c[4], q) * 'y^2 + ffelt(c[3], q) * 'y + ffelt(c[2], q);
  for(k = 1, 4, a = triple(q); b = triple(q);
    ab = lift(Mod(topoly(a, q), f) * Mod(topoly(b, q), f));
    zero = ffelt(0, q);
    listput(rows, [q, a, b, vector(3, j, ffback(polcoef(ab * 'y^0, j - 1, 'y) + zero, q))]))) };
list("cubicProducts", Vec(rows));

\\ The last list: no comma after it.
ns = concat([[2^40 + 15, 2^61 - 1, 2^63 - 1, 2^64 - 1, 2^64 - 59, 4294967291 * 4294967279, 4294967291^2, 65537^3, 8191^3 - 1, 8192^3 - 1, 3^40 - 1], vector(20, i, 2^60 + random(2^60)), vector(10, i, random(2^32))]);
write(out, "\"factors\": [");
for(i = 1, #ns, my(F = factor(ns[i])); write(out, "  ", json(concat([ns[i]], vector(#F~, j, [F[j, 1], F[j, 2]]))), if(i < #ns, ",", "")));
write(out, "]");
write(out, "}");
quit;
