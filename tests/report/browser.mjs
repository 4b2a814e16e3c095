// SPDX-License-Identifier: Apache-2.0
//
// What tests and screenshots share: reports to look at, and a browser to do it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'

export const scratch = process.env.SCRATCH

// Run the program. @return what it printed
export function fedx(...args) {
  return execFileSync(process.env.FEDX, [...args, '--quiet'], { encoding: 'utf8', maxBuffer: 1 << 28 })
}

export const dataOf = (name) => JSON.parse(readFileSync(join(scratch, name, 'report.json'), 'utf8'))

export const launch = () =>
  puppeteer.launch({ executablePath: process.env.CHROMIUM, headless: true, args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'] })

// Pages that were closed: it is sooner to load something else into one than to open another.
const spare = []

// A page that says what must not happen. Its close leaves it for the next report.
async function newPage(browser) {
  const page = await browser.newPage()
  page.on('console', (message) => ['error', 'warn'].includes(message.type()) && page.problems.push(message.text()))
  page.on('pageerror', (error) => page.problems.push(error.stack))
  page.on('request', (request) => /^(file|data):/.test(request.url()) || page.problems.push('asks for ' + request.url()))
  page.close = async () => void spare.push(page)
  return page
}

// Open a report. problems: everything that must not happen.
export async function open(browser, name, { width = 1440, height = 1000, dark = false } = {}) {
  const page = spare.pop() ?? (await newPage(browser))
  page.problems = []
  await page.setViewport({ width, height })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }])
  await page.goto('file://' + join(scratch, name, 'report.html'))
  await page.waitForFunction('window.fedx !== undefined')
  return page
}
