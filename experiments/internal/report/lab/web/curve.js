// A rate against keys or probes, as a picture with a logarithmic axis upward.

const frame = { left: 46, right: 348, top: 12, bottom: 178, label: 212 };

// curve draws points [x, rate] into svg, marks the one in force, and writes what it says
// in words beside it. Rates of less than a ten-thousandth of the marked one are cut off.
function curve(svg, points, here, axis, dots) {
  const low = Math.max(1e-15, here[1] / 1e4, Math.min(...points.map((p) => p[1] || 1), here[1] || 1));
  const decades = Math.max(1, Math.ceil(-Math.log10(low) - 1e-9));
  const last = points[points.length - 1][0], first = dots ? points[0][0] : 0;
  const x = (v) => frame.left + (v - first) / (last - first || 1) * (frame.right - frame.left);
  const y = (p) => frame.top + Math.min(1, -Math.log10(Math.max(p, 1e-300)) / decades) * (frame.bottom - frame.top);
  const shown = points.filter((p) => p[1] >= low * 0.999);
  svg.replaceChildren(
    ...rows(decades, y), ...columns(first, last, x, dots),
    draw('path', { class: 'line', d: shown.map((p, i) => (i ? 'L' : 'M') + x(p[0]).toFixed(1) + ' ' + y(p[1]).toFixed(1)).join('') }),
    ...(dots ? shown.map((p) => draw('circle', { class: 'dot', cx: x(p[0]), cy: y(p[1]), r: 3 })) : []),
    ...mark(x(here[0]), y(here[1]), show(here[1]), dots),
    draw('text', { x: (frame.left + frame.right) / 2, y: frame.label, 'text-anchor': 'middle' }, axis),
  );
}

// rows are the lines of powers of ten, and their names.
function rows(decades, y) {
  const out = [], every = Math.ceil(decades / 6);
  for (let d = 0; d <= decades; d += every) {
    out.push(draw('path', { class: 'axis', d: `M${frame.left} ${y(10 ** -d)}H${frame.right}` }));
    out.push(draw('text', { x: frame.left - 6, y: y(10 ** -d) + 4, 'text-anchor': 'end' }, d === 0 ? '1' : d < 4 ? show(10 ** -d) : '1e-' + d));
  }
  return out;
}

// columns are the names below: four steps of keys, or whole probes.
function columns(first, last, x, dots) {
  const step = dots ? Math.max(1, Math.ceil((last - first) / 8)) : last / 4, out = [];
  for (let v = first; v <= last * 1.0001; v += step) {
    out.push(draw('text', { x: x(v), y: frame.bottom + 16, 'text-anchor': v > last * 0.99 && !dots ? 'end' : 'middle' }, short(v)));
  }
  return out;
}

// short writes a number of keys for an axis.
function short(x) {
  const unit = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']].find(([size]) => x >= size) || [1, ''];
  return Number((x / unit[0]).toPrecision(3)) + unit[1];
}

// mark is the point in force and its rate, written where the curve is not: to the left
// of a rising one, above the valley of one in k.
function mark(cx, cy, text, valley) {
  const left = !valley && cx > frame.left + 70;
  const at = valley ? { x: Math.min(cx, frame.right - 24), 'text-anchor': 'middle' } : { x: left ? cx - 9 : cx + 9, 'text-anchor': left ? 'end' : 'start' };
  return [
    draw('circle', { class: 'here', cx, cy, r: 5 }),
    draw('text', Object.assign({ class: 'said', y: Math.max(cy - (valley ? 13 : 8), frame.top + 10) }, at), text),
  ];
}
