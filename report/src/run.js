// SPDX-License-Identifier: Apache-2.0
//
// A run in numbers: what it was, what it measured.
import { chart, palette } from './charts.js'
import { differenceElement } from './difference.js'
import { at, capital, reasons, command, el, number, section, sum, table, wordOf } from './dom.js'
import { classesOf, groupPath, groups, groupsOf, interval, precision, reasonsNote, saturation, settled } from './trust.js'

const kinds = { packet: 'packet', message: 'message', short: 'short messages', long: 'long messages' }
const latencyKeys = { packet: 'packet_latency', message: 'message_latency', short: 'short_message_latency', long: 'long_message_latency' }

const steadyWords = new Map([[true, 'detected'], [false, 'no steady state found']])

function facts(data, path) {
  const results = at(data, path)
  const fact = (name, ...value) => el('div', {}, el('dt', {}, name), el('dd', {}, ...value))
  const rate = (key) => [number(data, `${path}.${key}`, 'share'), ' ± ', interval(data, `${path}.${key}_half_width`, `${path}.${key}_interval`, 'share')]
  const mean = (key) => [number(data, `${path}.${key}.mean_cycles`, 'cycles'), ' ± ', interval(data, `${path}.${key}.ci95_half_width`, `${path}.${key}.interval`, 'cycles')]
  return el('dl', { class: 'facts' },
    fact('outcome', el('span', { 'data-path': path + '.outcome' }, results.outcome)),
    fact('throughput (density)', rate('throughput')),
    fact('offered (density)', rate('offered')),
    fact('mean packet latency (cycles)', mean('packet_latency')),
    fact('mean message latency (cycles)', mean('message_latency')),
    results.round_trip_latency ? fact('mean round trip (cycles)', mean('round_trip_latency')) : null,
    fact('messages', number(data, path + '.messages', 'count')),
    fact('packets delivered', number(data, path + '.packets.delivered', 'count')),
    fact('packets in the fabric at the end', number(data, path + '.packets.in_fabric', 'count')),
    fact('links busy', number(data, path + '.link_busy.mean', 'percent')),
    fact('PE ports busy', number(data, path + '.pe_port_busy.mean', 'percent')),
    results.pe?.inject_overhead || results.pe?.eject_overhead
      ? fact('PE ports occupied', number(data, path + '.pe_port_occupied.mean', 'percent')) : null,
    fact('buffers used of ' + results.fabric.buffers, number(data, path + '.buffers.mean_used', 'packets')),
    fact("fairness (Jain's index)", number(data, path + '.fairness.jain', 'index')),
    fact('throughput of a source', number(data, path + '.fairness.throughput.min', 'share'), ' to ', number(data, path + '.fairness.throughput.max', 'share')),
    results.sat ? fact('SAT token', `${results.sat.kind}, l ${results.sat.share_l}, k ${results.sat.share_k}`) : null,
    results.sat ? fact('from visit to visit (cycles)', number(data, path + '.sat.mean_interval_cycles', 'cycles'), ' (',
      number(data, path + '.sat.min_interval_cycles', 'cycles'), ' to ', number(data, path + '.sat.max_interval_cycles', 'cycles'), ')') : null,
    fact('cycles', number(data, path + '.cycles', 'count'), ', ', number(data, path + '.warmup_cycles', 'count'), ' warm-up',
      results.steady === null ? null : [', ', el('span', { 'data-path': path + '.steady' }, steadyWords.get(results.steady))]),
    fact('seed', number(data, path + '.traffic.seed', 'count')))
}

// Of each kind that began while counted; what the mean leaves out, when anything was left out.
function latencies(data, path) {
  const all = groupsOf(data, path).flatMap((group) => Object.keys(kinds).map((kind) => ({
    name: group === 'all' ? kinds[kind] : `${kinds[kind]}, ${groups[group]}`, base: `${groupPath(path, group)}.${latencyKeys[kind]}`,
  }))).filter(({ base }) => at(data, base + '.count') + at(data, base + '.left_out') > 0)
  const leftOut = all.some(({ base }) => at(data, base + '.left_out') > 0)
  const rows = all.map(({ name, base }) => {
    const cell = (key) => number(data, `${base}.${key}`, 'cycles')
    const over = el('span', { class: 'whole' }, number(data, base + '.count', 'count'), ' of ', sum(data, [base + '.count', base + '.left_out'], 'count'))
    return [name, cell('mean_cycles'), interval(data, base + '.ci95_half_width', base + '.interval', 'cycles'), cell('min_cycles'), cell('p50_cycles'),
      cell('p95_cycles'), cell('p99_cycles'), cell('max_cycles'), over,
      ...(leftOut ? [number(data, base + '.left_out', 'count'), cell('mean_at_least_cycles')] : [])]
  })
  return table('Latency in cycles; mean of those that arrived, with its 95% confidence interval', ['', 'mean', '±', 'min', 'p50', 'p95', 'p99', 'max', 'over',
    ...(leftOut ? ['left out', 'with them at least'] : [])], rows)
}

// Each group by itself, where there are some.
function groupRates(data, path) {
  const rows = groupsOf(data, path).filter((group) => group !== 'all').map((group) => {
    const base = groupPath(path, group)
    const rate = (key) => [number(data, `${base}.${key}`, 'share'), interval(data, `${base}.${key}_half_width`, `${base}.${key}_interval`, 'share')]
    return [groups[group], number(data, base + '.nodes', 'count'), ...rate('throughput'), ...rate('offered'), number(data, base + '.messages', 'count')]
  })
  return rows.length ? table('Throughput by group (density), with its 95% confidence interval', ['', 'nodes', 'throughput', '±', 'offered', '±', 'messages'], rows) : null
}

// Bars of a histogram over a logarithmic axis: the share of the samples in each.
function histogramOptions(bars, colour) {
  const total = bars.reduce((sum, bar) => sum + bar[2], 0)
  return {
    grid: { left: 52, right: 12, top: 14, bottom: 46 },
    tooltip: { trigger: 'item', formatter: (p) => `${p.value[0].toLocaleString()} to ${(p.value[1] - 1).toLocaleString()} cycles: <b>${p.value[2].toLocaleString()}</b> (${(100 * p.value[2] / total).toFixed(2)}%)` },
    xAxis: { type: 'log', name: 'latency (cycles)', nameGap: 26, min: bars[0][0], max: bars[bars.length - 1][1], axisLabel: { formatter: (v) => v.toLocaleString() } },
    yAxis: { type: 'value', name: 'samples', nameGap: 40 },
    series: [{
      type: 'custom', itemStyle: { color: colour }, encode: { x: [0, 1], y: 2 }, data: bars,
      renderItem: (params, api) => {
        const [left, top] = api.coord([api.value(0), api.value(2)])
        const [right, bottom] = api.coord([api.value(1), 0])
        return { type: 'rect', shape: { x: left, y: top, width: Math.max(right - left - 0.5, 0.5), height: bottom - top }, style: { fill: colour } }
      },
    }],
  }
}

// Of all messages, or of each class.
function histograms(id, all) {
  const classes = classesOf(all)
  return (classes.length ? classes : ['all']).flatMap((group) => Object.entries(kinds).filter(([kind]) => all[group][kind].length).map(([kind, name], i) => {
    const what = group === 'all' ? name : `${name}, ${group}`
    return el('figure', { style: 'margin:0' }, el('figcaption', {}, capital(what)),
      chart(`${id}-histogram-${group === 'all' ? '' : group + '-'}${kind}`, `Histogram of the latency of ${what}`, 210, () => histogramOptions(all[group][kind], palette[i])))
  }))
}

function refusals(data, path) {
  const rows = Object.keys(reasons).filter((c) => at(data, `${path}.attempts_of_switches.${c}`) || at(data, `${path}.attempts_of_pes.${c}`))
    .map((c) => [reasons[c], number(data, `${path}.attempts_of_switches.${c}`, 'count'), number(data, `${path}.attempts_of_pes.${c}`, 'count')])
  return table('Attempts to send a packet on, by what became of them', ['', 'links and ejection', 'injection'], [
    ['accepted', number(data, path + '.attempts_of_switches.accepted', 'count'), number(data, path + '.attempts_of_pes.accepted', 'count')],
    ['refused', number(data, path + '.attempts_of_switches.refused', 'count'), number(data, path + '.attempts_of_pes.refused', 'count')],
    ...rows.map(([name, ...cells]) => ['– ' + name, ...cells]),
  ])
}

function fairnessOptions(nodes) {
  const roles = ['independent', 'sender', 'hot'].filter((r) => nodes.role.includes(r))
  return {
    grid: { left: 52, right: 12, top: 14, bottom: roles.length > 1 ? 72 : 46 },
    legend: roles.length > 1 ? {} : undefined,
    tooltip: { trigger: 'item', formatter: (p) => `node ${p.name}, ${p.seriesName}: <b>${p.value}</b> delivered from it, longest packet latency ${(nodes.longest_packet_latency_cycles[p.dataIndex]).toLocaleString()} cycles` },
    xAxis: { type: 'category', name: 'node', nameGap: 26, data: nodes.node.map(String) },
    yAxis: { type: 'value', name: 'throughput (density)', nameGap: 38 },
    series: roles.map((role, i) => ({ name: role, type: 'bar', stack: 'all', itemStyle: { color: palette[i] },
      data: nodes.throughput.map((v, n) => (nodes.role[n] === role ? v : null)) })),
  }
}

function seriesOptions(series, column, name) {
  return {
    grid: { left: 62, right: 12, top: 14, bottom: 46 },
    tooltip: { trigger: 'axis', valueFormatter: (v) => (v === null ? 'none' : v.toLocaleString('en-US', { maximumFractionDigits: 3 })) },
    xAxis: { type: 'value', name: 'cycle', nameGap: 26, max: series.to_cycle[series.to_cycle.length - 1], axisLabel: { formatter: (v) => (v >= 1000 ? v / 1000 + 'k' : v) } },
    yAxis: { type: 'value', name, nameGap: 46, axisLabel: { formatter: (v) => (v >= 10000 ? v / 1000 + 'k' : v) } },
    series: [{ name, type: 'line', step: 'start', symbol: 'none', itemStyle: { color: palette[0] }, data: series[column].map((v, i) => [series.to_cycle[i], v]) }],
  }
}

function configuration(sections) {
  return sections.map((s) => {
    const keys = s.keys.filter((k) => k.value !== '' || k.changed)
    const t = table(s.title, ['key', 'value', 'unit', 'what it is'], keys.map((k) => [`${s.name}.${k.name}`, k.value || 'none', k.unit, k.doc]), { words: [2, 3] })
    t.querySelectorAll('tbody tr').forEach((row, i) => row.classList.toggle('changed', keys[i].changed))
    return t
  })
}

function compared(data, path) {
  if (at(data, path + '.compared.switch_cycles') === 0) return null
  const word = wordOf(at(data, path))
  return [el('h3', {}, 'Compared with the golden model'),
    el('p', {}, number(data, path + '.fabric.lockstep_nodes', 'count'), ` ${word.all} of RTL in lockstep: `,
      number(data, path + '.compared.switch_cycles', 'count'), ` ${word.one}-cycles, `, number(data, path + '.compared.pin_bits', 'count'), ' output pin bits, ',
      number(data, path + '.compared.registers', 'count'), ' named registers, ', number(data, path + '.compared.store_bytes', 'count'), ' store bytes: ',
      at(data, path + '.outcome') === 'mismatch' ? el('span', { class: 'verdict no' }, '✗ different') : el('span', { class: 'verdict yes' }, '✓ 0 differences'))]
}

// What was seen at a third-party router among the models: each node, then its ports.
function blackBox(data, run) {
  const path = run + '.black_box'
  const box = at(data, path)
  if (!box) return null
  const row = (name, base) => [name, ...['packets_in', 'stalled_cycles', 'packets_out', 'held_up_cycles'].map((key) => number(data, `${base}.${key}`, 'count')),
    ...['min', 'mean', 'max'].map((key) => (at(data, base + '.latency') ? number(data, `${base}.latency.${key}_cycles`, 'cycles') : ''))]
  const rows = box.nodes.flatMap((node, n) => [row(`node ${node.node}`, `${path}.nodes.${n}`),
    ...node.ports.map((port, p) => row(`node ${node.node}, port ${port.port}`, `${path}.nodes.${n}.ports.${p}`))])
  return [el('h3', {}, `Black box ${box.top}`),
    table('Packets in and cycles without a flit in; packets out and cycles held up; latency from first flit in to first flit out',
      ['', 'in', 'stalled', 'out', 'held up', 'min', 'mean', 'max'], rows)]
}

const places = { links: 'links', pe_ports: 'PE ports' }

// What came of the faults on each wire, and of the packets in spite of them.
function faults(data, run) {
  const path = run + '.faults'
  const report = at(data, path)
  if (!report) return null
  const outcomes = Object.keys(report.outcomes.links.data)
  const struck = Object.keys(places).flatMap((place) => Object.keys(report.outcomes[place]).map((wire) => ({ place, wire })))
    .filter(({ place, wire }) => outcomes.some((o) => report.outcomes[place][wire][o]))
  const rows = struck.map(({ place, wire }) => [`${places[place]}: ${wire}`,
    ...outcomes.map((o) => number(data, `${path}.outcomes.${place}.${wire}.${o}`, 'count'))])
  const list = (keys, kind) => keys.flatMap((k, i) => [i ? ', ' : '', number(data, `${path}.${kind}${k}`, 'count'), ' ', k])
  return [el('h3', {}, 'Faults on the wires'),
    el('p', {}, 'Faults: ', list(Object.keys(report.kinds).filter((k) => report.kinds[k]), 'kinds.'), '. Packets: ',
      list(['lost', 'doubled', 'misdelivered', 'damaged', 'left'], ''), ` in ${wordOf(at(data, run)).all}. `,
      el('span', { class: 'verdict ' + (report.conserved ? 'yes' : 'no') }, report.conserved ? '✓ conserved' : '✗ not conserved')),
    rows.length ? table('Faults by wire, by what came of them', ['', ...outcomes.map((o) => o.replaceAll('_', ' '))], rows) : null]
}

// One section a run.
export function runSection(data, index) {
  const run = data.runs[index]
  const id = data.runs.length > 1 ? `run-${index + 1}` : 'run'
  const path = `runs.${index}.results`
  const measured = [facts(data, path), groupRates(data, path)]
  const latency = latencies(data, path)
  const code = (key) => el('code', { 'data-path': `${path}.${key}` }, at(data, `${path}.${key}`))
  const element = section(id, data.runs.length > 1 ? run.name + ': the numbers' : 'The numbers',
    run.failure ? el('p', {}, el('span', { class: 'verdict no' }, '✗ failed')) : null,
    run.difference ? differenceElement(`runs.${index}.difference`, run.difference) : run.failure ? el('pre', {}, run.failure) : null,
    saturation(data, path), precision(data, path), settled(data, path), command(run.results.made_by.command), measured, compared(data, path), blackBox(data, path), faults(data, path),
    el('h3', {}, 'Latency'), latency, reasonsNote(...measured, latency),
    el('div', { class: 'columns small' }, histograms(id, run.histograms)),
    el('div', { class: 'columns' },
      el('div', {}, el('h3', {}, 'Refusals by reason'), refusals(data, path)),
      el('div', {}, el('h3', {}, 'Fairness'), el('p', { class: 'note' }, "Throughput of each node as a source; Jain's index ", number(data, path + '.fairness.jain', 'index'), '.'),
        chart(`${id}-fairness`, 'Throughput of each node as a source', 240, () => fairnessOptions(run.tables.nodes)))),
    el('h3', {}, 'Over time'),
    el('div', { class: 'columns small' },
      chart(`${id}-throughput`, 'Throughput over time', 220, () => seriesOptions(run.tables.series, 'throughput', 'throughput (density)')),
      chart(`${id}-latency`, 'Mean packet latency over time', 220, () => seriesOptions(run.tables.series, 'mean_packet_latency_cycles', 'packet latency (cycles)')),
      chart(`${id}-buffers`, 'Mean number of used buffers over time', 220, () => seriesOptions(run.tables.series, 'mean_used_buffers', `used buffers a ${wordOf(run.results).one}`))),
    el('details', { class: 'configuration' }, el('summary', {}, 'Configuration: all keys; those in bold are not at their default'), configuration(run.scenario)),
    el('p', { class: 'note' }, 'Digest of all events ', code('event_digest'), '. Made by fedx ', code('made_by.version'), ', build ', code('made_by.build'), '.'))
  return { element, link: data.runs.length > 1 ? run.name : 'Numbers' }
}
