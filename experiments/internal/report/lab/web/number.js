// Numbers as people type them: 1000000, 1e6, 1_000_000, 1 000 000; with a decimal point
// or, as in Vietnam, a comma. Points or commas between groups of three digits are read as
// such where they can mean nothing else.

// marked takes the marks between thousands out of a number and makes its decimal mark a
// point; null where the marks make no number.
function marked(text) {
  const [, digits, power] = /^([^e]*)(e.*)?$/i.exec(text), decimal = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  const marks = digits.replace(/[^.,]/g, '');
  if (marks.length < 2) return digits.replace(',', '.') + (power || '');
  const both = marks.includes(',') && marks.includes('.'), front = both ? digits.slice(0, decimal) : digits;
  if (!/^[+-]?\d{1,3}(,\d{3})+$|^[+-]?\d{1,3}(\.\d{3})+$/.test(front)) return null;
  if (front.includes(digits[decimal]) && both) return null;
  return front.replace(/[.,]/g, '') + (both ? '.' + digits.slice(decimal + 1) : '') + (power || '');
}

// numberOf reads a number; NaN where it is none.
function numberOf(text) {
  const plain = marked(text.trim().replace(/\u2212/g, '-').replace(/(\d)[_\s](?=\d)/g, '$1'));
  return plain !== null && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

// readNumber reads the number of a field, or says why it cannot: 1,000 may be one or a
// thousand, and so may 1.000 where a whole number is wanted.
function readNumber(field, label, text, whole) {
  const x = numberOf(text), typed = text.trim().replace(/\s+/g, ' ');
  if (Number.isNaN(x)) throw Object.assign(new Bad('lab.badnumber', label, typed), { field });
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(typed) && (whole || typed.includes(','))) {
    throw Object.assign(new Bad('lab.twomeanings', label, typed, String(x), typed.replace(/[.,]/, '')), { field });
  }
  return x;
}
