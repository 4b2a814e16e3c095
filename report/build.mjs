// SPDX-License-Identifier: Apache-2.0
//
// Make the page: scripts, styles and charts in one HTML file without addresses.
//   node build.mjs FILE   (build.sh does it, where the packages are)
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const target = process.argv[2]
if (!target) throw new Error('usage: node build.mjs FILE')

const bundled = async (entry) => {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    legalComments: 'inline',
  })
  return result.outputFiles[0].text
}

// In a script element, the end of one is the only thing that must not be found.
const script = (await bundled('src/main.js')).replaceAll('</script', '<\\/script')
const style = await bundled('src/page.css')
const page = await readFile(new URL('src/page.html', import.meta.url), 'utf8')

// What the licences of the parts ask of whoever passes them on. (A comment of HTML must not hold two hyphens.)
const notices = await Promise.all(
  ['echarts/NOTICE', 'echarts/licenses/LICENSE-d3', 'zrender/LICENSE', 'tslib/LICENSE.txt'].map(async (name) => {
    const text = await readFile(new URL(`node_modules/${name}`, import.meta.url), 'utf8')
    return `${name}:\n${text.trim()}\n`.replaceAll('--', '- -')
  }),
)
const replace = (text, marker, value) => {
  if (text.split(marker).length !== 2) throw new Error(`page.html: ${marker} must be there once`)
  return text.replace(marker, () => value)
}
const marked = { '/* STYLE */': style, '/* SCRIPT */': script, 'THE NOTICES': notices.join('\n') }
await writeFile(target, Object.entries(marked).reduce((text, [marker, value]) => replace(text, marker, value), page))
