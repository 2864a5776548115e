// What the tools share that touch the page.

const byId = (id) => document.getElementById(id);

// isOne tells whether a value that is said is a single one: a number, as it is written, or
// a list.
const isOne = (value) => Array.isArray(value) ? value.length === 1 : String(value) === '1';

// put is a value as it is written; a list may be empty.
const put = (value) => !Array.isArray(value) ? String(value) : value.length ? value.join(', ') : say('lab.none');

// say is the words of a key of the catalogue, with values in the places of %[1]s, and of
// {1:key|keys} the words for one or for several. Values are put in as they are, whatever
// signs they hold: keys are typed by the reader.
function say(key, ...values) {
  const text = words[key] || '[[' + key + ']]';
  return text.replace(/%\[(\d)\]s|\{(\d):([^|}]*)\|([^}]*)\}|%%/g, (found, i, j, one, many) => {
    if (i) return put(values[i - 1]);
    return j ? (isOne(values[j - 1]) ? one : many) : '%';
  });
}

// make is a new element with attributes and what is inside it: elements or text.
function make(name, attributes, ...inside) {
  return fill(document.createElement(name), attributes, inside);
}

// draw is the same for a part of a picture.
function draw(name, attributes, ...inside) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, inside);
}

function fill(element, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

// later returns a function that calls f once the calls to it have ceased: a screen
// reader would else read every digit's result.
function later(f, milliseconds) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => f(...args), milliseconds);
  };
}

// grouped puts thin spaces between the thousands of a whole number.
function grouped(x) {
  return Number.isInteger(x) && x >= 1e4 ? String(x).replace(/\B(?=(\d{3})+$)/g, '\u202f') : show(x);
}

// memory writes bits in the largest unit that they fill.
function memory(bits) {
  const units = [['GiB', 2 ** 33], ['MiB', 2 ** 23], ['KiB', 2 ** 13], [say('lab.bytes'), 8], [say('lab.bits'), 1]];
  const [unit, size] = units.find(([, size]) => bits >= size);
  return show(bits / size) + ' ' + unit;
}
