// SPDX-License-Identifier: Apache-2.0
//
// The fabric over time: a map of every run, one player for all of them, and what
// the chosen router and the chosen packet did.
import { bufferColour, bufferRamp, chart, chartOf, dispose, draw, linkColour, linkRamp, palette } from './charts.js'
import { capital, el, number, section, table, wordOf } from './dom.js'
import { gateCharts, gateHeight, gateKey, gateMarks, onGateClick } from './gates.js'
import { mapOf, routersOf } from './map.js'
import { packetPanel, wayLinks } from './packet.js'
import { drawRouter, routerPanel } from './router.js'
import { classesOf } from './trust.js'

// What is shown: a frame, of a router, of a packet (in one run).
export const player = { frame: 0, frames: 0, playing: false, node: null, packet: null }

const SPACING = 46
const BOX = 27

export const shownFrame = (run, frame) => Math.min(frame, run.timeline.used_hundredths.length - 1)
const digits = (timeline) => {
  const all = timeline.used_hundredths.flat()
  return all.reduce((sum, used) => sum + used, 0) < 100 * all.length ? 1 : 0
}
const MARGIN = 0.72
const middle = (p) => [(p.x + MARGIN) * SPACING, (p.y + MARGIN) * SPACING]

// A step that wraps comes back in from the other side.
function wirePath({ from, to, dx, dy, wraps }) {
  const [x1, y1] = middle(from)
  const [x2, y2] = middle(to)
  if (!wraps) return `M${x1} ${y1}L${x2} ${y2}`
  const half = 0.62 * SPACING
  return `M${x1} ${y1}l${dx * half} ${dy * half}M${x2} ${y2}l${-dx * half} ${-dy * half}`
}

function markers(role) {
  if (role === 'hot') return [el('rect', { class: 'frame', x: -BOX / 2 - 4, y: -BOX / 2 - 4, width: BOX + 8, height: BOX + 8, rx: 5 })]
  const frame = el('rect', { class: 'frame', x: -BOX / 2 - 2, y: -BOX / 2 - 2, width: BOX + 4, height: BOX + 4, rx: 4 })
  return role === 'sender' ? [frame, el('path', { d: `M${-BOX / 2} ${BOX / 2}l10 0l-10 -10z`, style: 'fill:var(--text)' })] : [frame]
}

// Light text on dark colours, and the other way round.
const ink = (colour) => {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16))
  return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? '#111' : '#fff'
}

function routerShape(run, drawn, node, choose) {
  const [x, y] = middle(drawn.places[node])
  const role = run.tables.routers ? 'independent' : run.tables.nodes.role[node]
  const box = el('rect', { class: 'box', x: -BOX / 2, y: -BOX / 2, width: BOX, height: BOX, rx: 3 })
  const label = drawn.width <= 16 ? el('text', { y: 4 }) : null
  const title = el('title')
  const g = el('g', { class: `router ${role}`, transform: `translate(${x} ${y})`, role: 'button', tabindex: node === 0 ? 0 : -1, 'data-node': node,
    onclick: () => choose(node) }, title, box, markers(role), label)
  return { g, box, label, title, role }
}

// Arrow keys go from router to router; Enter and the space bar choose.
function onKey(event, drawn, shapes, choose) {
  const node = Number(event.target.dataset?.node)
  if (Number.isNaN(node)) return
  const beside = drawn.beside(node, event.key)
  if (event.key === 'Enter' || event.key === ' ') choose(node)
  else if (beside !== undefined) {
    shapes[node].g.setAttribute('tabindex', -1)
    const next = shapes[beside].g
    next.setAttribute('tabindex', 0)
    next.focus()
  } else return
  event.preventDefault()
}

function fabricMap(data, index, choose) {
  const run = data.runs[index]
  const { timeline } = run
  const drawn = mapOf(run)
  const wires = timeline.links.map((link) => el('path', { class: 'wire', d: wirePath(drawn.link(link)) }))
  const shapes = drawn.places.map((_, n) => routerShape(run, drawn, n, choose))
  const drawGates = timeline.gates ? gateMarks(run, shapes.map((s) => s.g), BOX) : () => {}
  const now = el('p', { class: 'now' })
  const svg = el('svg', { viewBox: `0 0 ${(drawn.width + 2 * MARGIN) * SPACING} ${(drawn.height + 2 * MARGIN) * SPACING}`, role: 'group', 'aria-label': `Map of the fabric, ${run.name}` }, wires, shapes.map((s) => s.g))
  svg.addEventListener('keydown', (event) => onKey(event, drawn, shapes, choose))

  // Where routers hold less than one packet on average, whole numbers would be 0.
  const decimals = digits(timeline)

  function update() {
    const f = shownFrame(run, player.frame)
    const way = player.packet?.run === index ? wayLinks(run, player.packet.number) : { links: new Set(), nodes: new Set() }
    timeline.link_busy_permille[f].forEach((busy, i) => {
      wires[i].setAttribute('stroke', linkColour(busy / 1000))
      wires[i].setAttribute('stroke-width', 3)
      wires[i].classList.toggle('on-way', way.links.has(i))
    })
    shapes.forEach((s, n) => {
      const used = timeline.used_hundredths[f][n] / 100
      const colour = bufferColour(used / timeline.buffers)
      s.box.setAttribute('fill', colour)
      if (s.label) {
        s.label.textContent = used.toFixed(decimals)
        s.label.style.fill = ink(colour)
      }
      const text = `${capital(wordOf(run.results).one)} ${n}${s.role === 'hot' ? ', flooded' : s.role === 'sender' ? ', sends the flood' : ''}: ${used.toFixed(2)} of ${timeline.buffers} buffers used`
      s.title.textContent = text
      s.g.setAttribute('aria-label', text)
      s.g.classList.toggle('chosen', player.node === n)
      s.g.classList.toggle('on-way', way.nodes.has(n))
    })
    drawGates(f)
    const group = timeline.delivered.independent ? 'independent' : 'all'
    now.replaceChildren(el('b', {}, number(data, `runs.${index}.timeline.crowded.${f}`, 'count')), ` of ${shapes.length} ${wordOf(run.results).all} are crowded; packets`,
      group === 'independent' ? ' of bystanders' : '', ' that arrived in this frame took ',
      el('b', {}, number(data, `runs.${index}.timeline.delivered.${group}.mean_latency_cycles.${f}`, 'cycles')), ' cycles.')
  }
  return { element: el('div', { class: 'map', id: `map-${index + 1}` }, el('h3', {}, run.name), now, svg), update }
}

const gradient = (ramp) => `background:linear-gradient(90deg,${ramp.join(',')})`

function key(data) {
  const { buffers } = data.runs[0].timeline
  const hot = data.runs.some((run) => run.tables.nodes.role.includes('hot'))
  const frame = (extra) => el('svg', { viewBox: '-20 -20 40 40' }, el('g', { class: extra }, el('rect', { class: 'box', x: -13, y: -13, width: 26, height: 26, rx: 3, style: 'fill:none;stroke:var(--edge);stroke-width:2' }), markers(extra.split(' ')[1])))
  const ramp = (name) => el('span', { class: `ramp ${name}` })
  const element = el('p', { class: 'key' },
    el('span', {}, `${capital(wordOf(...data.runs.map((run) => run.results)).one)}: used buffers 0`, ramp('of-buffers'), buffers), el('span', {}, 'Link: idle', ramp('of-links'), 'busy'),
    data.runs.some((run) => run.timeline?.gates) ? gateKey(wordOf(...data.runs.map((run) => run.results)).one) : null,
    hot ? el('span', {}, frame('router hot'), ' flooded') : null, hot ? el('span', {}, frame('router sender'), ' sends the flood') : null,
    el('span', {}, `crowded: at least ${Math.ceil(0.8 * buffers)} of ${buffers} buffers used`),
    el('span', {}, 'links that leave the map come back in on the other side'))
  const redraw = () => {
    element.querySelectorAll('.of-buffers').forEach((ramp) => { ramp.style = gradient(bufferRamp()) })
    element.querySelector('.of-links').style = gradient(linkRamp())
  }
  return { element, redraw }
}

// What the whole timeline says, in one line a run.
function summary(data, runs) {
  const hot = runs.some(({ run }) => run.timeline.delivered.independent)
  const last = (run) => run.timeline.crowded.length - 1
  const who = hot ? ' of bystanders' : ''
  return table('Over the whole run (what counts is told with the numbers below)', ['', `crowded ${wordOf(...runs.map(({ run }) => run.results)).all} at the end`, 'throughput' + who, 'packet latency' + who],
    runs.map(({ run, index }) => {
      const path = `runs.${index}`
      const group = run.timeline.delivered.independent ? '.independent' : ''
      return [run.name, el('span', {}, number(data, `${path}.timeline.crowded.${last(run)}`, 'count'), ` of ${routersOf(run).row.length}`),
        number(data, `${path}.results${group}.throughput`, 'share'), number(data, `${path}.results${group}.packet_latency.mean_cycles`, 'cycles', 'cycles')]
    }), { class: 'big' })
}

function lead(run) {
  const roles = run.tables.nodes.role
  const word = wordOf(run.results).one
  const count = (role) => roles.filter((r) => r === role).length
  if (!count('hot')) return `Every square is a ${word}${run.tables.routers ? '' : ' with its processor'}; the number in it is how many of its packet buffers are used. Press play, and click a ${word} to see inside.`
  return `${count('sender')} nodes (with a corner) send without end to ${count('hot') === 1 ? 'one node (framed)' : `${count('hot')} nodes (framed)`}. The other ${count('independent')}, the bystanders, only talk to each other. Press play and watch what the flood does to them; the number in a ${word} is how many of its packet buffers are used.`
}

// Lines over time: one a run, or one a class.
function linesOptions(runs, lines, name) {
  return {
    grid: { left: 58, right: 12, top: 12, bottom: lines.length > 1 ? 70 : 44 },
    legend: lines.length > 1 ? {} : undefined,
    tooltip: { trigger: 'axis', valueFormatter: (v) => (v === null || v === undefined ? 'none' : v.toLocaleString()) },
    xAxis: { type: 'value', name: 'cycle', nameGap: 26, min: 0, max: Math.max(...runs.map(({ run }) => run.timeline.begin_cycles[run.timeline.begin_cycles.length - 1])),
      axisLabel: { formatter: (v) => (v >= 1000 ? v / 1000 + 'k' : v) } },
    yAxis: { type: 'value', name, nameGap: 42, axisLabel: { formatter: (v) => (v >= 10000 ? v / 1000 + 'k' : v) } },
    series: lines.map((line, i) => ({ name: line.name, type: 'line', symbol: 'none', lineStyle: { width: 2, type: i % 2 ? 'dashed' : 'solid' }, itemStyle: { color: palette[i % palette.length] },
      data: line.values.map((v, f) => [line.timeline.begin_cycles[f + 1], v]) })),
  }
}

const crowdedLines = (runs) => runs.map(({ run }) => ({ name: run.name, timeline: run.timeline, values: run.timeline.crowded }))

// Latencies of a group of nodes, of all, or of each class.
function latencyLines(runs, group) {
  return runs.flatMap(({ run }) => {
    const { delivered } = run.timeline
    const classes = classesOf(delivered)
    const line = (name, of) => ({ name, timeline: run.timeline, values: of.mean_latency_cycles })
    return classes.length ? classes.map((c) => line(runs.length > 1 ? `${run.name}: ${c}` : c, delivered[c])) : [line(run.name, delivered[group] ?? delivered.all)]
  })
}

// A chart over time, with a line where the player is.
function timeChart(id, label, height, options) {
  const cursor = el('div', { style: 'position:absolute;top:12px;width:2px;background:var(--text);pointer-events:none;opacity:.65' })
  const box = chart(id, label, height, options)
  const wrapper = el('div', { style: 'position:relative' }, box, cursor)
  const update = (x) => {
    const instance = chartOf(id)
    if (!instance) return
    cursor.style.left = instance.convertToPixel({ xAxisIndex: 0 }, x) - 1 + 'px'
    cursor.style.height = height - 12 - (instance.getOption().grid[0].bottom ?? 44) + 'px'
  }
  return { element: wrapper, update }
}

// The page opens on the last frame in which some router holds something, or on the last one.
function firstShown(runs) {
  const all = [...Array(player.frames).keys()]
  const found = all.findLast((f) => runs.some(({ run }) => run.timeline.used_hundredths[shownFrame(run, f)].some((used) => used > 0)))
  return found ?? player.frames - 1
}

export function fabricSection(data) {
  const runs = data.runs.map((run, index) => ({ run, index })).filter(({ run }) => run.timeline && run.timeline.used_hundredths.length)
  player.frames = Math.max(...runs.map(({ run }) => run.timeline.used_hundredths.length))
  player.frame = firstShown(runs)
  const longest = runs.find(({ run }) => run.timeline.used_hundredths.length === player.frames).run.timeline
  const maps = runs.map(({ index }) => fabricMap(data, index, (node) => choose(node)))
  const colours = key(data)
  const word = wordOf(...runs.map(({ run }) => run.results))
  const group = runs.some(({ run }) => run.timeline.delivered.independent) ? 'independent' : 'all'
  const charts = [
    timeChart('crowded', `Crowded ${word.all} over time`, 210, () => linesOptions(runs, crowdedLines(runs), `crowded ${word.all}`)),
    timeChart('latency', 'Packet latency over time', 210, () => linesOptions(runs, latencyLines(runs, group),
      group === 'independent' ? "bystanders' latency" : 'packet latency')),
  ]
  const gates = runs.filter(({ run }) => run.timeline.gates).flatMap(({ run, index }) => gateCharts(run, index).map((c) => {
    const made = timeChart(c.id, c.label, gateHeight(run), c.options)
    return { id: c.id, element: el('div', {}, runs.length > 1 ? el('h4', {}, run.name) : null, el('p', { class: 'note' }, c.note), made.element),
      update: () => made.update(shownFrame(run, player.frame)) }
  }))
  const slider = el('input', { type: 'range', min: 0, max: player.frames - 1, value: player.frame, 'aria-label': 'Time' })
  const time = el('output', {})
  const play = el('button', { type: 'button', class: 'play' }, '▶ Play')
  const inside = el('div', { id: 'router' })
  const way = el('div', { id: 'packet', 'aria-live': 'polite' })
  let insideCharts = []
  /* Fabrics of runs side by side can be of different sizes. */
  const runsWith = (node) => runs.filter(({ run }) => node < routersOf(run).row.length)

  function update() {
    const [from, to] = [longest.begin_cycles[player.frame], longest.begin_cycles[player.frame + 1]]
    slider.value = player.frame
    time.textContent = `cycles ${from.toLocaleString()} to ${(to - 1).toLocaleString()}, frame ${player.frame + 1} of ${player.frames}`
    slider.setAttribute('aria-valuetext', time.textContent)
    maps.forEach((m) => m.update())
    charts.forEach((c) => c.update(to))
    gates.forEach((c) => c.update())
    if (player.node !== null) drawRouter(data, runsWith(player.node), player, choosePacket)
  }
  function show(frame) {
    player.frame = Math.min(Math.max(frame, 0), player.frames - 1)
    update()
  }
  function choose(node) {
    insideCharts.forEach(dispose)
    player.node = node
    const panel = routerPanel(data, runsWith(node), node, { show, choosePacket })
    inside.replaceChildren(panel.element)
    insideCharts = panel.charts
    insideCharts.forEach(draw)
    update()
    panel.onDrawn?.()
  }
  function choosePacket(run, packet) {
    player.packet = { run, number: packet }
    way.replaceChildren(packetPanel(data, run, packet))
    update()
    /* So that the map, where the way is marked, can be seen with it. */
    way.scrollIntoView({ block: 'end' })
  }
  function setPlaying(on) {
    player.playing = on
    play.textContent = on ? '❚❚ Pause' : '▶ Play'
    play.setAttribute('aria-pressed', on)
    if (!on) return
    if (player.frame === player.frames - 1) show(0)
    const tick = () => {
      if (!player.playing) return
      if (player.frame === player.frames - 1) setPlaying(false)
      else {
        show(player.frame + 1)
        setTimeout(tick, Math.max(60, 12000 / player.frames))
      }
    }
    setTimeout(tick, 120)
  }
  slider.addEventListener('input', () => {
    setPlaying(false)
    show(Number(slider.value))
  })
  play.addEventListener('click', () => setPlaying(!player.playing))
  Object.assign(player, { show, choose, choosePacket })

  const element = section('fabric', 'The fabric over time', el('p', { class: 'lead' }, lead(runs[0].run)), summary(data, runs), colours.element,
    el('div', { class: 'columns maps' }, maps.map((m) => m.element)), way,
    el('div', { class: 'columns' }, charts.map((c) => c.element)),
    gates.length ? el('div', { class: 'gates' }, el('h3', {}, 'Who is held back, and where the token is'), el('div', { class: 'columns' }, gates.map((c) => c.element))) : null, inside, el('div', { class: 'player' }, play, slider, time),
    el('p', { class: 'hint' }, `Click a ${word.one}, or go to the map with Tab and to a ${word.one} with the arrow keys and Enter, to see its buffers and ports; click a packet in it to see its way. ` +
      `Time is in ${player.frames} equal frames; the colour of a ${word.one} is the mean over a frame, its buffers are as at the end of it.`))
  let clicks = false
  return {
    element, link: 'Fabric',
    redraw: () => {
      if (!clicks) gates.forEach(({ id }) => onGateClick(id, show))
      clicks = true
      colours.redraw()
      insideCharts.forEach(draw)
      update()
    },
  }
}
