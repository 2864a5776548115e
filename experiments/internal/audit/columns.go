package audit

// columns are those of audit.csv, in order, each with its meaning.
func columns() [][2]string {
	return [][2]string{
		{"library", "variant, or the command of a program in another language"},
		{"version", "module and version of the library, as it was built in"},
		{"check", "rate: a wanted rate; size: 14 bits a key; keys: a kind of keys; large: more than 2^32 bits; at-once: several goroutines ask one filter; race-detector: so, built with Go's"},
		{"keys", "kind of keys"},
		{"n", "distinct keys inserted"},
		{"capacity", "keys the filter is sized for"},
		{"asked", "size that was asked for: fpr or bits-per-key"},
		{"bits_per_key", "bits that the filters held over capacity, by the library's own rule; foretold where the process gave no answer"},
		{"trials", "filters built; empty counts where the process gave no answer"},
		{"queries", "absent keys queried, in all trials together"},
		{"promised_fpr", "rate the library promises, an upper bound; empty where it promises none"},
		{"promise_source", "where"},
		{"theory_fpr", "mean rate of ideal hashing in a structure of that size; empty where no formula is known"},
		{"theory_source", "formula"},
		{"fpr", "false_positives / queries"},
		{"fpr_low", "low end of the exact interval; the spread between filters, by theory and as seen, counts as fewer queries"},
		{"fpr_high", "high end"},
		{"confidence", "of this cell's interval, such that all cells of the table together have 99%"},
		{"false_positives", "absent keys answered with yes"},
		{"inserted", "keys accepted, all trials together"},
		{"rejected", "keys refused by a filter that said it was full"},
		{"false_negatives", "accepted keys answered with no: each is an error"},
		{"promise", "keeps: the interval lies below the promise and 5%; exceeds: above it; undecided: it reaches both"},
		{"theory", "agrees: the interval lies within 5% of theory; deviates: outside; undecided: it reaches both"},
		{"verdict", "the gravest of: hangs (no answer, hardly any processor time used), time (no answer within the limit of it), memory, crashes, fails, races, loses keys, refuses keys, deviates, undecided, agrees"},
		{"detail", "how much"},
		{"command", "to see the cell again"},
	}
}
