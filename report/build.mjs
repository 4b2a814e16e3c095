// SPDX-License-Identifier: Apache-2.0
//
// Make the page: scripts, styles and charts in one HTML file without addresses.
//   node build.mjs FILE
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
const replace = (text, marker, value) => {
  if (text.split(marker).length !== 2) throw new Error(`page.html: ${marker} must be there once`)
  return text.replace(marker, () => value)
}
await writeFile(target, replace(replace(page, '/* STYLE */', style), '/* SCRIPT */', script))
