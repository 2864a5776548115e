// The toy filter on the page.

let toy;

const names = ['ada', 'bob', 'chi', 'dung', 'eva'];
const quoted = (keys) => keys.map((x) => '“' + x + '”');
const mostBytes = 256; // of a key: more could not be read on the page

// restart empties the filter and gives it the shape of the fields.
function restart() {
  const members = toy ? toy.members : [];
  toy = new Toy(byId('t-kind').value, byId('t-hash').value, Number(byId('t-m').value), Number(byId('t-k').value));
  return members;
}

// reshape builds the filter again with another shape and the same members.
function reshape() {
  for (const key of restart()) toy.add(key);
  look({}, '');
}

// typedKey is the key to work on, or null and a word about it.
function typedKey() {
  const key = byId('t-key').value, bytes = key.length > mostBytes ? key.length : utf8(key).length;
  if (key !== '' && bytes <= mostBytes) return key;
  look({}, key === '' ? say('lab.nokey') : say('lab.longkey', utf8(key).length, mostBytes));
  byId('t-key').focus();
  return null;
}

function addKey(key) {
  if (toy.members.includes(key)) return look({ key }, say('lab.again', key));
  const owners = new Map(toy.distinct(key).map((c) => [c, toy.owners(c)]));
  const before = toy.add(key), text = [say('lab.added', key, toy.positions(key))];
  for (const c of before) text.push(say('lab.collides', c, quoted(owners.get(c))));
  if (toy.distinct(key).length < toy.k) text.push(say('lab.twice'));
  look({ key, before }, text.join(' '));
}

function askKey(key) {
  look({ key, zero: toy.ask(key).zero }, verdict(key));
}

// verdict says what the filter answers, whether that is right, and why.
function verdict(key) {
  const { answer, zero } = toy.ask(key), cells = toy.distinct(key);
  switch (answer) {
    case 'member': return say('lab.member', key, cells);
    case 'lost': return say('lab.denied', key, zero);
    case 'absent': return say('lab.absent', key, zero);
  }
  const owners = toy.distinct(key).map((c) => c + ' ← ' + put(quoted(toy.owners(c)))).join('; ');
  return say('lab.positive', key, cells, owners) + (toy.distinct(key).length < toy.k ? ' ' + say('lab.twice') : '');
}

function removeKey(key) {
  if (!toy.members.includes(key)) return look({ key }, say('lab.notmember', key));
  const cells = toy.distinct(key), lost = toy.remove(key), full = toy.full(cells);
  if (toy.kind === 'counting') return look({ key }, say('lab.lowered', key, cells) + (full.length ? ' ' + say('lab.full', full) : ''));
  look({ key }, say('lab.cleared', key, cells) + ' ' + (lost.length ? say('lab.damage', quoted(lost)) : say('lab.nodamage')));
}

function find() {
  const found = toy.falsePositive();
  if (!found) return look({}, say('lab.foundnone', 20000));
  byId('t-key').value = found.key;
  look({ key: found.key }, say('lab.foundone', found.tried) + ' ' + verdict(found.key));
}

// look shows the filter, with the cells of a key marked, and says a text.
function look({ key, before = [], zero = [] }, text) {
  const last = key === undefined ? [] : toy.distinct(key);
  byId('t-said').textContent = text;
  byId('t-cells').replaceChildren(...toy.cells.map((value, i) => {
    const marks = [value > 0 && 'set', last.includes(i) && 'last', before.includes(i) && 'before', zero.includes(i) && 'zero'];
    return make('span', { class: marks.filter(Boolean).join(' ') }, make('i', {}, String(i)), String(value));
  }));
  const set = toy.cells.map((x, i) => x > 0 ? i : -1).filter((i) => i >= 0);
  byId('t-cells').setAttribute('aria-label', say('lab.summary', toy.m, set, last));
  byId('t-facts').textContent = say('lab.facts', set.length, toy.m, show(set.length / toy.m), toy.k, show((set.length / toy.m) ** toy.k));
  byId('t-command').textContent = `runexp positions --scheme ${toy.hash}+double --bits ${toy.m} -k ${toy.k} ${shellWord(key === undefined ? 'ada' : key)}`;
  showMembers();
}

// shellWord is a key as a shell takes it.
const shellWord = (key) => /^[\w.-]+$/.test(key) && !key.startsWith('-') ? key : "-- '" + key.replace(/'/g, "'\\''") + "'";

// showMembers lists the keys; pressing one asks for it.
function showMembers() {
  const list = byId('t-members');
  list.replaceChildren(...toy.members.map((key) => {
    const lost = !toy.contains(key), button = make('button', { type: 'button', class: lost ? 'lost' : '' }, /^\s|\s$/.test(key) ? quoted([key])[0] : key);
    button.onclick = () => {
      byId('t-key').value = key;
      askKey(key);
    };
    return make('li', {}, button, ...(lost ? [make('span', { class: 'lost-word' }, say('lab.lost'))] : []));
  }));
  if (toy.members.length === 0) list.append(make('li', {}, say('lab.nomembers')));
}
