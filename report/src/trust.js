// SPDX-License-Identifier: Apache-2.0
//
// How far the figures of a run can be trusted (docs/reference/statistics.md, sections 1 to 4), in the words of the terminal.
import { at, el, number } from './dom.js'

export const groups = {
  all: 'all nodes', independent: 'independent nodes', to_hot_spots: 'to hot spots', requests: 'requests', responses: 'responses',
  first_task: 'first task', second_task: 'second task',
}
// Of these, those of messages of two classes.
export const classesOf = (groups) => ['requests', 'responses'].filter((group) => groups[group])

// Of the whole run, and with hot spots, classes or two tasks of each group.
export const groupsOf = (data, path) => Object.keys(groups).filter((g) => at(data, groupPath(path, g)) !== undefined)
export const groupPath = (path, group) => (group === 'all' ? path : `${path}.${group}`)

// Why there is no interval, and what to do.
const reasons = {
  none: 'there are no samples',
  few: 'too few batches, or samples in them: run longer',
  correlated: 'batches depend on each other: run longer',
  unsteady: 'queues remember for about as long as the run lasts, and no figure is past its beginning: run longer',
  saturated: 'message latency grows with the length of the run, there is no mean to estimate: lower the load',
}
const written = (reason) => (reason === 'saturated' ? 'grows' : reason)

// The half-width, or why there is none.
export function interval(data, halfWidth, verdict, format) {
  const word = at(data, verdict)
  return word === 'good' ? number(data, halfWidth, format)
    : el('span', { class: 'reason', 'data-path': verdict, title: reasons[word] }, written(word))
}

// What the words that stand for intervals in these parts of the page mean.
export function reasonsNote(...parts) {
  const said = new Set(parts.filter(Boolean).flatMap((part) => [...part.querySelectorAll('.reason')].map((r) => r.textContent)))
  const words = Object.keys(reasons).filter((word) => said.has(written(word)))
  return words.length === 0 ? null
    : el('ul', { class: 'note reasons' }, words.map((word) => el('li', {}, el('b', {}, written(word)), ': no interval can be trusted, ', reasons[word], '.')))
}

// As on the terminal, after a sign of what kind it is.
const saturations = {
  not_saturated: ['yes', '✓ not saturated'],
  too_short: ['part', '? too short to tell'],
  stalled: ['no', '✗ stalled, nothing moves any more'],
  grows: ['no', '✗ saturated, message latencies grow with the length of the run'],
  routes: ['no', '✗ saturated, the routes cannot carry what is asked for (fedx model links)'],
  held_back: ['no', '✗ saturated, sources are held back'],
  endless: ['no', '✗ saturated on purpose, a flood without end'],
}

function saturationVerdict(data, path, base, group) {
  const [kind, words] = saturations[at(data, base + '.saturation')]
  const inPart = at(data, base + '.saturated') && at(data, path).traffic.hot_spots.length && group === 'all'
  return el('span', { class: 'verdict ' + kind, 'data-path': base + '.saturation' }, inPart ? '✗ saturated in a part of the nodes, see there' : words)
}

function saturationItem(data, path, group, named) {
  const base = groupPath(path, group)
  const growth = at(data, base + '.backlog.growth') === null ? null : [', ', number(data, base + '.backlog.messages_per_source', 'tenths'),
    ' messages a source in the later half, growth ', number(data, base + '.backlog.growth', 'growth'), ' ± ',
    number(data, base + '.backlog.growth_half_width', 'index'), ' (density)']
  return el('li', {}, named ? [el('b', {}, groups[group]), ': '] : null,
    saturationVerdict(data, path, base, group),
    ' Backlog: ', number(data, base + '.backlog.packets', 'count'), ' packets at the end', growth, '.')
}

// Whether the fabric can carry what is offered, group by group.
export function saturation(data, path) {
  const all = groupsOf(data, path)
  return [el('ul', { class: 'claims saturation', 'aria-label': 'Saturation' }, all.map((g) => saturationItem(data, path, g, all.length > 1))),
    at(data, path + '.saturated') ? el('p', { class: 'hint' }, 'Saturated: more is asked for than is carried, so what waits in the PEs, and with it message latency, grows for as long as the run lasts, unless sources are held back. Packet latency and throughput do not.') : null]
}

// Of --precision: null when it was not asked for.
export function precision(data, path) {
  const p = at(data, path + '.precision')
  if (!p) return null
  const group = groupPath(path, at(data, path + '.independent') ? 'independent' : 'all')
  const hopeless = at(data, group + '.message_latency.interval') === 'saturated'
  const widest = [el('span', { 'data-path': path + '.precision.widest' }, p.widest),
    p.percent === null ? ' has no good interval' : [' is the widest, ± ', number(data, path + '.precision.percent', 'hundredths'), '%']].flat()
  return el('p', { class: 'precision' }, 'Precision of ', number(data, path + '.precision.asked_percent', 'count'), '% ',
    el('span', { class: 'verdict ' + (p.reached ? 'yes' : 'no'), 'data-path': path + '.precision.reached' }, p.reached ? '✓ reached' : '✗ not reached'), ': ',
    hopeless ? 'no run is long enough, since the message latency grows with its length' : widest, '.')
}

// What has become of a run that was to settle: null when it was not to.
export function settled(data, path) {
  const s = at(data, path + '.settled')
  if (!s) return null
  const good = s.verdict === 'settled' || s.verdict === 'saturated'
  const why = {
    settled: '', saturated: ', saturated', stalled: ': nothing moves any more',
    over_limit: ': messages take longer than the limit', budget: ' in the longest run that was allowed', failed: ': a failure ended the run'
  }[s.verdict]
  const figure = s.farthest === 'none' ? null : [': ', el('span', { 'data-path': path + '.settled.farthest' }, s.farthest),
    s.moved_percent === null ? ' is not known well enough' : [' moves by ', number(data, path + '.settled.moved_percent', 'hundredths'), '%'],
    s.half_width_percent === null ? null : [', ± ', number(data, path + '.settled.half_width_percent', 'hundredths'), '%']].flat()
  return el('p', { class: 'precision' }, 'Settled within ', number(data, path + '.settled.asked_percent', 'count'), '% ',
    el('span', { class: 'verdict ' + (good ? 'yes' : 'no'), 'data-path': path + '.settled.verdict' }, good ? '✓ reached' : '✗ not reached'), why, figure, '.')
}
