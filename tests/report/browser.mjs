// SPDX-License-Identifier: Apache-2.0
//
// What tests and screenshots share: reports to look at, and a browser to do it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as devtools from './devtools.mjs'

export const scratch = process.env.SCRATCH

// Run the program. @return what it printed
export function fedx(...args) {
  return execFileSync(process.env.FEDX, [...args, '--quiet'], { encoding: 'utf8', maxBuffer: 1 << 28 })
}

export const dataOf = (name) => JSON.parse(readFileSync(join(scratch, name, 'report.json'), 'utf8'))

export const launch = () => devtools.launch(process.env.CHROMIUM, scratch)

// Pages that were closed: it is sooner to load something else into one than to open another.
const spare = []

// A page whose close leaves it for the next report
async function newPage(browser) {
  const page = await browser.newPage()
  page.close = async () => void spare.push(page)
  return page
}

// Open a report. problems: everything that must not happen.
export async function open(browser, name, { width = 1440, height = 1000, dark = false } = {}) {
  const page = spare.pop() ?? (await newPage(browser))
  page.problems = []
  await page.show({ width, height, dark })
  await page.goto('file://' + join(scratch, name, 'report.html'))
  await page.waitFor('window.fedx !== undefined')
  return page
}
