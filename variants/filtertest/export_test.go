package filtertest

// UnderRace lets the tests of the kit know what the kit knows.
const UnderRace = underRace
