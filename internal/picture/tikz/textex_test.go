package tikz

import (
	"testing"

	"coterie/internal/check/assert"
)

func TestTeXText(t *testing.T) {
	for text, want := range assert.Pairs(
		"grid", "grid",
		"√n", `$\sqrt{n}$`,
		"2√n", `2$\sqrt{n}$`,
		"√2·√n", `$\sqrt{2}\cdot\sqrt{n}$`,
		"√(n − 1) + √", `$\sqrt{n - 1}$ + $\surd$`,
		"√(%)", `$\surd$(\%)`,
		"10^−12", `10$^{-12}$`,
		"3·10^5", `3$\cdot$10$^{5}$`,
		"a_b & 50% {#1} $x$ ~ ^\\", `a\_b \& 50\% \{\#1\} \textdollar{}x\textdollar{} \textasciitilde{} \textasciicircum{}\textbackslash{}`,
		"$≤$", `\textdollar{}$\le$\textdollar{}`,
		"αβ λ₁ q² x⁴", `$\alpha\beta$ $\lambda_1$ q$^2$ x$^4$`,
		"Eğecioğlu, Lovász", "Eğecioğlu, Lovász",
		"數\n\x00", "?  ",
		"⌈2√n⌉ − 1", `$\lceil$2$\sqrt{n}\rceil$ $-$ 1`,
	) {
		assert.Equal(t, texText(text), want, "%q is written", text)
	}
}
