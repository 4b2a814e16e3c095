// SPDX-License-Identifier: Apache-2.0
//
// A router of another make over load, beside routers of this project in its place.
import { chart } from './charts.js'
import { command, el, number, section, table } from './dom.js'
import { legendHeight, options } from './figures.js'

const nameOf = (performance, curve) => (curve.router === 'vcr' ? `vcr, ${performance.vcr_vcs} × ${performance.vcr_depth} flits an input` : curve.router)

// A figure as those of a sweep are: one quantity of all curves over load.
function figureOf(performance, label, mean, half) {
  const curves = performance.curves.map((curve) => ({ name: nameOf(performance, curve),
    points: curve.points.map((p) => ({ x: p.load.toFixed(1), mean: p[mean], half_width: p[half], saturated: p.saturated === true })) }))
  return { x: 'load (flits a cycle and input)', y_label: label, curves }
}

function figureElement(id, title, figure) {
  return el('article', { class: 'figure' }, el('h3', {}, title),
    chart(id, `${title}: ${figure.curves.length} curves over load`, 340 + legendHeight(figure), () => options(figure)))
}

function saturation(data, path) {
  const performance = data.performances[path.split('.')[1]]
  return table('Saturation', ['router', 'from load', 'most flits a cycle and input'], performance.curves.map((curve, i) => {
    const most = curve.points.reduce((best, p, n) => (p.delivered > curve.points[best].delivered ? n : best), 0)
    return [nameOf(performance, curve), curve.saturated_from === null ? 'at none' : number(data, `${path}.curves.${i}.saturated_from`, 'tenths'),
      number(data, `${path}.curves.${i}.points.${most}.delivered`, 'share')]
  }))
}

export function performanceSection(data, index) {
  const p = data.performances[index]
  const path = `performances.${index}`
  const id = data.performances.length > 1 ? `performance-${index + 1}` : 'performance'
  const element = section(id, `${p.curves[0].router} over load`,
    el('p', { class: 'lead' }, number(data, path + '.routers', 'count'), ` router${p.routers === 1 ? '' : 's'}, `, number(data, path + '.inputs', 'count'), ' inputs and ',
      number(data, path + '.outputs', 'count'), ' outputs; packets of ', number(data, path + '.flits', 'count'), ` flits ${p.pattern ? `by pattern ${p.pattern}` : 'to outputs at random'}, `,
      number(data, path + '.cycles', 'count'), ' cycles each load, seed ', number(data, path + '.seed', 'count'), '.'),
    p.without_vcr ? el('p', { class: 'note' }, `No vcr beside it: ${p.without_vcr}.`) : null,
    saturation(data, path),
    el('p', { class: 'hint' }, 'Of a saturated load there is no latency: what waits grows with the length of the run. Hollow points: saturated. Hover for values with their 95% confidence intervals.'),
    el('div', { class: 'columns figures' },
      figureElement(`${id}-latency`, 'Latency', figureOf(p, 'latency in cycles', 'latency_mean', 'latency_half_width')),
      figureElement(`${id}-throughput`, 'Throughput', figureOf(p, 'flits a cycle and input', 'delivered', 'delivered_half_width'))),
    command(p.command))
  return { element, link: 'Performance' }
}
