// What the calculator found: in words, as curves, as a command, as a link.

// answer shows what was found; the curves of another answer grow pale until their own come.
function answer(kind, q, found) {
  const own = kinds[kind], told = sentences(kind, q, found);
  byId('c-answer').hidden = false;
  Object.assign(byId('c-result').dataset, { bits: found.shape.bits, k: found.shape.k, rate: found.rate }); // in full, for tests
  byId('c-result').replaceChildren(make('p', { class: 'answer' }, told[0]), make('ul', {}, ...told.slice(1).map((text) => make('li', {}, text))));
  speak(told[0]);
  byId('c-keys-figure').hidden = Boolean(own.flat);
  byId('c-k-figure').hidden = !own.k;
  for (const id of ['c-keys', 'c-probes']) {
    byId(id).classList.add('stale');
    byId(id + '-text').textContent = say('lab.computing');
  }
  byId('c-command').textContent = commandOf(kind, found.q, found.n);
  byId('c-link').href = linkTo(kind, q);
  byId('c-rows').replaceChildren();
}

// speak tells a screen reader what has come of the typing once that has ceased, and
// nothing twice.
const speak = later((text) => {
  if (byId('c-said').textContent !== text) byId('c-said').textContent = text;
}, 1000);

// sentences say the result.
function sentences(kind, q, { n, shape, rate, q: asked }) {
  const perKey = shape.bits / n, out = [say('lab.sentence', kind, grouped(n), grouped(shape.bits), memory(shape.bits), show(perKey), ...rateOf(rate))];
  if (shape.k) out.push(say('lab.withk', shape.k));
  if (asked.best) out.push(say('lab.kbest', q.k, show(q.k / Math.LN2)));
  if (shape.fingerprint) out.push(say('lab.withf', shape.fingerprint));
  if (shape.remainder) out.push(say('lab.withr', shape.remainder));
  if (shape.digest) out.push(say('lab.withdigest', shape.digest));
  if (shape.rice !== undefined) out.push(say('lab.withrice', grouped(shape.inverse), shape.rice));
  if (shape.blocks) out.push(say('lab.withblocks', grouped(shape.blocks)));
  if (shape.buckets) out.push(say('lab.withbuckets', grouped(shape.buckets)));
  if (shape.bins) out.push(say('lab.withbins', grouped(shape.bins)));
  if (shape.stages) out.push(say('lab.withstages', shape.stages, show(shape.bound)));
  if (shape.fill) out.push(say('lab.withfill', show(shape.fill * 100) + '\u00a0%'));
  if (q.n && q.p && rate > q.p * (1 + 1e-9)) out.push(say(kinds[kind].own ? 'lab.ruled' : 'lab.missed', show(q.p)));
  if (shape.room && n > shape.safe * shape.room + 1e-6) out.push(say('lab.overload', shape.safe));
  if (shape.built) out.push(say('lab.rebuilt'));
  if (kinds[kind].flat) out.push(say('lab.nocurve'));
  const least = -Math.log2(rate);
  if (rate > 0 && least > 0.01) out.push(say('lab.bound', show(least), show(perKey / least)));
  return out;
}

// rateOf writes a rate and its inverse; some are too small for a number.
function rateOf(rate) {
  return rate > 0 ? [show(rate), grouped(Number((1 / rate).toPrecision(4)))] : ['< 1e-300', '1e300+'];
}

function showKeys({ n, rate }, { points, half, twice }) {
  const text = say('lab.curvekeys', show(half), show(rate), show(twice));
  curve(byId('c-keys'), points, [n, rate], say('lab.keysaxis'), false);
  label('c-keys', say('lab.overkeys') + '. ' + text, text);
}

function showProbes({ shape, rate }, points) {
  const best = points.reduce((a, b) => b[1] < a[1] ? b : a);
  const text = say('lab.curvek', best[0], show(best[1]), show(points[0][1]), points[0][0]);
  curve(byId('c-probes'), points, [shape.k, rate], say('lab.kaxis'), true);
  label('c-probes', say('lab.overk') + '. ' + text, text);
}

function label(id, alternative, text) {
  byId(id).setAttribute('aria-label', alternative);
  byId(id).classList.remove('stale');
  byId(id + '-text').textContent = text;
}

// showRow adds a variant to the comparison.
function showRow({ kind, bad, perKey, print, k, rate }) {
  const name = make('th', { scope: 'row' }, make('code', {}, kind)), cost = print ? say('lab.fp', print) : k ? 'k = ' + k : '';
  const cells = bad ? [make('td', { colspan: 3 }, say('lab.cannot', say(bad.word, ...bad.values)))]
    : [show(perKey), cost, show(rate)].map((x) => make('td', { class: 'n' }, x));
  byId('c-rows').append(make('tr', {}, name, ...cells));
}

// linkTo is the place in this page that has these settings.
function linkTo(kind, q) {
  const parts = new URLSearchParams({ variant: kind, sought: sought().join('') });
  for (const [name, value] of Object.entries(q)) {
    if (value) parts.set(name, value);
  }
  return '#lab:' + parts;
}

// follow takes the settings out of the page's address, if it has some.
function follow() {
  if (!location.hash.startsWith('#lab:')) return false;
  const parts = new URLSearchParams(location.hash.slice(5)), kind = parts.get('variant');
  if (!Object.hasOwn(kinds, kind)) return false;
  const number = (name) => Number(parts.get(name)) || 0;
  byId('c-variant').value = kind;
  for (const c of kinds[kind].choices) {
    const value = c.values === null ? number(c.name) : c.values.find((x) => String(x) === parts.get(c.name));
    byId('c-' + c.name).value = value || c.fallback || '';
  }
  Object.assign(calc.values, { n: number('n'), p: number('p'), m: number('bits'), b: number('perKey'), k: number('k') });
  calc.memory = number('perKey') ? 'b' : 'm';
  const open = [...parts.get('sought') || ''].filter((x, i, all) => 'npm'.includes(x) && all.indexOf(x) === i).slice(0, 2);
  if (open.length === 0) open.push('m');
  Object.assign(calc, { order: [...['n', 'p', 'm'].filter((x) => !open.includes(x)), ...open], open: open.length });
  settle(kind);
  update();
  byId('lab').scrollIntoView();
  return true;
}
