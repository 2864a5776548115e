// Package stats turns counts into verdicts, and wished-for verdicts into numbers of queries.
//
// A cell is R filters (trials) of P queries each, N = RP in all, X of them hits. Two things vary. Given a filter the
// queries are independent coins of its own rate; and the filters' rates differ, with variance V. So
//
//	Var(X/N) = [f(1-f)/P + V(1-1/P)] / R = f(1-f)/N * D,   D = 1 + (P-1) rho,   rho = V/(f(1-f))
//
// and N queries are worth N/D independent ones. D is the design effect (Kish 1965). Every exact binomial statement here
// is made about X/D hits in N/D queries (Korn and Graubard 1998), which real arguments of the incomplete beta function
// allow. More queries of the same filters raise D with N and gain nothing once P passes 1/rho; only filters help then.
//
// V is the one that theory predicts. With ten trials or more the observed spread is looked at as well, and the wider of
// the two is used. A filter set that spreads far more than theory says has shown that V is not known, so that its tails
// are Student's and no longer the normal's.
//
// Two questions are asked of a cell, and they are different ones:
//
//   - Does it deviate? The two-sided exact test of the composite hypothesis "the rate is within prediction x (1 +- model
//     error)". Its p-value is the largest over the band, so what the theory admits not to know is never held against it.
//   - Does it agree? TOST (Schuirmann 1987): both "the rate is at most prediction x (1 - tolerance)" and "at least
//     prediction x (1 + tolerance)" are refuted. That no difference was seen is no evidence of agreement: no hits in
//     10,000 queries say nothing about a rate of 1e-6.
//
// A significant deviation wins even inside the tolerance; neither answer is the third verdict, undecided, and it comes
// with the number of queries that would decide. Both tests are corrected over all tests of a run by Holm 1979, which is
// valid whatever the dependence (cells that share keys are dependent).
//
// The functions take and give plain numbers, read nothing and never fail: what has no answer is NaN, and a NaN p-value is
// no member of a family. P-values below 1e-300 are 0.
package stats
