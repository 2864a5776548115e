// What the tools share that touch the page.

const byId = (id) => document.getElementById(id);

// say is the words of a key of the catalogue, with values in the places of %[1]s.
function say(key, ...values) {
  const text = words[key] || '[[' + key + ']]';
  return text.replace(/%\[(\d)\]s/g, (_, i) => String(values[i - 1])).replace(/%%/g, '%');
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
