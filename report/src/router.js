// SPDX-License-Identifier: Apache-2.0
//
// Inside the chosen router: its buffers now, and buffers and ports over time, for
// every run side by side.
import { bufferRamp, chart, chartOf, linkRamp, palette } from './charts.js'
import { capital, el, wordOf } from './dom.js'
import { routersOf } from './map.js'

const shown = (run, frame) => Math.min(frame, run.timeline.used_hundredths.length - 1)

// What is in the buffers of a router at the end of a frame: by buffer, its packet and whether it waits.
export function held(run, frame, node) {
  const list = run.timeline.held[frame][node]
  const buffers = new Array(run.timeline.buffers).fill(null)
  for (let i = 0; i < list.length; i += 2) buffers[list[i] >> 1] = { packet: list[i + 1], waiting: (list[i] & 1) === 1 }
  return buffers
}

export const packetName = (run, number) => {
  const [source, , message, packet] = run.timeline.packets[number]
  return `${source}.${message}.${packet}`
}

// The far end of a port, and the number of its link.
function portOf(run, node, port) {
  const index = run.timeline.links.findIndex(([a, p, b, q]) => (a === node && p === port) || (b === node && q === port))
  if (index < 0) return null
  const [a, p, b] = run.timeline.links[index]
  return { index, far: a === node && p === port ? b : a }
}

// What is counted of a router: its ports, and what its PEs inject.
const sendersOf = (run) => run.timeline.accepted[0].length / routersOf(run).row.length

// Where PEs are attached, [router, port] of each: where nothing is said of it, at the last port of the router with their number.
export const endsOf = (run) => run.timeline.ends ?? routersOf(run).row.map((_, n) => [n, sendersOf(run) - 2])

function portRows(run, node) {
  const rows = []
  const ends = endsOf(run)
  const alone = ends.filter(([at]) => at === node).length === 1
  const peBusy = (f) => run.timeline.pe_busy_permille[f][node] // of several on average
  for (let port = 0; port < sendersOf(run) - 1; port++) {
    const link = portOf(run, node, port)
    const pe = ends.findIndex(([at, p]) => at === node && p === port)
    if (pe >= 0) rows.push({ name: alone ? 'PE port' : `PE ${pe}, mean`, busy: peBusy, sender: port, pe: true })
    else rows.push({ name: link ? `link ${port} – ${link.far}` : `link ${port}: none`, busy: (f) => (link ? run.timeline.link_busy_permille[f][link.index] : 0), sender: port })
  }
  return rows
}

export const frameLabel = (run, f) => `cycles ${run.timeline.begin_cycles[f].toLocaleString()} to ${(run.timeline.begin_cycles[f + 1] - 1).toLocaleString()}`
export const framesOf = (run) => run.timeline.used_hundredths.map((_, f) => f)
export const frameAxis = (run) => ({ type: 'category', name: 'cycle', nameGap: 26, data: framesOf(run).map((f) => String(run.timeline.begin_cycles[f])), splitArea: { show: false } })

// Cells are not raised under the pointer: a raised one is a new element of the page, and a click that began on the old one is lost.
export const cells = (data) => [{ type: 'heatmap', emphasis: { disabled: true }, data }]

function portsOptions(run, node) {
  const rows = portRows(run, node)
  const senders = sendersOf(run)
  const sent = (f, sender) => `${run.timeline.accepted[f][senders * node + sender]} accepted, ${run.timeline.refused[f][senders * node + sender]} refused`
  return {
    grid: { left: 92, right: 8, top: 8, bottom: 74 },
    tooltip: { formatter: (p) => {
      const [f, r, busy] = p.value
      const row = rows[r]
      return `${row.name}, ${frameLabel(run, f)}<br>busy ${(busy / 10).toFixed(1)}%<br>packets sent: ${sent(f, row.sender)}${row.pe ? `<br>injections: ${sent(f, senders - 1)}` : ''}`
    } },
    visualMap: { min: 0, max: 1000, orient: 'horizontal', left: 'center', bottom: 0, itemHeight: 90, itemWidth: 12, text: ['busy', 'idle'], inRange: { color: linkRamp() }, textStyle: { color: 'gray' } },
    xAxis: frameAxis(run),
    yAxis: { type: 'category', data: rows.map((r) => r.name), inverse: true },
    series: cells(rows.flatMap((row, r) => framesOf(run).map((f) => [f, r, row.busy(f)]))),
  }
}

const states = ['free', 'passes', 'for this node', 'to a flooded node']

function stateOf(run, ends, node, buffer) {
  if (!buffer) return 0
  const destination = run.timeline.packets[buffer.packet][1]
  return run.tables.nodes.role[destination] === 'hot' ? 3 : ends[destination]?.[0] === node ? 2 : 1
}

function buffersOptions(run, node) {
  const ends = endsOf(run)
  const places = framesOf(run).flatMap((f) => held(run, f, node).map((buffer, b) => [f, b, stateOf(run, ends, node, buffer), buffer?.packet ?? -1]))
  const hot = run.tables.nodes.role.includes('hot')
  return {
    grid: { left: 92, right: 8, top: 8, bottom: 74 },
    tooltip: { formatter: (p) => `buffer ${p.value[1]}, end of ${frameLabel(run, p.value[0])}<br>` +
      (p.value[3] < 0 ? 'free' : `packet ${packetName(run, p.value[3])} to node ${run.timeline.packets[p.value[3]][1]}`) },
    visualMap: { type: 'piecewise', dimension: 2, orient: 'horizontal', left: 'center', bottom: 0, textStyle: { color: 'gray' },
      pieces: states.map((label, value) => ({ value, label, color: [bufferRamp()[0], palette[5], palette[2], palette[1]][value] })).slice(0, hot ? 4 : 3) },
    xAxis: frameAxis(run),
    yAxis: { type: 'category', data: Array.from({ length: run.timeline.buffers }, (_, b) => `buffer ${b}`), inverse: true },
    series: cells(places),
  }
}

const listId = (index) => `buffers-${index + 1}`

// The buffers as they are in the frame of the player.
export function drawRouter(data, runs, player, choosePacket) {
  runs.forEach(({ run, index }) => {
    const frame = shown(run, player.frame)
    const items = held(run, frame, player.node).map((buffer, b) => {
      if (!buffer) return el('li', {}, el('div', { class: 'free' }, `buffer ${b}`, el('br'), 'free'))
      const kept = run.timeline.ways[buffer.packet] !== undefined
      const pressed = player.packet?.run === index && player.packet.number === buffer.packet
      return el('li', {}, el('button', { type: 'button', 'aria-pressed': pressed, 'data-packet': buffer.packet, title: kept ? 'Show its way' : 'Its way was not kept',
        onclick: () => choosePacket(index, buffer.packet) },
      `buffer ${b}: ${packetName(run, buffer.packet)}`, el('br'), `to node ${run.timeline.packets[buffer.packet][1]}`, buffer.waiting ? el('span', { class: 'waiting' }, ', waits') : ''))
    })
    document.getElementById(listId(index))?.replaceChildren(...items)
  })
}

// Elements for the router in every run. on: show(frame), choosePacket(run, packet).
export function routerPanel(data, runs, node, on) {
  const { row, col } = routersOf(runs[0].run)
  const word = (run) => wordOf(run.results).one
  const charts = []
  const columns = runs.map(({ run, index }) => {
    const ids = [`ports-${index + 1}`, `buffers-over-time-${index + 1}`]
    charts.push(...ids)
    return el('div', {}, el('h4', {}, run.name),
      el('ul', { class: 'buffers', id: listId(index), 'aria-label': `Buffers of ${word(run)} ${node}` }),
      el('p', { class: 'note' }, 'Ports over time: how busy the wire is, in both directions'),
      chart(ids[0], `How busy the ports of ${word(run)} ${node} are over time`, 270, () => portsOptions(run, node)),
      el('p', { class: 'note' }, 'Buffers over time: click one for the packet in it'),
      chart(ids[1], `What is in the buffers of ${word(run)} ${node} over time`, 330, () => buffersOptions(run, node)))
  })
  const onDrawn = () => runs.forEach(({ index }) => {
    chartOf(`ports-${index + 1}`)?.on('click', (p) => on.show(p.value[0]))
    chartOf(`buffers-over-time-${index + 1}`)?.on('click', (p) => {
      on.show(p.value[0])
      if (p.value[3] >= 0) on.choosePacket(index, p.value[3])
    })
  })
  return {
    element: el('div', {}, el('h3', {}, `${capital(wordOf(...runs.map(({ run }) => run.results)).one)} ${node} (row ${row[node]}, column ${col[node]})`), el('div', { class: 'columns' }, columns)),
    charts, onDrawn,
  }
}
