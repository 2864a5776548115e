// The calculator on the page. values holds what each field says, in plain units. Of n, p
// and m those last in order, as many as are open, are sought: what was given longest ago,
// what was emptied, what was chosen.

const calc = {
  order: ['n', 'p', 'm'],
  open: 1,
  memory: 'm', // or b: bits per key
  values: { n: 1e6, p: 0.01, m: 0, b: 0, k: 0 },
};

const fields = ['n', 'p', 'm', 'b', 'k'];
const labels = { n: 'lab.keys', p: 'lab.rate', m: 'lab.memory', b: 'lab.perkey', k: 'lab.probes' };
const rateUnits = { plain: (x) => x, percent: (x) => x / 100, onein: (x) => 1 / x };
const rateShown = { plain: (x) => x, percent: (x) => x * 100, onein: (x) => 1 / x };

// wrong is by field what was typed there and is refused, as long as it stands there.
const wrong = {};

// refuse makes the error of a field.
const refuse = (field, word, ...values) => Object.assign(new Bad(word, ...values), { field });

// sane refuses a value outside its range; text is what was typed, or else the value.
function sane(name, x, text = show(x)) {
  const most = { n: maxBits, k: maxK }[name], unit = name === 'p' ? byId('c-punit').value : '';
  if (name === 'm' && (!Number.isInteger(x) || x < 1 || x > maxBits)) throw refuse(name, 'lab.wholebits', say(labels.m), text);
  if (most && (!Number.isInteger(x) || x < 1 || x > most)) throw refuse(name, 'lab.wholenumber', say(labels[name]), text, 1, most === maxK ? maxK : '2^40');
  if (name === 'b' && !(x > 0 && x < 1e6)) throw refuse(name, 'lab.between', say(labels.b), text, 0, '1e6');
  if (name === 'p' && !(x > 0 && x < 1)) throw refuse(name, 'lab.between', say(labels.p), text, unit === 'onein' ? 1 : 0, { percent: 100, onein: '1e300' }[unit] || 1);
}

// readField takes a field's text into values, or remembers why it cannot be.
function readField(name) {
  const text = byId('c-' + name).value;
  delete wrong[name];
  if (text.trim() === '') {
    if (name === 'k') calc.values.k = 0;
    return;
  }
  try {
    const unit = name === 'm' ? Number(byId('c-munit').value) : 1;
    let x = readNumber(name, say(labels[name]), text, unit === 1 && name !== 'p' && name !== 'b');
    if (name === 'p') x = rateUnits[byId('c-punit').value](x);
    if (name === 'm') x = unit === 1 ? x : Math.round(x * unit);
    sane(name, x, text.trim() + (name === 'm' ? ' ' + byId('c-munit').selectedOptions[0].text : ''));
    calc.values[name] = x;
  } catch (e) {
    if (!(e instanceof Bad)) throw e;
    wrong[name] = e;
  }
}

// shownIn is what a field shows of a value, to 6 digits unless it was typed.
function shownIn(name, x, digits) {
  if (name === 'p') x = rateShown[byId('c-punit').value](x);
  if (name === 'm') x = x / byId('c-munit').value;
  if (x === Infinity || Number.isNaN(x)) return '';
  return String(Number.isInteger(x) ? x : Number(x.toPrecision(digits)));
}

const sought = () => calc.order.slice(3 - calc.open);
const given = (name) => name === 'k' ? calc.values.k !== 0 || 'k' in wrong : name === 'm' || name === 'b' ? !sought().includes('m') && calc.memory === name : !sought().includes(name);

// request is what is given, as solve reads it; fields out of range are refused.
function request() {
  const q = { k: calc.values.k };
  for (const name of fields.filter(given)) {
    if (wrong[name]) throw wrong[name];
    sane(name, calc.values[name]);
  }
  if (given('n')) q.n = calc.values.n;
  if (given('p')) q.p = calc.values.p;
  if (given('m')) q.bits = calc.values.m;
  if (given('b')) q.perKey = calc.values.b;
  for (const c of kinds[byId('c-variant').value].choices) q[c.name] = readChoice(c);
  return q;
}

// readChoice is a parameter of the variant: one of its values, or a number typed.
function readChoice(c) {
  const text = byId('c-' + c.name).value.trim();
  if (c.values !== null) return c.values.find((x) => String(x) === text);
  if (text === '') return 0;
  const x = readNumber(c.name, say('lab.' + c.name), text, true);
  if (!Number.isInteger(x) || x < 1 || x > maxBits) throw refuse(c.name, 'lab.wholenumber', say('lab.' + c.name), text, 1, '2^40');
  return x;
}

// typed is called when someone typed into a field: it is now given, and what was given
// longest ago is sought. An emptied one is sought itself.
function typed(name) {
  const of = name === 'b' ? 'm' : name, emptied = byId('c-' + name).value.trim() === '';
  if (of !== 'k') {
    const before = sought(), others = calc.order.filter((x) => x !== of);
    if (emptied) {
      calc.order = [...others, of];
      calc.open = Math.min(3, before.includes(of) ? calc.open : calc.open + 1);
    } else {
      calc.order = [of, ...others];
      calc.open = Math.max(1, before.includes(of) ? calc.open - 1 : calc.open);
      if (of === 'm') calc.memory = name;
      if (name === 'b' && sought().includes('n')) Object.assign(calc, { order: ['m', 'n', 'p'], open: 1 });
    }
  }
  if (!given('n')) calc.memory = 'm'; // bits per key say nothing without keys
  update(name);
}

// seek makes a field the one that is sought, or two: k must then be given.
function seek(names) {
  if (asking.open) { // what was sought until now is not known yet
    asking.then = () => seek(names);
    return;
  }
  const all = [...names];
  calc.order = [...calc.order.filter((x) => !all.includes(x)), ...all];
  calc.open = all.length;
  if (all.length > 1 && !given('k')) calc.values.k = calc.k;
  if (names.includes('n')) calc.memory = 'm';
  update();
}

// settle keeps a variant without probes from being asked for its k.
function settle(kind) {
  if (kinds[kind].k) return;
  calc.values.k = 0;
  delete wrong.k;
  if (calc.open === 2) calc.open = 1;
}

// office works out what the fields ask for; asking is what was asked last.
let office, asking = {};

// update asks for what the fields say; the field being typed in keeps its text.
function update(typing) {
  asking.then = null;
  for (const field of document.querySelectorAll('#lab-tools [aria-invalid]')) field.removeAttribute('aria-invalid');
  const kind = byId('c-variant').value;
  for (const radio of document.getElementsByName('c-sought')) {
    radio.checked = [...radio.value].sort().join() === [...sought()].sort().join();
    radio.disabled = radio.value.length > 1 && !kinds[kind].k;
  }
  for (const field of byId('c-choices').children) field.hidden = field.dataset.variant !== kind;
  try {
    if (fields.includes(typing)) readField(typing);
    const q = request();
    asking = { kind, q, typing, open: true };
    showError('');
    byId('c-answer').setAttribute('aria-busy', 'true');
    office.ask({ kind, q, rows: byId('c-compare').open });
    waiting();
  } catch (e) {
    if (!(e instanceof Bad)) throw e;
    refused(e, typing);
  }
}

// compareToo asks for the same with the comparison, which was not open before.
function compareToo() {
  if (!byId('c-compare').open || byId('c-answer').hidden) return;
  byId('c-answer').setAttribute('aria-busy', 'true');
  office.ask({ kind: asking.kind, q: asking.q, rows: true });
}

// waiting says that the answer takes a while, where it does.
const waiting = later(() => {
  if (!asking.open) return;
  byId('c-wait').textContent = say('lab.computing');
  blank();
  speak(say('lab.computing'));
}, 300);

// blank empties the fields that follow: what they say belongs to another question.
function blank() {
  for (const x of fields) {
    if (!given(x) && x !== asking.typing) byId('c-' + x).value = '';
  }
}

// hear takes what the office tells of what was asked last.
function hear(told) {
  const { kind, q, typing } = asking;
  if (told.found || told.bad) byId('c-wait').textContent = '';
  if (told.bad) refused(told.bad, typing);
  if (told.found) {
    asking.open = false;
    asking.found = told.found;
    keep(q, told.found);
    showFields(kind, told.found, typing);
    answer(kind, q, told.found);
  }
  if (told.keys) showKeys(asking.found, told.keys);
  if (told.probes) showProbes(asking.found, told.probes);
  if (told.row) showRow(told.row);
  if (told.done) byId('c-answer').setAttribute('aria-busy', 'false');
  if (told.fault) throw new Error(told.fault);
  if (told.found && asking.then) asking.then();
}

// refused shows why there is no answer.
function refused(bad, typing) {
  const { then } = asking;
  office.drop();
  asking = { typing };
  const name = bad.field || typing;
  if (name) byId('c-' + name).setAttribute('aria-invalid', 'true');
  byId('c-wait').textContent = '';
  byId('c-answer').setAttribute('aria-busy', 'false');
  byId('c-answer').hidden = true;
  showError(say(bad.word, ...bad.values));
  blank();
  if (then) then();
}

function showError(text) {
  byId('c-error').textContent = text;
  if (text) speak(text);
}

// keep remembers what was found, to the digits shown, so that it stays when something
// else is sought.
function keep(q, found) {
  const v = calc.values;
  v.n = found.n;
  calc.k = found.shape.k; // for who lets k decide
  if (!given('p')) v.p = Number(found.rate.toPrecision(6));
  if (!given('m')) v.m = found.shape.bits;
  if (!given('b')) v.b = Number((found.shape.bits / found.n).toPrecision(6));
}

function showFields(kind, found, typing) {
  for (const name of fields) {
    const field = byId('c-' + name), follows = !given(name);
    delete wrong[name]; // what is given is right, and what follows is written anew
    field.classList.toggle('follows', follows && name !== 'k');
    if (name !== 'k' && name !== typing) field.value = shownIn(name, calc.values[name], follows ? 6 : 12);
  }
  const k = byId('c-k');
  k.placeholder = found.shape.k ? say('lab.best') + ': ' + found.shape.k : '–';
  if (!kinds[kind].k && found.shape.fixedK) k.placeholder = String(found.shape.k);
  k.disabled = !kinds[kind].k && calc.values.k === 0;
  if (k !== document.activeElement) k.value = calc.values.k || '';
}
