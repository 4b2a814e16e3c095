// SPDX-License-Identifier: Apache-2.0
//
// The report in headless Chromium: no errors, every number as in the data, charts
// with all their points, a player and clicks that change what is drawn.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { dataOf, fedx, launch, open, scratch } from './browser.mjs'

// Without it less is looked at: of what shows the same in several reports, one; each kind of screen all the same.
const whole = process.env.WHOLE === '1'
const some = (all, few) => (whole ? all : few)
let browser
const folder = (name) => join(scratch, name)
const fabric = ['--rows', '4', '--cols', '4']
const small = [...fabric, '--cycles', '30000', '--warmup', '5000']
// Runs whose figures can be trusted more or less, and what the terminal says of them.
const trusted = {
  precise: ['--cycles', '30000', '--load', '0.3', '--detect-warmup', '--precision', '20'],
  loose: ['--cycles', '20000', '--load', '0.5', '--precision', '1', '--max-cycles', '30000', '--detect-warmup'],
  saturated: ['--cycles', '60000', '--load', '2', '--drain', 'none', '--precision', '5', '--max-cycles', '120000'],
  flood: ['--cycles', '30000', '--load', '0.9', '--drain', 'none', '--hot-spots', '5'],
  bystanders: ['--cycles', '30000', '--load', '1.8', '--hot-spots', '5', '--hot-load', '0.01'],
  none: ['--cycles', '100', '--drain', 'none'],
  brief: ['--cycles', '100', '--warmup', '95', '--drain', 'none'],
}
const terminal = {}

// The paper's experiments, as they are but for the lengths at which their points settle.
function writeExperiments(to) {
  const from = join(process.env.FEDX_SOURCE, 'experiments')
  mkdirSync(to)
  for (const name of readdirSync(from).filter((name) => name.endsWith('.yaml')))
    writeFileSync(join(to, name), readFileSync(join(from, name), 'utf8').replace(/^settle:.*\n/m, ''))
}

before(async () => {
  fedx('run', ...small, '--lockstep', '0-3', '--json', folder('run.json'), '--report', folder('run'))
  fedx('report', ...small, '--hot-spots', '5', '--backpressure', 'none', '--against', 'flow.backpressure=destination', '--report', folder('hot'))
  fedx('verify', '--cycles', '60000', '--coverage', folder('coverage.json'), '--json', folder('verify.json'), '--report', folder('verify'))
  fedx('run', ...small, '--faults', 'single:1e-3', '--report', folder('faults'))
  fedx('run', '--topology', 'hexmesh', '--edge', '3', '--cycles', '30000', '--report', folder('hexagon'))
  writeFileSync(folder('graph.yaml'), 'routers: 5\nlinks: [[0, 0, 1, 0], [1, 1, 2, 0], [2, 1, 3, 0], [3, 1, 0, 1], [0, 2, 4, 0], [2, 2, 4, 1]]\n')
  fedx('run', '--router', 'vcr-mesh', '--topology', 'graph', '--graph', folder('graph.yaml'), '--load', '0.3', '--cycles', '10000', '--report', folder('graph'))
  fedx('run', '--topology', 'torus', '--rows', '3', '--cols', '4', '--cycles', '10000', '--report', folder('torus'))
  fedx('run', '--router', 'vcr-tree', '--topology', 'tree', '--arity', '4', '--levels', '2', '--workload', 'single', '--load', '0.4',
    '--cycles', '3000', '--report', folder('tree'))
  fedx('run', '--router', 'vcr-tree', '--topology', 'tree', '--arity', '4', '--levels', '2', '--workload', 'single', '--load', '1', '--source', 'bernoulli',
    '--terminal-queue', '--pattern', 'hot-region', '--sat', 'ring', '--sat-l', '3', '--sat-k', '4', '--drain', 'none', '--cycles', '3000', '--report', folder('token'))
  fedx('run', '--router', 'vcr', '--topology', 'mesh', ...fabric, '--load', '0.2', '--cycles', '10000', '--report', folder('light'))
  fedx('run', '--router', 'vcr-mesh', '--topology', 'mesh', ...fabric, '--workload', 'wk1-5', '--load', '0.3', '--responses', '2', '--cycles', '10000', '--report', folder('classes'))
  writeFileSync(folder('mine.yaml'), 'title: Ways in a small fabric\ny: throughput\ny_label: density\nx: traffic.load\nvalues: [0.2]\nseeds: 1\n' +
    'base: [fabric.rows=3, fabric.cols=3, run.cycles=3000]\ncurves: [{name: all}]\n')
  fedx('sweep', folder('mine.yaml'), '--out', folder('out'), '--report', folder('mine'))
  fedx('report', '--rows', '4', '--cols', '4', '--cycles', '10000', '--report', folder('small'))
  fedx('report', '--data', folder('small/report.json'), '--data', folder('hexagon/report.json'), '--report', folder('sizes'))
  writeExperiments(folder('experiments'))
  fedx('sweep', 'all', '--experiments', folder('experiments'), '--set', 'fabric.rows=3', '--set', 'fabric.cols=3', '--set', `run.cycles=${some(1500, 700)}`, '--set', `run.warmup=${some(300, 200)}`, '--out', folder('out'), '--report', folder('paper'))
  fedx('sweep', 'sat-figure-03', 'sat-figure-05-b', '--set', 'fabric.levels=2', '--set', 'run.warmup=100', '--set', 'run.window_packets=100', '--out', folder('out'), '--report', folder('sat'))
  fedx('blackbox', join(process.env.FEDX_SOURCE, 'examples/your-router/credit_router.yaml'), '--performance', folder('curves'), '--pattern', 'uniform', '--cycles', '2000', '--report', folder('performance'))
  fedx('report', '--data', folder('run/report.json'), '--data', folder('verify/report.json'), '--data', folder('paper/report.json'), '--report', folder('all'))
  for (const [name, options] of Object.entries(trusted)) terminal[name] = fedx('run', ...fabric, ...options, '--report', folder(name))
  browser = await launch()
})
after(async () => {
  await browser?.close()
})

// The formats of numbers, said once more.
const written = {
  count: (v) => v.toLocaleString('en-US'),
  cycles: (v) => v.toLocaleString('en-US', { maximumFractionDigits: v < 100 ? 1 : 0 }),
  share: (v) => v.toFixed(3),
  percent: (v) => (100 * v).toFixed(1) + '%',
  packets: (v) => v.toFixed(2),
  index: (v) => v.toFixed(4),
  growth: (v) => (v < 0 ? '' : '+') + v.toFixed(4),
  tenths: (v) => v.toFixed(1),
  hundredths: (v) => v.toFixed(2),
}
// Reasons of refusal in words, by their keys, as the program has them.
const reasons = Object.fromEntries([...readFileSync(join(process.env.FEDX_SOURCE, 'include/fedx/fedx_reject_reasons.def'), 'utf8')
  .matchAll(/^FEDX_REJECT\(\w+, +\d+, "(\w+)", +"([^"]+)"/gm)].map(([, key, words]) => [key, words]).concat([['broken', 'broken']]))
const at = (data, path) => path.split('.').reduce((value, key) => value?.[key], data)

// Of a path, or the sum of several: 'a.b + a.c'.
const sumAt = (data, paths) => paths.split(' + ').map((path) => at(data, path)).reduce((a, b) => a + b)

// All numbers on the page against the data; at least so many.
async function numbersAre(page, data, least) {
  const numbers = await page.$$eval('.number', (all) => all.map((n) => ({ path: n.dataset.path, format: n.dataset.format, text: n.firstChild.textContent })))
  assert.ok(numbers.length >= least, `${numbers.length} numbers, not ${least}`)
  for (const { path, format, text } of numbers) {
    const value = sumAt(data, path)
    assert.notEqual(value, undefined, `${path} is not in the data`)
    assert.equal(text, value === null ? '–' : written[format](value), path)
  }
  return numbers.length
}

const good = (page) => assert.deepEqual(page.problems, [])
const chartData = (page, id) => page.evaluate((name) => window.fedx.chartOf(name).getOption().series.map((s) => s.data), id)

// Two frames: scrolling, and what is drawn because of the pointer, are over.
const framesDrawn = (page) => page.evaluate(async () => {
  for (let i = 0; i < 2; i++) await new Promise((drawn) => requestAnimationFrame(drawn))
})

// An action of ECharts, drawn before it returns: left to itself a chart draws with the next frame, and what is read before is of the one before.
const act = (page, id, action) => page.evaluate((name, what) => window.fedx.chartOf(name).dispatchAction(what, { flush: true }), id, action)

test('every report loads without an error, at desktop and phone width, light and dark', async () => {
  let pages = 0
  const wide = { width: 1440, height: 1000 }
  const phone = { width: 390, height: 844, dark: true }
  const few = { run: [wide], hot: [phone], faults: [wide], verify: [phone], all: [phone], flood: [wide], brief: [phone] }
  for (const name of some(['run', 'hot', 'faults', 'verify', 'paper', 'all', 'flood', 'brief'], Object.keys(few)))
    for (const size of some([wide, phone], few[name])) {
      const page = await open(browser, name, size)
      good(page)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${name} is too wide for ${size.width}`)
      assert.equal(await page.evaluate('document.documentElement.dataset.theme'), size.dark ? 'dark' : 'light')
      const empty = await page.$$eval('.chart', (charts) => charts.filter((c) => !c.querySelector('svg path')).map((c) => c.id))
      assert.deepEqual(empty, [], `${name}: charts without a line`)
      await page.close()
      pages++
    }
  console.log(`${pages} pages`)
})

test('every number on the page is that of the JSON', async () => {
  let count = 0
  const page = await open(browser, 'run')
  const data = dataOf('run')
  assert.deepEqual(data.runs[0].results, JSON.parse(readFileSync(folder('run.json'), 'utf8')), 'results of the report and of --json')
  await page.$$eval('details', (all) => all.forEach((d) => { d.open = true }))
  count += await numbersAre(page, data, 60)
  await page.close()
  const verify = await open(browser, 'verify')
  assert.deepEqual(dataOf('verify').verifications[0].results, JSON.parse(readFileSync(folder('verify.json'), 'utf8')))
  count += await numbersAre(verify, dataOf('verify'), 16 + 3 + 2 * 31)
  const { families } = JSON.parse(readFileSync(folder('coverage.json'), 'utf8'))
  const holes = await verify.$$eval('.coverage details', (all) => all.map((d) => d.lastChild.textContent))
  assert.ok(holes.length > 5)
  assert.deepEqual(holes, families.map((f) => f.holes.join('; ')).filter(Boolean))
  await verify.close()
  const faults = await open(browser, 'faults')
  const rows = await faults.$$eval('tbody tr th', (all) => all.map((th) => th.textContent))
  for (const place of ['links', 'PE ports'])
    for (const wire of ['data', 'valid', 'turn', 'req', 'refuse', 'acc'])
      assert.ok(rows.includes(`${place}: ${wire}`), `no faults of ${place}: ${wire}`)
  count += await numbersAre(faults, dataOf('faults'), 150)
  await faults.close()
  for (const name of some(['hot', 'paper', 'all'], ['hot', 'paper'])) {
    const other = await open(browser, name)
    count += await numbersAre(other, dataOf(name), 3)
    await other.close()
  }
  console.log(`${count} numbers`)
})

const wordsOf = (page) => page.$$eval('[data-path]:not(.number)', (all) => all.map((e) => [e.dataset.path, e.textContent]))
// What is written of saturation in runs without hot spots, and in the place of an interval.
const saturations = { not_saturated: '✓ not saturated', too_short: '? too short to tell', grows: '✗ saturated, message latencies grow with the length of the run' }
const reason = (word) => (word === 'saturated' ? 'grows' : word)

test('words of the configuration, the claims and the results are those of the data', async () => {
  const page = await open(browser, 'all')
  const data = dataOf('all')
  const words = await wordsOf(page)
  let claims = 0
  for (const [path, text] of words) {
    if (path.endsWith('.figure') || path.endsWith('.reason')) assert.equal(text, at(data, path).replaceAll('+-', '±'))
    else if (path.endsWith('.verdict')) {
      assert.equal(text.slice(2), at(data, path), path)
      assert.ok(['holds', 'partly', 'does not hold'].includes(text.slice(2)), text)
      claims++
    } else if (path.includes('.conditions.')) assert.equal(text.slice(2), at(data, path), path)
    else if (path.endsWith('interval')) assert.equal(text, reason(at(data, path)), path)
    else if (path.endsWith('.saturation')) assert.equal(text, saturations[at(data, path)], path)
    else if (path.endsWith('outcome')) assert.match(text, new RegExp(at(data, path) === 'good' ? 'good|0 differences' : at(data, path)))
    else assert.equal(text, String(at(data, path)), path)
  }
  assert.ok(claims >= 27, `${claims} claims`)
  const keys = await page.$$eval('.configuration tbody tr', (rows) => rows.map((r) => [...r.children].map((c) => c.textContent)))
  const expected = data.runs[0].scenario.flatMap((s) => s.keys.filter((k) => k.value !== '' || k.changed).map((k) => [`${s.name}.${k.name}`, k.value || 'none', k.unit, k.doc]))
  assert.deepEqual(keys, expected)
  assert.ok(keys.length > 20)
  await page.close()
})

// The rows of the terminal's tables of latencies: interval, whole numbers of cycles, how many of how many, at least.
function latenciesOf(text) {
  const some = /^ +(?:packet|message|short|long) +[\d.]+ +(\S+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +over (\d+ of \d+)(?:, with the others at least ([\d.]+))?$/
  const none = /^ +(?:packet|message|short|long) +none of (\d+) has arrived, mean at least ([\d.]+)$/
  return text.split('\n').flatMap((line) => {
    const arrived = line.match(some)
    const missing = line.match(none)
    if (arrived) return [arrived.slice(1)]
    return missing ? [['none', ...Array(5).fill('–'), `0 of ${missing[1]}`, missing[2]]] : []
  })
}

// Rows of the table of latencies likewise.
const latenciesShown = (page) => page.$$eval('table', (tables) => {
  const rows = tables.find((t) => t.caption.textContent.startsWith('Latency in cycles')).querySelectorAll('tbody tr')
  return [...rows].map((row) => [...row.children].slice(2).map((c) => c.textContent.replaceAll(',', '')))
})

async function latenciesAgree(page, name) {
  const said = latenciesOf(terminal[name])
  const shown = await latenciesShown(page)
  assert.equal(shown.length, said.length, `${name}: rows of latencies`)
  said.forEach(([interval, ...rest], i) => {
    const leastSaid = rest.pop()
    const [intervalShown, ...numbers] = shown[i]
    // A half-width has another number of digits, and is compared with the data.
    assert.equal(Number.isNaN(Number(intervalShown)) ? interval : intervalShown, intervalShown, `${name}: interval`)
    assert.deepEqual(numbers.slice(0, 6), rest, name)
    if (leastSaid) assert.ok(Math.abs(Number(numbers[7]) - Number(leastSaid)) <= 0.6, `${name}: at least ${numbers[7]}, not ${leastSaid}`)
  })
  return said.length
}

async function saturationAgrees(page, name) {
  const said = terminal[name].match(/^ *backlog .*$/gm).map((line) => line.match(/backlog +(.*?)(?: of PE port capacity)?: (.*)$/))
  const shown = await page.$$eval('.saturation li', (all) => all.map((li) => [li.querySelector('.verdict').textContent.slice(2), li.textContent.replace(/.* Backlog: /, '')]))
  assert.equal(shown.length, said.length)
  said.forEach(([, backlog, verdict], i) => {
    assert.equal(shown[i][0], verdict.replace('SATURATED', 'saturated').replace('STALLED', 'stalled'), name)
    const figures = shown[i][1].replace(/( \(density\))?\.$/, '').replace(/(\d),(\d)/g, '$1$2')
    assert.equal(figures, backlog.replace('+-', '±'), name)
  })
  return shown.map(([verdict]) => verdict)
}

async function precisionAgrees(page, name) {
  const shown = await page.$$eval('.precision', (all) => all.map((p) => p.textContent))
  const said = terminal[name].match(/^precision +(.*)$/m)?.[1].replace('NOT', '✗ not').replace(/\b(?:REACHED|reached)/, 'reached')
    .replace('% reached', '% ✓ reached').replace(/ in \d+ cycles \(max_cycles\)/, '').replace('+-', '±')
  assert.deepEqual(shown, said ? [`Precision of ${said}.`] : [])
}

test('what a number is worth is said as on the terminal', async () => {
  const verdicts = new Set()
  const reasons = new Set()
  let rows = 0
  for (const name of Object.keys(trusted)) {
    const page = await open(browser, name)
    const data = dataOf(name)
    good(page)
    await numbersAre(page, data, 20)
    rows += await latenciesAgree(page, name)
    for (const verdict of await saturationAgrees(page, name)) verdicts.add(verdict)
    await precisionAgrees(page, name)
    const words = new Map(await wordsOf(page))
    for (const [path, text] of words) {
      if (!path.endsWith('interval')) continue
      assert.equal(text, reason(at(data, path)), `${name}: ${path}`)
      reasons.add(text)
    }
    assert.deepEqual(await page.$$eval('.reasons b', (all) => all.map((b) => b.textContent).sort()),
      [...new Set([...words].filter(([path]) => path.endsWith('interval')).map(([, text]) => text))].sort(), `${name}: reasons explained`)
    const throughput = terminal[name].match(/^throughput +[\d.]+ \+- (\S+)/m)[1]
    assert.equal(words.get('runs.0.results.throughput_interval') ?? written.share(data.runs[0].results.throughput_half_width), throughput, name)
    const steady = words.get('runs.0.results.steady')
    assert.equal(steady, terminal[name].match(/ warm-up, (detected|NO STEADY STATE FOUND)\)/)?.[1].toLowerCase(), name)
    assert.equal(words.get('runs.0.results.made_by.build'), data.runs[0].results.made_by.build)
    assert.ok((await page.$$eval('.command code', (all) => all.map((c) => c.textContent))).includes(data.runs[0].results.made_by.command))
    await page.close()
  }
  assert.deepEqual([...verdicts].sort(), ['not saturated', 'saturated in a part of the nodes, see there', 'saturated on purpose, a flood without end',
    'saturated, message latencies grow with the length of the run', 'too short to tell'])
  for (const word of ['none', 'few', 'correlated', 'grows']) assert.ok(reasons.has(word), `no interval that is ${word}`)
  console.log(`${rows} rows of latencies, ${verdicts.size} verdicts, intervals ${[...reasons].join(', ')}`)
})

test('figures have every point of every curve, and their intervals', async () => {
  const page = await open(browser, 'paper')
  const { figures } = dataOf('paper').sweeps[0]
  let points = 0
  assert.equal(figures.length, 21)
  for (const figure of figures) {
    const series = await chartData(page, `figures-${figure.name}-chart`)
    assert.equal(series.length, 2 * figure.curves.length)
    figure.curves.forEach((curve, i) => {
      assert.deepEqual(series[2 * i].map((p) => p.value), curve.points.map((p) => [p.x, p.mean !== null && (!figure.log || p.mean > 0) ? p.mean : null]))
      assert.deepEqual(series[2 * i].map((p) => p.symbol?.startsWith('empty') ?? false), curve.points.map((p) => p.saturated), 'hollow: saturated')
      assert.equal(series[2 * i + 1].length, curve.points.filter((p) => p.mean !== null && (!figure.log || p.mean > 0) && (typeof p.low === 'number' || p.half_width > 0)).length)
      points += curve.points.length
    })
  }
  assert.ok(points > 500)
  console.log(`${points} points`)
  // The legend hides a curve; the tooltip has the value with its interval.
  const id = 'figures-figure-04-chart'
  const curves = (page) => page.$$eval(`#${id} svg path`, (all) => all.length)
  const all = await curves(page)
  await act(page, id, { type: 'legendUnSelect', name: 'alpha 8' })
  assert.ok((await curves(page)) < all)
  await act(page, id, { type: 'showTip', seriesIndex: 0, dataIndex: 3 })
  await page.waitFor((name) => document.getElementById(name).textContent.includes('±'), id)
  // Zooming leaves fewer values on the axis.
  await act(page, id, { type: 'dataZoom', dataZoomIndex: 0, start: 0, end: 30 })
  assert.equal(await page.evaluate((name) => window.fedx.chartOf(name).getOption().dataZoom[0].end, id), 30)
  good(page)
  await page.close()
})

test('an experiment of one\'s own is shown by its own title, without claims', async () => {
  const page = await open(browser, 'mine')
  const text = await page.$eval('#figures', (s) => s.textContent)
  assert.ok(text.startsWith('Ways in a small fabric') && text.includes('1 runs.'))
  assert.doesNotMatch(text, /paper|claim/)
  assert.ok(text.includes(`fedx sweep ${folder('mine.yaml')}`))
  good(page)
  await page.close()
})

test('latency and throughput of a router of another make are drawn beside vcr over every load', async () => {
  const page = await open(browser, 'performance')
  const [performance] = dataOf('performance').performances
  assert.deepEqual(performance, JSON.parse(readFileSync(folder('curves/curves.json'), 'utf8')))
  assert.equal(performance.curves.length, 2)
  for (const [name, mean] of [['latency', 'latency_mean'], ['throughput', 'delivered']]) {
    const series = await chartData(page, `performance-${name}`)
    performance.curves.forEach((curve, i) => {
      assert.equal(curve.points.length, 10)
      assert.deepEqual(series[2 * i].map((p) => p.value), curve.points.map((p) => [p.load.toFixed(1), p[mean]]))
      assert.deepEqual(series[2 * i].map((p) => p.symbol?.startsWith('empty') ?? false), curve.points.map((p) => p.saturated === true))
    })
  }
  await numbersAre(page, dataOf('performance'), 5 + 2)
  assert.ok((await page.$$eval('.lead', (all) => all[0].textContent)).includes('by pattern uniform'))
  good(page)
  await page.close()
})

test('bars stand side by side with their ends, and nodes along the axis', async () => {
  const page = await open(browser, 'sat')
  const [bars, nodes] = dataOf('sat').sweeps[0].figures
  const series = await chartData(page, `figures-${bars.name}-chart`)
  bars.curves.forEach((curve, i) => {
    assert.deepEqual(series[2 * i].map((p) => p.value), curve.points.map((p) => [p.x, p.mean]))
    assert.deepEqual(series[2 * i + 1], curve.points.map((p) => [p.x, p.low, p.high]))
  })
  const types = await page.evaluate((name) => window.fedx.chartOf(name).getOption().series.map((s) => s.type), `figures-${bars.name}-chart`)
  assert.deepEqual(types, ['bar', 'custom', 'bar', 'custom'])
  await act(page, `figures-${bars.name}-chart`, { type: 'showTip', seriesIndex: 0, dataIndex: 3 })
  await page.waitFor((name) => document.getElementById(name).textContent.includes(' to '), `figures-${bars.name}-chart`)
  assert.equal(nodes.x, 'node')
  assert.deepEqual((await chartData(page, `figures-${nodes.name}-chart`))[0].map((p) => p.value[0]), [...Array(16).keys()].map(String))
  good(page)
  await page.close()
})

test('histograms, fairness and series have their points', async () => {
  const page = await open(browser, 'run')
  const [run] = dataOf('run').runs
  for (const kind of ['packet', 'message', 'short', 'long']) {
    if (!run.histograms.all[kind].length) continue
    const [bars] = await chartData(page, `run-histogram-${kind}`)
    assert.deepEqual(bars, run.histograms.all[kind])
    const key = { packet: 'packet_latency', message: 'message_latency', short: 'short_message_latency', long: 'long_message_latency' }[kind]
    assert.equal(bars.reduce((sum, bar) => sum + bar[2], 0), run.results[key].count)
  }
  assert.deepEqual(await chartData(page, 'run-fairness'), [run.tables.nodes.throughput])
  const [series] = await chartData(page, 'run-throughput')
  assert.deepEqual(series.map((p) => p[1]), run.tables.series.throughput)
  await page.close()
})

test('requests and responses are shown apart', async () => {
  const page = await open(browser, 'classes')
  const [run] = dataOf('classes').runs
  const rows = await page.$$eval('#run table tr td:first-child, #run table tr th:first-child', (all) => all.map((cell) => cell.textContent))
  for (const group of ['requests', 'responses']) {
    for (const kind of ['packet', 'message'])
      assert.deepEqual((await chartData(page, `run-histogram-${group}-${kind}`))[0], run.histograms[group][kind])
    assert.ok(rows.includes(group) && rows.includes(`packet, ${group}`), rows.join('; '))
    assert.equal(run.histograms[group].packet.reduce((sum, bar) => sum + bar[2], 0), run.results[group].packet_latency.count)
  }
  const lines = await chartData(page, 'latency')
  assert.deepEqual(lines.map((line) => line.map((p) => p[1])), ['requests', 'responses'].map((group) => run.timeline.delivered[group].mean_latency_cycles))
  assert.ok((await page.$eval('#run .facts', (facts) => facts.textContent)).includes('mean round trip'))
  good(page)
  await page.close()
})

// What the map of a run shows.
const map = (page, index) => page.$$eval(`#map-${index} .router`, (all) => all.map((s) => [s.querySelector('text').textContent, s.querySelector('.box').getAttribute('fill')]))

test('slider, keys and the play button change the maps, which show the data', async () => {
  const page = await open(browser, 'hot')
  const { runs } = dataOf('hot')
  let compared = 0
  const isShown = async (frame) => {
    for (const [i, { timeline }] of runs.entries()) {
      const shown = await map(page, i + 1)
      assert.deepEqual(shown.map(([text]) => text), timeline.used_hundredths[frame].map((u) => (u / 100).toFixed(0)))
      compared += shown.length
    }
    await numbersAre(page, { runs }, 4)
  }
  const last = runs[0].timeline.used_hundredths.length - 1
  await isShown(last)
  const before = await map(page, 1)
  await page.$eval('.player input', (input) => input.focus())
  await page.press('Home')
  await isShown(0)
  assert.notDeepEqual(await map(page, 1), before)
  await page.press('ArrowRight')
  await isShown(1)
  const wires = (page) => page.$$eval('#map-1 .wire', (all) => all.map((w) => w.getAttribute('stroke')))
  const at1 = await wires(page)
  assert.equal(at1.length, runs[0].timeline.links.length)
  await page.evaluate('fedx.player.show(80)')
  await isShown(80)
  assert.notDeepEqual(await wires(page), at1)
  await page.click('.play')
  await page.waitFor('fedx.player.frame > 82')
  await page.click('.play')
  assert.equal(await page.evaluate('fedx.player.playing'), false)
  good(page)
  await page.close()
  console.log(`${compared} switches`)
})

test('a click on a switch shows its buffers and ports, a click on a packet its way', async () => {
  const page = await open(browser, 'hot')
  const data = dataOf('hot')
  const [run] = data.runs
  const refusals = await page.$$eval('table', (all) => all.filter((t) => t.caption.textContent.startsWith('Attempts to send'))
    .flatMap((t) => [...t.tBodies[0].rows].map((r) => r.cells[0].textContent)).filter((name) => name.startsWith('– ')))
  assert.ok(refusals.length > 1)
  for (const name of refusals) assert.ok(Object.values(reasons).includes(name.slice(2)), name)
  const frame = 100
  await page.evaluate((f) => window.fedx.player.show(f), frame)
  await page.click('#map-1 .router[data-node="5"] .box')
  const buffers = await page.$$eval('#buffers-1 li', (all) => all.map((li) => li.textContent))
  const held = run.timeline.held[frame][5]
  assert.equal(buffers.length, run.timeline.buffers)
  assert.equal(buffers.filter((b) => b.includes('to node')).length, held.length / 2)
  for (let i = 0; i < held.length; i += 2) {
    const [source, destination, message, packet] = run.timeline.packets[held[i + 1]]
    assert.ok(buffers[held[i] >> 1].includes(`${source}.${message}.${packet}to node ${destination}`), buffers[held[i] >> 1])
    assert.equal(buffers[held[i] >> 1].includes('waits'), (held[i] & 1) === 1)
  }
  const frames = run.timeline.used_hundredths.length
  assert.equal((await chartData(page, 'ports-1'))[0].length, 7 * frames)
  assert.equal((await chartData(page, 'buffers-over-time-1'))[0].length, run.timeline.buffers * frames)
  const busy = (await chartData(page, 'ports-1'))[0]
  run.timeline.links.forEach(([a, p, b, q], i) => {
    if (a === 5 || b === 5) assert.equal(busy.find(([f, r]) => f === 3 && r === (a === 5 ? p : q))[2], run.timeline.link_busy_permille[3][i])
  })
  assert.equal(await page.$$eval('#map-1 .wire.on-way', (all) => all.length), 0)
  const packet = Number(await page.$eval('#buffers-1 button[title="Show its way"]', (b) => b.dataset.packet))
  await page.click('#buffers-1 button[title="Show its way"]')
  const way = run.timeline.ways[packet]
  const rows = await page.$$eval('table.way tbody tr', (all) => all.map((r) => [...r.children].map((c) => c.textContent)))
  assert.equal(rows.length, way.length)
  way.forEach(([node, inPe, port, first, sent, done, refused], i) => {
    assert.equal(rows[i][0], inPe ? `PE of node ${node}` : `switch ${node}`)
    assert.equal(rows[i][2], first.toLocaleString('en-US'))
    for (const [reason, count] of Object.entries(refused)) assert.ok(rows[i][3].includes(`${count.toLocaleString('en-US')} ${reasons[reason]}`))
    assert.deepEqual(rows[i].slice(4), port < 0 ? ['–', '–'] : [sent.toLocaleString('en-US'), done.toLocaleString('en-US')])
  })
  const links = way.filter(([, inPe, port]) => !inPe && port >= 0 && port < 6).length
  assert.equal(await page.$$eval('#map-1 .wire.on-way', (all) => all.length), links)
  await numbersAre(page, data, 10)
  // A click in a chart over time goes to that frame.
  await page.evaluate(() => document.getElementById('buffers-over-time-1').scrollIntoView({ block: 'center' }))
  await framesDrawn(page)
  const spot = await page.evaluate(() => {
    const chart = window.fedx.chartOf('buffers-over-time-1')
    const [x, y] = chart.convertToPixel({ seriesIndex: 0 }, [20, 0])
    const box = document.getElementById('buffers-over-time-1').getBoundingClientRect()
    return [box.x + x, box.y + y]
  })
  // The button goes down as the pointer arrives, and up when all is drawn: what is drawn meanwhile must not swallow the click.
  await Promise.all([page.move(...spot), page.down()])
  await framesDrawn(page)
  await page.up()
  await page.waitFor('fedx.player.frame !== 100')
  assert.equal(await page.evaluate('fedx.player.frame'), 20)
  good(page)
  await page.close()
})

// A torus has two wires a switch; those that leave the map at a border come back in on the other side.
test('a torus is drawn in squares', async () => {
  const page = await open(browser, 'torus')
  const wires = await page.$$eval('#map-1 .wire', (all) => all.map((w) => w.getAttribute('d').match(/[-\d.]+/g).length))
  assert.deepEqual([wires.length, wires.filter((numbers) => numbers === 4).length], [24, 3 * 3 + 2 * 4])
  await page.$eval('#map-1 .router[data-node="0"]', (s) => s.focus())
  for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.press(key)
  assert.match(await page.$eval('#router h3', (h) => h.textContent), /^Switch 5 \(row 1, column 1\)/)
  assert.match(await page.$eval('#map-1 h3', (h) => h.textContent), /^3 × 4 switches, /)
  good(page)
  await page.close()
})

// Switches of a 2-ary 2-tree are in two rows, the leaves below; every link goes from one place to the other.
test('a tree is drawn by its levels', async () => {
  const { mapOf } = await import(join(process.env.FEDX_SOURCE, 'report/src/map.js'))
  const tree = mapOf({ results: { fabric: { arity: 2, levels: 2 } },
    tables: { nodes: { node: [0, 1, 2, 3], row: [1, 1, 1, 1], col: [0, 0, 1, 1] }, routers: { router: [0, 1, 2, 3], row: [1, 1, 0, 0], col: [0, 1, 0, 1] } } })
  assert.deepEqual(tree.places, [{ x: 0, y: 1 }, { x: 1, y: 1 }, { x: 0, y: 0 }, { x: 1, y: 0 }])
  assert.deepEqual(tree.link([0, 3, 3, 0]), { from: tree.places[0], to: tree.places[3], dx: 1, dy: -1, wraps: false })
  assert.deepEqual([tree.width, tree.height, tree.beside(0, 'ArrowUp')], [1, 1, 2])
})

// Rows of a graph are centred, every other router a little lower; links go from place to place.
test('a graph is drawn by its distances from router 0', async () => {
  const page = await open(browser, 'graph')
  const { mapOf } = await import(join(process.env.FEDX_SOURCE, 'report/src/map.js'))
  const map = mapOf(dataOf('graph').runs[0])
  assert.deepEqual(map.places, [{ x: 1, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 2 }, { x: 1, y: 1.3 }, { x: 2, y: 1 }])
  assert.deepEqual(map.link([4, 1, 2, 2]), { from: map.places[4], to: map.places[2], dx: -1, dy: 1, wraps: false })
  assert.equal(await page.$$eval('#map-1 .router', (all) => all.length), 5)
  assert.match(await page.$eval('body', (b) => b.textContent), /graph of 5 routers of kind vcr-mesh/)
  good(page)
  await page.close()
})

// Routers of another kind: which of their ports lead to PEs, and which PEs these are, is in the data.
test('a tree of virtual-channel routers shows its ports, ways and PEs', async () => {
  const page = await open(browser, 'tree')
  const { timeline } = dataOf('tree').runs[0]
  assert.equal(await page.$$eval('#map-1 .router', (all) => all.length), 8)
  await page.evaluate('fedx.player.choose(1)')
  const names = await page.evaluate(() => window.fedx.chartOf('ports-1').getOption().yAxis[0].data)
  assert.deepEqual(names, ['PE 4, mean', 'PE 5, mean', 'PE 6, mean', 'PE 7, mean', 'link 4 – 4', 'link 5 – 5', 'link 6 – 6', 'link 7 – 7'])
  const [number, way] = Object.entries(timeline.ways).find(([n, stays]) => timeline.packets[n][1] === 7 && stays.length === 4)
  await page.evaluate((n) => window.fedx.player.choosePacket(0, Number(n)), number)
  const rows = await page.$$eval('.way tbody tr', (all) => all.map((row) => row.cells[1].textContent))
  assert.deepEqual(rows, ['to the router', `by link ${way[1][2]} to router ${way[2][0]}`, `by link ${way[2][2]} to router 1`, 'to the PE: delivered'])
  assert.match(await page.$eval('#router h3', (h) => h.textContent), /^Router 1 \(row 1, column 1\)/)
  assert.doesNotMatch(await page.$eval('#fabric', (f) => f.textContent), /switch/i)
  assert.deepEqual(page.problems, [])
  await page.close()
})

// A frame of 67 cycles may lie between two samples, and in the last one no router holds anything.
test('a page of routers that hold little opens on a frame in which some hold something', async () => {
  const page = await open(browser, 'light')
  const { timeline } = dataOf('light').runs[0]
  const opened = await page.evaluate('fedx.player.frame')
  const empty = (frame) => frame.every((used) => used === 0)
  assert.ok(timeline.used_hundredths.slice(opened + 1).every(empty) && !empty(timeline.used_hundredths[opened]))
  assert.ok(empty(timeline.used_hundredths.at(-1)), 'the last frame is not empty: choose another run')
  assert.deepEqual((await map(page, 1)).map(([text]) => text), timeline.used_hundredths[opened].map((used) => (used / 100).toFixed(1)))
  good(page)
  await page.close()
})

// Who is held back, and where the token is: a cell for each PE and frame in which something is, and a mark below the PE's switch.
test('gates and the token are shown over time and on the map', async () => {
  const page = await open(browser, 'token')
  const data = dataOf('token')
  const { gates, ends } = data.runs[0].timeline
  const cellsOf = (rows) => rows.flatMap((row, f) => row.map((permille, pe) => [f, pe, permille])).filter(([, , permille]) => permille > 0)
  const [held] = await chartData(page, 'gates-1')
  const [token, last] = await chartData(page, 'token-1')
  assert.equal(gates.held_permille.length, 150)
  assert.ok(held.length > 300 && token.length > 100 && last.length > 100)
  assert.deepEqual(held, cellsOf(gates.held_permille))
  assert.deepEqual(token, cellsOf(gates.token_permille))
  assert.deepEqual(last, gates.token_last.map((pe, f) => [f, pe]).filter(([, pe]) => pe !== null))
  const marks = () => page.$$eval('#map-1 .gate', (all) => all.map((m) => [Number(m.dataset.pe), Number(m.closest('.router').dataset.node), m.classList.contains('token'), m.textContent]))
  let shown = 0
  for (const frame of [3, 60, 149]) {
    await page.evaluate((f) => window.fedx.player.show(f), frame)
    const at = await marks()
    assert.equal(at.length, 16)
    for (const [pe, node, here, words] of at) {
      const [heldNow, tokenNow] = [gates.held_permille[frame][pe], gates.token_permille[frame][pe]]
      assert.equal(node, ends[pe][0])
      assert.equal(here, tokenNow > 0 || gates.token_last[frame] === pe)
      assert.equal(words, `PE ${pe}: held back ${(heldNow / 10).toFixed(0)}% of the time, the token there ${(tokenNow / 10).toFixed(0)}%`)
      shown++
    }
    assert.ok(at.some(([, , here]) => here))
  }
  // A click in the chart goes to that frame.
  const [frame, pe] = held.find(([f]) => f > 20)
  await page.evaluate(() => document.getElementById('gates-1').scrollIntoView({ block: 'center' }))
  await framesDrawn(page)
  const spot = await page.evaluate((f, n) => {
    const box = document.getElementById('gates-1').getBoundingClientRect()
    const [x, y] = window.fedx.chartOf('gates-1').convertToPixel({ seriesIndex: 0 }, [f, n])
    return [box.x + x, box.y + y]
  }, frame, pe)
  await Promise.all([page.move(...spot), page.down()])
  await framesDrawn(page)
  await page.up()
  await page.waitFor((f) => window.fedx.player.frame === f, frame)
  const facts = await page.$$eval('.facts div', (all) => all.map((d) => d.textContent))
  assert.ok(facts.includes('SAT tokenring, l 3, k 4'), facts.join('; '))
  await numbersAre(page, data, 20)
  good(page)
  await page.close()
  console.log(`${held.length + token.length + last.length} cells and dots, ${shown} marks`)
})

// Switches of an E3 in five rows, in a hexagon of even sides; 42 of its 57 links are between neighbours on the map, the others
// leave it from both ends in opposite directions.
test('a hexagonal mesh is drawn as a hexagon', async () => {
  const page = await open(browser, 'hexagon')
  const { runs } = dataOf('hexagon')
  const at = await page.$$eval('#map-1 .router', (all) => all.map((g) => g.getAttribute('transform').match(/[-\d.]+/g).map(Number)))
  const lines = at.map(([, y]) => Math.round(y))
  assert.deepEqual([...new Set(lines)].sort((a, b) => a - b).map((y) => lines.filter((line) => line === y).length), [3, 4, 5, 4, 3])
  const wires = await page.$$eval('#map-1 .wire', (all) => all.map((w) => w.getAttribute('d').match(/[-\d.]+/g).map(Number)))
  assert.equal(wires.length, 57)
  const near = (a, b) => assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.01, `${a} is not ${b}`)
  let inside = 0
  wires.forEach((wire, i) => {
    const [from, , to] = runs[0].timeline.links[i]
    near(wire.slice(0, 2), at[from])
    if (wire.length === 4) {
      near(wire.slice(2), at[to])
      near([Math.hypot(at[to][0] - at[from][0], at[to][1] - at[from][1]), 0], [46, 0])
      inside++
    } else {
      near(wire.slice(4, 6), at[to])
      near(wire.slice(2, 4), wire.slice(6).map((d) => -d))
    }
  })
  assert.equal(inside, 42)
  await page.$eval('#map-1 .router[data-node="0"]', (s) => s.focus())
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'Enter']) await page.press(key)
  assert.match(await page.$eval('#router h3', (h) => h.textContent), /^Switch 14 \(row 2, column 0\)/)
  assert.match(await page.$eval('#map-1 h3', (h) => h.textContent), /^E3 switches, /)
  good(page)
  await page.close()
})

test('a switch that only one of two fabrics has is shown of that one', async () => {
  const page = await open(browser, 'sizes')
  for (const [node, runs] of [[15, 2], [18, 1]]) {
    await page.click(`#map-2 .router[data-node="${node}"]`)
    assert.match(await page.$eval('#router h3', (h) => h.textContent), new RegExp(`^Switch ${node} `))
    assert.equal(await page.$$eval('#router .buffers', (all) => all.length), runs)
  }
  await page.click('#map-1 .router[data-node="0"]')
  assert.equal(await page.$$eval('#router .buffers', (all) => all.length), 2)
  good(page)
  await page.close()
})

test('the map can be used with the keyboard alone', async () => {
  const page = await open(browser, 'hot')
  await page.$eval('#map-2 .router[data-node="0"]', (s) => s.focus())
  for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.press(key)
  assert.equal(await page.evaluate('fedx.player.node'), 5)
  assert.match(await page.$eval('#router h3', (h) => h.textContent), /Switch 5 /)
  good(page)
  await page.close()
})

test('it prints, and the theme can be changed', async () => {
  const page = await open(browser, 'run')
  const before = await map(page, 1)
  await page.click('#theme')
  assert.notDeepEqual((await map(page, 1)).map(([, fill]) => fill), before.map(([, fill]) => fill))
  assert.ok((await page.pdf()).length > 20000)
  good(page)
  await page.close()
})

test('a difference shows its field, its waveform and the lives of its packets', async (t) => {
  const wrong = process.env.MUTANT_RTL
  if (!wrong) return t.skip('no RTL')
  assert.throws(() => fedx('verify', '--rtl-object', wrong, '--no-bundle', '--json', folder('bad.json'), '--report', folder('bad')), { status: 1 })
  if (whole) assert.throws(() => fedx('run', ...small, '--lockstep', 'all', '--rtl-object', wrong, '--no-bundle', '--report', folder('badrun')), { status: 1 })
  let signals = 0
  for (const [name, kind] of [['bad', 'verifications'], ['badrun', 'runs']].slice(0, some(2, 1))) {
    const page = await open(browser, name)
    const data = dataOf(name)
    const { difference } = data[kind][0]
    assert.equal(difference.reproduced, true)
    for (const [path, text] of await page.$$eval('.difference [data-path]', (all) => all.map((e) => [e.dataset.path, e.textContent])))
      assert.equal(text, String(at(data, path)), path)
    assert.match(await page.$eval('.difference pre', (p) => p.textContent), /packet .*\n  cycle .*first byte comes by port/)
    // The wrong field has a line for each side, and the last cycle is shaded.
    const drawn = await page.$$eval('.wave .names text', (all) => all.map((e) => e.textContent))
    for (const s of difference.wave.wrong) {
      assert.ok(drawn.includes(`${s.block}.${s.name} model`) && drawn.includes(`${s.block}.${s.name} RTL`), s.name)
      assert.notEqual(s.model.at(-1), s.rtl.at(-1))
    }
    assert.ok(await page.$$eval('.wave .wrong', (all) => all.length) >= 2)
    signals += drawn.length
    good(page)
    await numbersAre(page, data, 3)
    await page.close()
  }
  console.log(`${signals} rows of waveforms`)
})

test('words of the user do no harm, and a long run stays small', async () => {
  fedx('run', ...small, '--rtl-object', '<!--<script></script>"\'', '--report', folder('words'))
  const page = await open(browser, 'words')
  good(page)
  assert.ok((await page.$eval('.configuration', (d) => d.textContent)).includes('<!--<script></script>"\''))
  await page.close()
  fedx('report', ...fabric, '--cycles', '1000000', '--hot-spots', 'random:3:1', '--backpressure', 'none', '--against', 'flow.backpressure=message', '--report', folder('long'))
  const megabytes = statSync(join(folder('long'), 'report.html')).size / 1e6
  assert.ok(megabytes < 5, `${megabytes} MB`)
  const long = await open(browser, 'long')
  good(long)
  await long.close()
  console.log(`two runs of a million cycles: ${megabytes.toFixed(1)} MB`)
})
