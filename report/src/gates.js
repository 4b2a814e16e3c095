// SPDX-License-Identifier: Apache-2.0
//
// Gates of PEs and the token that goes from one to the next: who is held back, and where the token is, as marks on the map and
// over time.
import { bufferColour, bufferRamp, chartOf, linkRamp } from './charts.js'
import { el } from './dom.js'
import { cells, endsOf, frameAxis, frameLabel, framesOf } from './router.js'

const MARK = 5
const percent = (permille) => (permille / 10).toFixed(0) + '%'

// In waves it comes to many at a time, and none of them is the last.
const lastOf = (run, frame) => (run.results.sat.kind === 'ring' ? run.timeline.gates.token_last[frame] : null)

// Small squares below the routers, one for each PE, from the left as their ports are.
export function gateMarks(run, routers, box) {
  const count = routers.map(() => 0)
  const marks = endsOf(run).map(([at], pe) => {
    const title = el('title')
    const mark = el('rect', { class: 'gate', 'data-pe': pe, x: -box / 2 + (MARK + 2) * count[at]++, y: box / 2 + 4, width: MARK, height: MARK }, title)
    routers[at].append(mark)
    return { mark, title }
  })
  return (frame) => marks.forEach(({ mark, title }, pe) => {
    const held = run.timeline.gates.held_permille[frame][pe]
    const token = run.timeline.gates.token_permille[frame][pe]
    mark.setAttribute('fill', bufferColour(held / 1000))
    mark.classList.toggle('token', token > 0 || lastOf(run, frame) === pe)
    title.textContent = `PE ${pe}: held back ${percent(held)} of the time, the token there ${percent(token)}`
  })
}

// A cell for each PE and frame in which there is something.
const shares = (run, rows) => framesOf(run).flatMap((f) => rows[f].map((permille, pe) => [f, pe, permille])).filter(([, , permille]) => permille > 0)

function options(run, rows, words, ramp) {
  return {
    grid: { left: 58, right: 8, top: 8, bottom: 74 },
    tooltip: { formatter: ({ value: [f, pe, permille] }) => `PE ${pe}, ${frameLabel(run, f)}<br>` +
      (permille === undefined ? 'the token came here last' : `${words} ${percent(permille)} of the time`) },
    visualMap: { seriesIndex: 0, min: 0, max: 1000, orient: 'horizontal', left: 'center', bottom: 0, itemHeight: 90, itemWidth: 12, text: ['all the time', 'never'],
      inRange: { color: ramp }, textStyle: { color: 'gray' } },
    xAxis: frameAxis(run),
    yAxis: { type: 'category', name: 'PE', nameGap: 36, data: rows[0].map((_, pe) => String(pe)), inverse: true },
    series: cells(shares(run, rows)),
  }
}

function tokenOptions(run) {
  const made = options(run, run.timeline.gates.token_permille, 'the token is there', linkRamp())
  const last = framesOf(run).map((f) => [f, lastOf(run, f)]).filter(([, pe]) => pe !== null)
  made.series.push({ type: 'line', symbol: 'circle', symbolSize: 3, showAllSymbol: true, lineStyle: { width: 0 }, itemStyle: { color: 'gray' }, data: last })
  return made
}

// The charts of a run: their names, labels and options.
export function gateCharts(run, index) {
  return [
    { id: `gates-${index + 1}`, label: 'PEs that are held back over time', note: 'Held back: a packet waits behind the gate, and the PE has sent its share',
      options: () => options(run, run.timeline.gates.held_permille, 'held back', bufferRamp()) },
    { id: `token-${index + 1}`, label: 'Where the token is over time', note: 'The token: a PE that has packets and has not sent its share keeps it' +
      (run.results.sat.kind === 'ring' ? '; a dot is where it came last' : ''),
      options: () => tokenOptions(run) },
  ]
}

export const gateHeight = (run) => Math.min(Math.max(82 + 6 * endsOf(run).length, 180), 520)

// A click goes to its frame.
export const onGateClick = (id, show) => chartOf(id)?.on('click', (p) => show(p.value[0]))

// What the marks on the map mean.
export const gateKey = (word) => el('span', {}, `PE, below its ${word}: held back never`, el('span', { class: 'ramp of-buffers' }), 'all the time; ',
  el('svg', { viewBox: '-6 -6 12 12' }, el('rect', { class: 'gate token', x: -4, y: -4, width: 8, height: 8, fill: 'none' })), ' the token is there')
