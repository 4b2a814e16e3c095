// SPDX-License-Identifier: Apache-2.0
//
// Headless Chromium by its DevTools protocol, through a pipe: what tests and screenshots of reports need of it, and no more.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Commands with numbers, their answers, and events, each a line that ends with a zero byte.
class Connection {
  waiting = new Map() // commands that have no answer yet, by their numbers
  listeners = new Map() // of events, by session
  #number = 0
  #rest = []
  #over = false

  constructor(program) {
    this.input = program.stdio[3]
    program.stdio[4].on('data', (chunk) => this.#read(chunk))
    this.input.on('error', () => this.#end())
    program.on('error', () => this.#end())
    this.ended = new Promise((resolve) => program.on('close', resolve)).then(() => this.#end())
  }

  send(method, params = {}, sessionId = undefined) {
    if (this.#over) return Promise.reject(new Error(`${method}: the browser has ended`))
    const id = ++this.#number
    this.input.write(JSON.stringify({ id, method, params, sessionId }) + '\0')
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, method }))
  }

  #read(chunk) {
    for (let end; (end = chunk.indexOf(0)) >= 0; chunk = chunk.subarray(end + 1)) {
      this.#take(JSON.parse(Buffer.concat([...this.#rest, chunk.subarray(0, end)]).toString()))
      this.#rest = []
    }
    this.#rest.push(chunk)
  }

  #take({ id, result, error, method, params, sessionId }) {
    if (id === undefined) return this.listeners.get(sessionId)?.(method, params)
    const command = this.waiting.get(id)
    this.waiting.delete(id)
    if (error) command.reject(new Error(`${command.method}: ${error.message}`))
    else command.resolve(result)
  }

  #end() {
    this.#over = true
    for (const { reject, method } of this.waiting.values()) reject(new Error(`${method}: the browser has ended`))
    this.waiting.clear()
  }
}

// Keys that tests press: their codes, and what they write.
const keys = { Enter: [13, '\r'], Home: [36], ArrowLeft: [37], ArrowRight: [39], ArrowDown: [40] }

const call = (what, args) => (typeof what === 'string' ? what : `(${what})(...${JSON.stringify(args)})`)

class Page {
  problems = [] // what must not happen
  #send
  #loaded = () => {}
  #at = [0, 0] // the pointer

  constructor(connection, sessionId) {
    this.#send = (method, params) => connection.send(method, params, sessionId)
    connection.listeners.set(sessionId, (method, params) => this.#take(method, params))
  }

  async enable() {
    const all = ['Page', 'Runtime', 'Log', 'Network'].map((domain) => this.#send(`${domain}.enable`))
    await Promise.all([...all, this.#send('Emulation.setFocusEmulationEnabled', { enabled: true })])
    return this
  }

  #take(method, { type, args, exceptionDetails, entry, request }) {
    if (method === 'Page.loadEventFired') this.#loaded()
    if (method === 'Runtime.consoleAPICalled' && ['error', 'warning'].includes(type))
      this.problems.push(args.map((a) => a.description ?? String(a.value)).join(' '))
    if (method === 'Runtime.exceptionThrown') this.problems.push(exceptionDetails.exception?.description ?? exceptionDetails.text)
    if (method === 'Log.entryAdded' && ['error', 'warning'].includes(entry.level)) this.problems.push(entry.text)
    if (method === 'Network.requestWillBeSent' && !/^(file|data):/.test(request.url)) this.problems.push('asks for ' + request.url)
  }

  // Like a window of that size, with a theme that the user prefers.
  async show({ width, height, dark }) {
    await this.#send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    await this.#send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] })
  }

  async goto(url) {
    const loaded = new Promise((resolve) => { this.#loaded = resolve })
    const { errorText } = await this.#send('Page.navigate', { url })
    if (errorText) throw new Error(`${url}: ${errorText}`)
    await loaded
  }

  // What an expression, or a function with these arguments, is in the page.
  async evaluate(what, ...args) {
    const options = { expression: call(what, args), returnByValue: true, awaitPromise: true, userGesture: true }
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', options)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  // Until that is true
  waitFor(what, ...args) {
    return this.evaluate(`new Promise((resolve, reject) => {
      const end = Date.now() + 30000
      const look = () => (${call(what, args)}) ? resolve() : Date.now() > end ? reject(new Error('not true after 30 s')) : setTimeout(look, 10)
      look()
    })`)
  }

  $eval(selector, what, ...args) {
    return this.evaluate(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)})
      if (!element) throw new Error('nothing is ' + ${JSON.stringify(selector)})
      return (${what})(element, ...${JSON.stringify(args)})
    })()`)
  }

  $$eval(selector, what, ...args) {
    return this.evaluate(`(${what})([...document.querySelectorAll(${JSON.stringify(selector)})], ...${JSON.stringify(args)})`)
  }

  // The pointer is there at once, for what comes next without waiting.
  move(x, y) {
    this.#at = [x, y]
    return this.#send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
  }

  #button(type) {
    const [x, y] = this.#at
    return this.#send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  }

  down() {
    return this.#button('mousePressed')
  }

  up() {
    return this.#button('mouseReleased')
  }

  // In the middle of an element, which comes into view
  async click(selector) {
    const middle = await this.$eval(selector, (element) => {
      const inView = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth
      if (!inView(element.getBoundingClientRect())) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x + width / 2, y + height / 2]
    })
    await this.move(...middle)
    await this.down()
    await this.up()
  }

  async press(key) {
    const [windowsVirtualKeyCode, text] = keys[key]
    await this.#send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', key, code: key, windowsVirtualKeyCode, text })
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key, windowsVirtualKeyCode })
  }

  async pdf() {
    return Buffer.from((await this.#send('Page.printToPDF')).data, 'base64')
  }

  // What is in view, or all of an element, as a PNG file
  async screenshot(file, selector) {
    const clip = selector && await this.$eval(selector, (element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: x + scrollX, y: y + scrollY, width, height, scale: 1 }
    })
    const { data } = await this.#send('Page.captureScreenshot', { clip: clip || undefined, captureBeyondViewport: Boolean(clip) })
    writeFileSync(file, Buffer.from(data, 'base64'))
  }
}

// Start Chromium, with a profile that is gone with it, in a folder.
export async function launch(executable, folder) {
  const profile = mkdtempSync(join(folder, 'chromium-'))
  const options = ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, '--no-sandbox', '--disable-gpu', '--force-color-profile=srgb',
    '--hide-scrollbars', '--no-first-run', '--disable-background-networking', '--disable-extensions', '--disable-component-update',
    '--disable-background-timer-throttling', '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows', 'about:blank']
  const program = spawn(executable, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const connection = new Connection(program)
  await connection.send('Browser.getVersion')
  return {
    async newPage() {
      const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' })
      const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true })
      return new Page(connection, sessionId).enable()
    },
    async close() {
      connection.send('Browser.close').catch(() => {})
      await connection.ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
