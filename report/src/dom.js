// SPDX-License-Identifier: Apache-2.0
//
// Elements, and numbers that say where in the data they come from.

const svgNames = new Set(['svg', 'g', 'line', 'rect', 'circle', 'path', 'text', 'title', 'polyline', 'defs', 'pattern'])

// el('p', { class: 'note' }, 'text', child, ...); properties that begin with "on" are listeners.
export function el(name, properties = {}, ...children) {
  const element = svgNames.has(name)
    ? document.createElementNS('http://www.w3.org/2000/svg', name)
    : document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

// The value at a path such as runs.0.results.throughput.
export function at(data, path) {
  return path.split('.').reduce((value, key) => (value === null || value === undefined ? value : value[key]), data)
}

// How numbers are written. Exact values are in the tooltip.
export const formats = {
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

// What routers are called: the Fed-X switch is one, and all of them are routers where others are among them.
export const wordOf = (...results) => (results.some((r) => (r.fabric ?? r).router) ? { one: 'router', all: 'routers' } : { one: 'switch', all: 'switches' })
export const capital = (text) => text[0].toUpperCase() + text.slice(1)

// Reasons of refusal (docs/reference/statistics.md) in words, in the order in which they are tried.
export const reasons = JSON.parse(document.getElementById('reasons').textContent)

export function write(value, format) {
  return value === null || value === undefined ? '–' : formats[format](value)
}

// A number of the data as an element that knows its path; the test compares both.
export function number(data, path, format, unit = '') {
  const value = at(data, path)
  return el('span', { class: 'number', 'data-path': path, 'data-format': format, title: value === null ? 'no samples' : String(value) },
    write(value, format), unit ? ' ' + unit : '')
}

// The sum of some, likewise.
export function sum(data, paths, format) {
  return el('span', { class: 'number', 'data-path': paths.join(' + '), 'data-format': format }, write(paths.reduce((all, path) => all + at(data, path), 0), format))
}

// words: columns of words rather than numbers.
export function table(caption, head, rows, { words = [], ...properties } = {}) {
  const kind = (i) => (words.includes(i) ? 'words' : null)
  return el('div', { class: 'scroll' }, el('table', properties,
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, head.map((cell, i) => el('th', { scope: 'col', class: kind(i) }, cell)))),
    el('tbody', {}, rows.map((row) => el('tr', {}, row.map((cell, i) => el(i ? 'td' : 'th', { scope: i ? null : 'row', class: kind(i) }, cell)))))))
}

// A command that can be copied.
export function command(text) {
  const button = el('button', { type: 'button', class: 'copy', 'aria-label': 'Copy the command' }, 'Copy')
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(button.previousSibling)
      button.textContent = 'Selected'
    }
    setTimeout(() => { button.textContent = 'Copy' }, 1500)
  })
  return el('p', { class: 'command' }, el('code', {}, text), button)
}

export function section(id, title, ...children) {
  return el('section', { id, 'aria-labelledby': id + '-title' }, el('h2', { id: id + '-title' }, title), ...children)
}
