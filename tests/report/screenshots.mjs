// SPDX-License-Identifier: Apache-2.0
//
// Pictures of reports for README and docs.
//   node screenshots.mjs FOLDER
import { join } from 'node:path'
import { fedx, launch, open, scratch } from './browser.mjs'

const target = process.argv[2]
const folder = (name) => join(scratch, name)

fedx('report', '--hot-spots', '27', '--backpressure', 'none', '--against', 'flow.backpressure=destination', '--cycles', '100000', '--report', folder('hot'))
fedx('run', '--lockstep', 'all', '--cycles', '100000', '--report', folder('run'))
fedx('run', '--router', 'vcr-tree', '--topology', 'tree', '--workload', 'single', '--load', '1', '--source', 'bernoulli', '--terminal-queue', '--pattern', 'hot-region',
  '--cycles', '20000', '--drain', 'none', '--sat', 'ring', '--sat-l', '12', '--sat-k', '12', '--report', folder('token'))
fedx('run', '--topology', 'hexmesh', '--hot-spots', '45', '--load', '0.5', '--cycles', '50000', '--report', folder('hexagon'))
fedx('sweep', 'figure-02', 'figure-10', '--out', folder('out'), '--report', folder('paper'))

try {
  fedx('verify', '--rtl-object', process.env.MUTANT_RTL, '--no-bundle', '--report', folder('bad'))
} catch {
  /* Exit status 1: that is what is shown. */
}

const browser = await launch()
// One picture: of a part of the page if there is a selector, of what is in view if not.
async function shoot(file, name, size, prepare, selector) {
  const page = await open(browser, name, size)
  if (prepare) await page.evaluate(prepare)
  /* What stays in view would cover parts. */
  if (selector) await page.$eval('head', (head) => head.append(Object.assign(document.createElement('style'), { textContent: 'header, .player { display: none !important }' })))
  await new Promise((resolve) => setTimeout(resolve, 300))
  await page.screenshot(join(target, file), selector)
  await page.close()
  console.log(file)
}
// A packet with a long way, in the run without backpressure.
const choosePacket = `{
  const { timeline } = fedx.data.runs[0]
  const [number] = Object.entries(timeline.ways).filter(([n]) => timeline.packets[n][1] === 27).sort((a, b) => b[1].length - a[1].length || a[0] - b[0])[0]
  fedx.player.show(100)
  fedx.player.choosePacket(0, Number(number))
}`
await shoot('report-hot-spot.png', 'hot', { width: 1200, height: 1080 })
await shoot('report-packet.png', 'hot', { width: 1200, height: 900 }, choosePacket)
await shoot('report-switch.png', 'hot', { width: 1200, height: 900 }, 'fedx.player.choose(28)', '#router')
await shoot('report-run.png', 'run', { width: 1200, height: 1000, dark: true }, null, '#run')
await shoot('report-difference.png', 'bad', { width: 1200, height: 900 }, 'scrollTo(0, 230)')
await shoot('report-figures.png', 'paper', { width: 1200, height: 900 })
await shoot('report-phone.png', 'hot', { width: 390, height: 844 }, "document.querySelector('#map-1').scrollIntoView()")
await shoot('report-token.png', 'token', { width: 1300, height: 1000 }, 'fedx.player.show(100)', '.gates')
await shoot('report-hexagon.png', 'hexagon', { width: 1000, height: 1100 }, null, '#map-1')
await browser.close()
