// Binding: what the fields and buttons do. As a worker the script has no page.

function bindCalculator() {
  for (const name of fields) {
    const field = byId('c-' + name);
    field.addEventListener('input', () => typed(name));
    field.addEventListener('change', () => field.value.trim() === '' && update()); // left empty: show what follows
  }
  for (const radio of document.getElementsByName('c-sought')) radio.addEventListener('change', () => seek(radio.value));
  byId('c-compare').addEventListener('toggle', compareToo);
  byId('c-variant').addEventListener('change', () => {
    settle(byId('c-variant').value);
    update();
  });
  for (const c of Object.values(kinds).flatMap((kind) => kind.choices)) {
    const field = byId('c-' + c.name);
    field.value = c.fallback || '';
    field.addEventListener('input', () => update());
  }
  for (const name of ['p', 'm']) {
    byId(`c-${name}unit`).addEventListener('change', () => {
      if (wrong[name]) return update(name); // what is there may be right in the other unit
      if (calc.values[name]) byId('c-' + name).value = shownIn(name, calc.values[name], 12);
      update();
    });
  }
}

function bindToy() {
  byId('t-form').addEventListener('submit', (e) => {
    e.preventDefault();
    const key = typedKey();
    if (key === null) return;
    addKey(key);
    byId('t-key').select();
  });
  for (const [id, act] of [['t-ask', askKey], ['t-remove', removeKey]]) {
    byId(id).addEventListener('click', () => {
      const key = typedKey();
      if (key !== null) act(key);
    });
  }
  byId('t-find').addEventListener('click', find);
  byId('t-example').addEventListener('click', () => names.forEach(addKey));
  byId('t-restart').addEventListener('click', () => {
    restart();
    look({}, say('lab.emptied'));
  });
  for (const id of ['t-kind', 't-hash', 't-m', 't-k']) byId(id).addEventListener('change', reshape);
}

function start() {
  office = new Office(document.currentScript.textContent, hear);
  bindCalculator();
  bindToy();
  byId('lab-tools').hidden = false;
  restart();
  look({}, '');
  if (!follow()) update();
  addEventListener('hashchange', follow);
}

if (typeof document === 'undefined') serve(); else start();
