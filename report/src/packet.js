// SPDX-License-Identifier: Apache-2.0
//
// The way of a packet through the fabric.
import { reasons, el, number, table, wordOf } from './dom.js'
import { endsOf, packetName } from './router.js'

// The link that a router's port leads to, its number; -1: it leads to a PE.
const linkAt = (run, node, port) => run.timeline.links.findIndex(([a, p, b, q]) => (a === node && p === port) || (b === node && q === port))

// Links and nodes of the way, to be marked on the map.
export function wayLinks(run, packet) {
  const way = run.timeline.ways[packet] ?? []
  const links = new Set()
  for (const [node, inPe, port] of way) {
    const link = inPe || port < 0 ? -1 : linkAt(run, node, port)
    if (link >= 0) links.add(link)
  }
  const [source, destination] = run.timeline.packets[packet].map((end) => endsOf(run)[end]?.[0])
  return { links, nodes: new Set([source, destination, ...way.filter(([, inPe]) => !inPe).map(([node]) => node)]) }
}

function leaves(run, [node, inPe, port]) {
  if (inPe) return port < 0 ? 'still in the PE' : `to the ${wordOf(run.results).one}`
  if (port < 0) return 'still there'
  const link = run.timeline.links[linkAt(run, node, port)]
  if (!link) return 'to the PE: delivered'
  return `by link ${port} to ${wordOf(run.results).one} ${link[0] === node && link[1] === port ? link[2] : link[0]}`
}

export function packetPanel(data, runIndex, packet) {
  const run = data.runs[runIndex]
  const [source, destination, message, count] = run.timeline.packets[packet]
  const way = run.timeline.ways[packet]
  const title = el('h3', {}, `Packet ${packetName(run, packet)}: from node ${source} to node ${destination}`)
  const words = el('p', { class: 'note' }, `Packet ${count} of message ${message} of node ${source}, in “${run.name}”. Its way is marked on the map.`)
  if (!way) return el('div', {}, title, el('p', { class: 'note' }, `In this run the ways of one in ${run.timeline.ways_of_one_in} packets were kept, and this is none of them.`))
  const rows = way.map((stay, i) => {
    const path = `runs.${runIndex}.timeline.ways.${packet}.${i}`
    const gone = stay[2] >= 0
    const refused = Object.keys(stay[6]).map((reason, k) => [k ? ', ' : '', number(data, `${path}.6.${reason}`, 'count'), ` ${reasons[reason]}`])
    return [stay[1] ? `PE of node ${stay[0]}` : `${wordOf(run.results).one} ${stay[0]}`, leaves(run, stay), number(data, `${path}.3`, 'count'),
      el('span', {}, refused.length ? refused.flat() : 'never'), gone ? number(data, `${path}.4`, 'count') : '–', gone ? number(data, `${path}.5`, 'count') : '–']
  })
  return el('div', {}, title, words,
    table('Where it stayed, in cycles of the run', ['where', 'then', 'first attempt', 'refused', 'sent', 'accepted'], rows, { class: 'way', words: [1, 3] }))
}
