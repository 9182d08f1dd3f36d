package table

import (
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

func TestWriteLaTeX(t *testing.T) {
	columns := []LaTeXColumn{{Head: ""}, {Head: "system"}, {Head: "$K$", Number: true}, {Head: "failure", Number: true}}
	rows := [][]string{
		{"*", "lift:m=3,of=(a_b)", "3..4", "1e-10"},
		{"", `50 % of a&b, $x^2$ ~{#} \`, "7", "~1.5e-05..2e-05"},
		{"[1]", "<none>", "-", "0.25"},
		{"", "odd", "3..x", "-1.5e+12"},
		{"", "京é\x1b", "a---b''", "-1"},
	}
	const want = `% \usepackage{booktabs}
\begin{tabular}{llrr}
\toprule
 & system & $K$ & failure \\
\midrule
{*} & lift:m=3,of=(a\_b) & $3$--$4$ & $10^{-10}$ \\
 & 50 \% of a\&b, \$x\textasciicircum{}2\$ \textasciitilde{}\{\#\} \textbackslash{} & $7$ & $\approx 1.5\cdot 10^{-5}$--$2\cdot 10^{-5}$ \\
\addlinespace
{[}1] & \textless{}none\textgreater{} & -- & $0.25$ \\
 & odd & 3..x & $-1.5\cdot 10^{12}$ \\
 & {''}\textbackslash{}u4eac\textbackslash{}u00e9\textbackslash{}x1b{''} & a-{}-{}-b'{}'{} & $-1$ \\
\bottomrule
\end{tabular}
`
	var b strings.Builder
	assert.OK(t, WriteLaTeX(&b, columns, rows, 2))
	assert.Equal(t, b.String(), want, "got\n")
	defer func() {
		if recover() == nil {
			t.Error("a row of one cell was taken")
		}
	}()
	_ = WriteLaTeX(&b, columns, [][]string{{"alone"}})
}
