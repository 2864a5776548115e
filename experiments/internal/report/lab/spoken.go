package lab

// spoken are the words of the catalogue that the scripts say.
var spoken = []string{
	"lab.absent", "lab.added", "lab.again", "lab.arity", "lab.badnumber", "lab.band", "lab.best",
	"lab.between", "lab.bits", "lab.block", "lab.bound", "lab.bytes", "lab.cannot", "lab.cleared",
	"lab.collides", "lab.column", "lab.computing", "lab.curvek", "lab.curvekeys", "lab.damage", "lab.denied",
	"lab.digest", "lab.emptied", "lab.facts", "lab.fewbits", "lab.fixedk", "lab.fold",
	"lab.foundnone", "lab.foundone", "lab.fp", "lab.full", "lab.growth", "lab.initial",
	"lab.kaxis", "lab.kbest", "lab.keys", "lab.keysaxis", "lab.longkey", "lab.lost", "lab.lowered",
	"lab.manykeys", "lab.manyprobes", "lab.member", "lab.memory", "lab.missed", "lab.more",
	"lab.moreof", "lab.needbits", "lab.nocurve", "lab.nodamage", "lab.nofilter", "lab.nok",
	"lab.nokey", "lab.nokeys", "lab.nomembers", "lab.none", "lab.notmember", "lab.onlyperkey",
	"lab.overk", "lab.overkeys", "lab.overload", "lab.perkey", "lab.positive", "lab.probes",
	"lab.rate", "lab.rebuilt", "lab.remainder", "lab.round", "lab.rule", "lab.ruled",
	"lab.sentence", "lab.slots", "lab.smallp", "lab.solution", "lab.spare", "lab.step",
	"lab.stuck", "lab.summary", "lab.tightening", "lab.toolarge", "lab.twice", "lab.twomeanings",
	"lab.wholebits", "lab.wholenumber", "lab.wholeperkey", "lab.width", "lab.withbins",
	"lab.withblocks", "lab.withbuckets", "lab.withdigest", "lab.withf", "lab.withfill",
	"lab.withk", "lab.withr", "lab.withrice", "lab.withstages",
}
