// SPDX-License-Identifier: Apache-2.0
//
// A difference between model and RTL: the wrong field, a drawn waveform of it and of
// the port around it, the lives of the packets.
import { el, table } from './dom.js'

const CYCLE = 22
const ROW = 22
const NAME = 200

const hex = (value, width) => (typeof value === 'string' ? value.replace(/^0+(?=.)/, '') : value.toString(16).padStart(Math.ceil(width / 4), '0'))
const x = (i) => i * CYCLE

// A bit as a line between two levels.
function bitPath(values, y) {
  const level = (v) => y + (v ? 4 : ROW - 6)
  return values.map((v, i) => `${i ? 'L' : 'M'}${x(i)} ${level(v)}L${x(i + 1)} ${level(v)}`).join('')
}

// A word as boxes, each as long as its value stays, with the value where there is room.
function wordShapes(values, width, y, kind) {
  const shapes = []
  for (let i = 0; i < values.length;) {
    let end = i + 1
    while (end < values.length && values[end] === values[i]) end++
    const text = hex(values[i], width)
    shapes.push(el('path', { class: kind, d: `M${x(i) + 2} ${y + 4}L${x(end) - 2} ${y + 4}L${x(end)} ${y + ROW / 2 - 1}L${x(end) - 2} ${y + ROW - 6}L${x(i) + 2} ${y + ROW - 6}L${x(i)} ${y + ROW / 2 - 1}Z` }))
    if (text.length * 7 + 6 < (end - i) * CYCLE) shapes.push(el('text', { x: x(i) + 5, y: y + ROW - 8, style: 'font-size:10px' }, text))
    i = end
  }
  return shapes
}

const traceShapes = (signal, values, y, kind) => (signal.width === 1 ? [el('path', { class: kind, d: bitPath(values, y) })] : wordShapes(values, signal.width, y, kind))

// Rows of the drawing: a signal of both sides is one row where they agree all along, else two.
function rows(wave) {
  const both = (signal) => {
    const name = `${signal.block}.${signal.name}`
    if (signal.model.every((v, i) => v === signal.rtl[i])) return [{ name, signal, values: signal.model, kind: 'model' }]
    return [{ name: name + ' model', signal, values: signal.model, kind: 'model', wrong: signal }, { name: name + ' RTL', signal, values: signal.rtl, kind: 'rtl', wrong: signal }]
  }
  const moves = (signal) => signal.model.some((v) => v !== signal.model[0]) || signal.model.some((v, i) => v !== signal.rtl[i])
  return [
    ...wave.wrong.flatMap(both), { title: `port ${wave.port}: inputs` },
    ...wave.inputs.map((signal) => ({ name: `${signal.block}.${signal.name}`, signal, values: signal.input, kind: 'model' })),
    { title: `port ${wave.port}: what moves` }, ...wave.outputs.filter(moves).flatMap(both),
  ]
}

export function waveform(wave) {
  const list = rows(wave)
  const cycles = Math.max(...list.map((r) => r.values?.length ?? 0))
  const height = (list.length + 1) * ROW
  const ticks = []
  for (let i = 0; i < cycles; i++)
    if ((wave.first_cycle + i) % 10 === 0) ticks.push(el('line', { x1: x(i), x2: x(i), y1: ROW - 4, y2: height, style: 'stroke:var(--line)' }), el('text', { x: x(i) + 2, y: 13, style: 'font-size:10px' }, wave.first_cycle + i))
  const shapes = list.flatMap((r, n) => {
    const y = (n + 1) * ROW
    if (r.title) return []
    const wrong = (r.wrong ? r.values : []).flatMap((_, i) => (r.wrong.model[i] === r.wrong.rtl[i] ? [] : [el('rect', { class: 'wrong', x: x(i), y, width: CYCLE, height: ROW - 2 })]))
    return [...wrong, ...traceShapes(r.signal, r.values, y, r.kind)]
  })
  const names = list.map((r, n) => el('text', { x: 0, y: (n + 1) * ROW + 15, style: r.title ? 'font-weight:700' : null }, r.title ?? r.name))
  return el('div', { class: 'wave', tabindex: 0, role: 'img', 'aria-label': `Waveform of port ${wave.port}, cycles ${wave.first_cycle} to ${wave.first_cycle + cycles - 1}` },
    el('svg', { class: 'names', width: NAME, height, viewBox: `0 0 ${NAME} ${height}` }, names),
    el('svg', { width: x(cycles) + 10, height, viewBox: `0 0 ${x(cycles) + 10} ${height}` }, ticks, shapes))
}

// The end is what matters: scroll there once it is on the page.
export function scrollWaves() {
  document.querySelectorAll('.wave').forEach((w) => { w.scrollLeft = w.scrollWidth })
}

export function differenceElement(path, difference) {
  const said = (key) => el('span', { 'data-path': `${path}.${key}` }, String(difference[key]))
  return el('div', { class: 'difference' }, el('h3', {}, 'The first difference'),
    difference.reproduced ? null : el('p', {}, el('span', { class: 'verdict no' }, '✗ not reproduced'), ' The vectors alone do not show it: it depends on what was before them.'),
    table('What differs first', ['field', 'node', 'cycle', 'model', 'RTL'],
      [[el('b', {}, said('field'), difference.lane >= 0 ? ['[', said('lane'), ']'] : null), said('node'), said('cycle'), said('model'), said('rtl')]], { class: 'big' }),
    el('p', { class: 'note' }, 'Blue is the model, orange and dashed the RTL; where both agree all along there is one line. Shaded: the cycles in which they differ. Scroll sideways.'),
    waveform(difference.wave),
    el('details', { open: true }, el('summary', {}, 'Ports, buffers, and the lives of the packets'), el('pre', { 'data-path': path + '.report' }, difference.report)))
}
