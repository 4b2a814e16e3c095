// SPDX-License-Identifier: Apache-2.0
//
// The figures of a sweep, each with what the paper says of it.
import { chart, hollow, palette, symbols } from './charts.js'
import { capital, command, el, number, section } from './dom.js'

const nice = (v) => Number(v.toPrecision(4)).toLocaleString('en-US')

// Bars stand side by side, the curves of one x together.
const sideBySide = { barGap: '10%', barCategoryGap: '20%' }

// A vertical line from low to high about a point: its confidence interval, or its least and largest value.
function errorBar(api, figure, curve) {
  const aside = figure.bars ? api.barLayout({ ...sideBySide, count: figure.curves.length })[curve].offsetCenter : 0
  const [middle, low] = api.coord([api.value(0), api.value(1)])
  const x = middle + aside
  const [, high] = api.coord([api.value(0), api.value(2)])
  const style = { stroke: api.visual('color'), lineWidth: 1.3, fill: undefined }
  const line = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style })
  return { type: 'group', children: [line(x, low, x, high), line(x - 4, low, x + 4, low), line(x - 4, high, x + 4, high)] }
}

const hasEnds = (point) => typeof point.low === 'number' && typeof point.high === 'number'
const endsOf = (point) => (hasEnds(point) ? [point.low, point.high] : [point.mean - point.half_width, point.mean + point.half_width])

function tooltip(figure, list) {
  const rows = list.filter((p) => p.seriesType !== 'custom').map((p) => {
    const point = figure.curves[p.seriesIndex / 2].points[p.dataIndex]
    const interval = hasEnds(point) ? `, ${nice(point.low)} to ${nice(point.high)}` : point.half_width === null ? '' : ` ± ${nice(point.half_width)}`
    const state = point.state ? `, ${point.state}` : point.saturated ? ', saturated' : ''
    return `${p.marker} ${p.seriesName}: <b>${nice(point.mean)}</b>${interval}${point.seeds ? `, ${point.seeds} seeds` : ''}${state}`
  })
  return `${xName(figure)} ${list[0].axisValueLabel}<br>${rows.join('<br>')}`
}

const xName = (figure) => (figure.x === 'traffic.load' ? 'load (density u)' : figure.x)

// Long names stand below each other.
const namesAreLong = (figure) => figure.curves.some((c) => c.name.length > 24)
export const legendHeight = (figure) => 24 * (namesAreLong(figure) ? figure.curves.length : Math.ceil(figure.curves.length / 3))

export function options(figure) {
  const logarithmic = figure.log
  const drawable = (p) => p.mean !== null && (!logarithmic || p.mean > 0)
  const series = figure.curves.flatMap((curve, i) => [
    { name: curve.name, type: figure.bars ? 'bar' : 'line', ...(figure.bars ? sideBySide : {}), symbol: symbols[i % symbols.length], symbolSize: 8, itemStyle: { color: palette[i % palette.length] },
      lineStyle: { width: 2, type: i < 3 ? 'solid' : 'dashed' },
      data: curve.points.map((p) => ({ value: [p.x, drawable(p) ? p.mean : null], symbol: p.saturated ? hollow(symbols[i % symbols.length]) : undefined })) },
    { name: curve.name, type: 'custom', renderItem: (params, api) => errorBar(api, figure, i), itemStyle: { color: figure.bars ? '#777777' : palette[i % palette.length] }, z: 3, tooltip: { show: false },
      data: curve.points.filter((p) => drawable(p) && (hasEnds(p) || p.half_width > 0)).map((p) =>
        [p.x, Math.max(endsOf(p)[0], logarithmic ? p.mean / 10 : 0), endsOf(p)[1]]),
      encode: { x: 0, y: [1, 2] } },
  ])
  return {
    grid: { left: 62, right: 16, top: 20, bottom: 50 + legendHeight(figure) },
    legend: { data: figure.curves.map((c) => c.name), orient: namesAreLong(figure) ? 'vertical' : 'horizontal', itemGap: 8 },
    tooltip: { trigger: 'axis', formatter: (list) => tooltip(figure, list) },
    dataZoom: [{ type: 'inside', zoomOnMouseWheel: 'ctrl' }, { type: 'inside', yAxisIndex: 0, zoomOnMouseWheel: 'shift', filterMode: 'none' }],
    xAxis: { type: 'category', name: xName(figure), nameGap: 28, data: figure.curves[0].points.map((p) => p.x) },
    yAxis: { type: logarithmic ? 'log' : 'value', name: figure.y_label, nameGap: 48, scale: false,
      axisLabel: { formatter: (v) => (v >= 10000 ? v / 1000 + 'k' : nice(v)) } },
    series,
  }
}

const marks = { holds: '✓', partly: '◐', 'does not hold': '✗', met: '✓', undecided: '?', failed: '✗' }
const classes = { holds: 'yes', partly: 'part', 'does not hold': 'no', met: 'yes', undecided: 'part', failed: 'no' }

// A verdict or an outcome, told by its mark and word as well as by colour.
const judged = (word, path) => el('span', { class: 'verdict ' + classes[word], 'data-path': path }, `${marks[word]} ${word}`)

function conditionItem(path, condition) {
  return el('li', {}, judged(condition.outcome, path + '.outcome'), ' ', condition.what, ': ',
    el('span', { 'data-path': path + '.figure' }, condition.figure.replaceAll('+-', '±')), `, must be ${condition.bound}`)
}

function claimItem(data, path, claim) {
  return el('li', {},
    el('p', {}, judged(claim.verdict, path + '.verdict'), ' ', el('b', {}, `Section ${claim.section}: `), claim.claim + '.'),
    el('ul', { class: 'conditions' }, claim.conditions.map((c, i) => conditionItem(`${path}.conditions.${i}`, c))),
    claim.reason ? el('p', { class: 'note', 'data-path': path + '.reason' }, claim.reason.replaceAll('+-', '±')) : null)
}

// Points of which not every run has a figure to show, or had time to settle, curve by curve.
function statesNote(figure) {
  const rows = figure.curves.map((curve) => [curve.name, curve.points.filter((p) => p.state).map((p) => `${p.x} (${p.state})`)]).filter(([, points]) => points.length)
  return rows.length === 0 ? null : el('details', { class: 'states' }, el('summary', {}, 'Runs without a figure, or that had not settled'),
    el('p', { class: 'note' }, 'A mean of a run that stalled, that left messages out, or of message latency in one that is saturated, is none of what was asked for, and is left out.'),
    el('ul', { class: 'note' }, rows.map(([name, points]) => el('li', {}, `${name}: at ${points.join('; ')}`))))
}

function figureElement(data, sweepIndex, index, id) {
  const sweep = data.sweeps[sweepIndex]
  const figure = sweep.figures[index]
  const claims = sweep.claims.map((claim, i) => [claim, `sweeps.${sweepIndex}.claims.${i}`]).filter(([c]) => c.experiments.includes(figure.name))
  const label = `${figure.title}: ${figure.curves.length} curves of ${figure.y_label} over ${xName(figure)}`
  return el('article', { class: 'figure', id: `${id}-${figure.name}` },
    el('h3', {}, `${figure.paper ? capital(figure.paper) + ': ' : ''}${figure.title}`),
    chart(`${id}-${figure.name}-chart`, label, 380 + legendHeight(figure), () => options(figure)),
    figure.curves.some((c) => c.points.some((p) => p.saturated)) ? el('p', { class: 'note' }, 'Hollow points: the fabric is saturated, and a latency grows with the length of the run.') : null,
    statesNote(figure),
    claims.length ? el('ul', { class: 'claims', 'aria-label': 'What the paper says, and what comes out' }, claims.map(([c, path]) => claimItem(data, path, c)))
      : figure.paper ? el('p', { class: 'note' }, 'The claims about it need further experiments: sweep all of the paper.') : null,
    command(figure.command),
    el('details', {}, el('summary', {}, 'How it is run'),
      el('p', { class: 'note' }, `All curves: ${figure.base.join(', ') || 'defaults'}. ${figure.seeds} seeds a point${figure.placements ? `, ${figure.placements} placements of hot spots` : ''}, 95% confidence intervals over them.`),
      el('ul', { class: 'note' }, figure.curves.map((c) => el('li', {}, `${c.name}: ${[...c.set, ...(c.y ? [c.y] : [])].join(', ') || 'nothing further'}`)))))
}

// The figures of the paper first, by number; then the rest.
function inOrder(figures) {
  const rank = (i) => (figures[i].paper?.startsWith('figure') ? 0 : 1)
  return figures.map((_, i) => i).sort((a, b) => rank(a) - rank(b) || a - b)
}

// What claims there are, and what comes out of them; null when none was judged.
function verdicts(data, sweep, path) {
  const papers = [...new Set(sweep.claims.map((c) => c.paper))]
  return papers.length === 0 ? null : [
    el('p', { class: 'lead' }, 'Of ', number(data, path + '.claims_judged', 'count'), ` claims of ${papers.join(' and ')} `, number(data, path + '.claims_that_hold', 'count'),
      ' hold, ', number(data, path + '.claims_partly', 'count'), ' hold partly and ', number(data, path + '.claims_that_do_not_hold', 'count'),
      ' do not, in ', number(data, path + '.runs', 'count'), ' runs.'),
    el('p', { class: 'hint' }, 'A condition is met when its whole 95% confidence interval is within its bounds, failed when it is outside as a whole, undecided otherwise.'),
  ]
}

// Experiments of one's own are called by their own titles.
function titleOf(sweep) {
  if (sweep.figures.some((f) => f.paper)) return "The paper's figures"
  return sweep.figures.length === 1 ? sweep.figures[0].title : 'Experiments'
}

// One section a sweep.
export function figureSections(data, index) {
  const sweep = data.sweeps[index]
  const id = data.sweeps.length > 1 ? `figures-${index + 1}` : 'figures'
  const path = `sweeps.${index}`
  const element = section(id, titleOf(sweep),
    ...(verdicts(data, sweep, path) ?? [el('p', { class: 'lead' }, number(data, path + '.runs', 'count'), ' runs.')]),
    el('p', { class: 'hint' }, 'Hover for values with their confidence intervals; click a name in a legend to hide its curve; zoom with Ctrl and the wheel (in x) or Shift and the wheel (in y), and drag.'),
    el('div', { class: 'columns figures' }, inOrder(sweep.figures).map((i) => figureElement(data, index, i, id))))
  return [{ element, link: 'Figures' }]
}
