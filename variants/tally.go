package variants

// Tally is one named integer fact about a filter's state, such as its number
// of saturated counters. The name becomes a column of counts.csv.
type Tally struct {
	Name  string
	Value uint64
}

// Tallier is a filter that has facts to count besides its set bits.
type Tallier interface {
	Tally() []Tally
}
