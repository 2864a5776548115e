package figure

// Translator returns what a key of the catalogue says in the reader's language,
// with values put in: the method Say of catalogue.Words. Identifiers (schemes,
// variants, parameters) are the same in every language and stand in no catalogue.
type Translator func(key string, values ...any) string
