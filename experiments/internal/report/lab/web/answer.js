// What the calculator found: in words, as curves, as a command, as a link.

// answer shows it all.
function answer(kind, q, found) {
  byId('c-answer').hidden = false;
  Object.assign(byId('c-result').dataset, { bits: found.shape.bits, k: found.shape.k, rate: found.rate }); // in full, for tests
  speak(...sentences(kind, q, found));
  showCurves(kind, q, found);
  byId('c-command').textContent = commandOf(kind, found.q, found.n);
  byId('c-link').href = linkTo(kind, q);
  const wanted = { n: found.n, p: q.p || Math.min(found.rate, 1 - 1e-12) };
  if (byId('c-compare').open) compare(wanted);
  byId('c-compare').ontoggle = () => compare(wanted);
}

const speak = later((first, ...more) => {
  byId('c-result').replaceChildren(make('p', { class: 'answer' }, first), make('ul', {}, ...more.map((text) => make('li', {}, text))));
}, 150);

// sentences say the result.
function sentences(kind, q, { n, shape, rate, q: asked }) {
  const perKey = shape.bits / n, out = [say('lab.sentence', kind, grouped(n), grouped(shape.bits), memory(shape.bits), show(perKey), show(rate), grouped(Number((1 / rate).toPrecision(4))))];
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
  if (shape.fill) out.push(say('lab.withfill', show(shape.fill(n) * 100) + '\u00a0%'));
  if (q.n && q.p && rate > q.p * (1 + 1e-9)) out.push(say(kinds[kind].own ? 'lab.ruled' : 'lab.missed', show(q.p)));
  if (shape.room && n > shape.safe * shape.room + 1e-6) out.push(say('lab.overload', shape.safe));
  if (shape.built) out.push(say('lab.rebuilt'));
  if (kinds[kind].flat) out.push(say('lab.nocurve'));
  const least = -Math.log2(rate);
  if (rate > 0 && least > 0.01) out.push(say('lab.bound', show(least), show(perKey / least)));
  return out;
}

function showCurves(kind, q, { n, shape, rate }) {
  byId('c-keys-figure').hidden = Boolean(kinds[kind].flat);
  byId('c-k-figure').hidden = !kinds[kind].k;
  if (kinds[kind].flat) return;
  const keys = curveOfKeys(shape, n);
  const text = say('lab.curvekeys', show(shape.rate(Math.max(1, Math.round(n / 2)))), show(rate), show(shape.rate(2 * n)));
  curve(byId('c-keys'), keys, [n, rate], say('lab.keysaxis'), false);
  label('c-keys', say('lab.overkeys') + '. ' + text, text);
  if (!kinds[kind].k) return;
  const probes = curveOfProbes(kind, q, shape, n), best = probes.reduce((a, b) => b[1] < a[1] ? b : a);
  const said = say('lab.curvek', best[0], show(best[1]), show(probes[0][1]), probes[0][0]);
  curve(byId('c-probes'), probes, [shape.k, rate], say('lab.kaxis'), true);
  label('c-probes', say('lab.overk') + '. ' + said, said);
}

function label(id, alternative, text) {
  byId(id).setAttribute('aria-label', alternative);
  byId(id + '-text').textContent = text;
}

// compare is a row a variant for the same keys and rate, its parameters their own.
function compare({ n, p }) {
  byId('c-rows').replaceChildren(...Object.keys(kinds).map((kind) => {
    const name = make('th', { scope: 'row' }, make('code', {}, kind));
    try {
      const shape = shapeOf(kind, { n, p });
      const print = shape.fingerprint || shape.remainder || shape.digest, cost = print ? say('lab.fp', print) : shape.k ? 'k = ' + shape.k : '';
      return make('tr', {}, name, ...[show(shape.bits / n), cost, show(shape.rate(n))].map((x) => make('td', { class: 'n' }, x)));
    } catch (e) {
      if (!(e instanceof Bad)) throw e;
      return make('tr', {}, name, make('td', { colspan: 3 }, say('lab.cannot', say(e.word, ...e.values))));
    }
  }));
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
  if (!kinds[kind]) return false;
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
