// SPDX-License-Identifier: Apache-2.0
//
// The page: what the data holds, section by section.
import { chartIds, chartOf, drawAll, resizeAll, theme } from './charts.js'
import { scrollWaves } from './difference.js'
import { capital, el } from './dom.js'
import { fabricSection, player } from './fabric.js'
import { figureSections } from './figures.js'
import { performanceSection } from './performance.js'
import { runSection } from './run.js'
import { verificationSection } from './verification.js'

const data = JSON.parse(document.getElementById('data').textContent)

function setTheme(name) {
  document.documentElement.dataset.theme = name
  document.getElementById('theme').textContent = name === 'dark' ? 'Light' : 'Dark'
}

function sizeOf({ edge, levels, arity, rows, cols, graph, routers }) {
  if (graph) return `graph of ${routers}`
  if (levels) return `${arity}-ary ${levels}-tree of`
  return edge ? `E${edge}` : `${rows} × ${cols}`
}

const describe = ({ fabric, traffic, flow }) => `${sizeOf(fabric)} ${flow ? 'switches' : `routers of kind ${fabric.router}`}, ${traffic.replay === null ? `${traffic.workload} at load ${traffic.load}${traffic.matrix ? `, matrix ${traffic.matrix}` : ''}` : `replay of ${traffic.replay}`}${flow ? `, backpressure ${flow.backpressure}` : ''}`

// What the runs differ in is what they are called.
function nameRuns(runs) {
  const values = (run) => new Map(run.scenario.flatMap((s) => s.keys.map((k) => [k.name, k.value])))
  const all = runs.map(values)
  const differing = [...(all[0]?.keys() ?? [])].filter((key) => new Set(all.map((v) => v.get(key))).size > 1)
  runs.forEach((run, i) => {
    const said = differing.map((key) => `${key.replaceAll('_', ' ')}: ${all[i].get(key) || 'none'}`).join(', ')
    run.name = said ? capital(said) : runs.length > 1 ? `Run ${i + 1}` : describe(run.results)
  })
}

function sections() {
  nameRuns(data.runs)
  const made = []
  data.sweeps.forEach((sweep, i) => made.push(...figureSections(data, i)))
  if (data.runs.some((run) => run.timeline)) made.push(fabricSection(data))
  data.verifications.forEach((v, i) => made.push(verificationSection(data, i)))
  data.performances?.forEach((p, i) => made.push(performanceSection(data, i)))
  data.runs.forEach((run, i) => made.push(runSection(data, i)))
  return made
}

function start() {
  const content = document.getElementById('content')
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  const made = sections()
  content.append(...made.map((s) => s.element))
  document.getElementById('nav').append(...made.map((s) => el('a', { href: '#' + s.element.id }, s.link)))
  if (made.length === 0) content.append(el('p', {}, 'There is nothing in this report.'))
  const redraw = () => {
    drawAll()
    made.forEach((s) => s.redraw?.())
  }
  redraw()
  scrollWaves()
  document.getElementById('theme').addEventListener('click', () => {
    setTheme(theme() === 'dark' ? 'light' : 'dark')
    redraw()
  })
  let waiting
  addEventListener('resize', () => {
    clearTimeout(waiting)
    waiting = setTimeout(resizeAll, 100)
  })
  // Paper is white.
  let before
  addEventListener('beforeprint', () => {
    before = theme()
    setTheme('light')
    redraw()
    resizeAll()
  })
  addEventListener('afterprint', () => {
    setTheme(before)
    redraw()
    resizeAll()
  })
}

start()
// For tests, and for a curious user's console.
window.fedx = { data, chartIds, chartOf, player }
