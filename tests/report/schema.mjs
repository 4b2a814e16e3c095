// SPDX-License-Identifier: Apache-2.0
//
// Results of fedx run --json against their schema, which must refuse them when they are damaged, wherever that is.
//   node schema.mjs SCHEMA CONFIG.MD RESULTS...
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import Ajv from 'ajv/dist/2020.js'

const [schemaFile, configFile, ...files] = process.argv.slice(2)
const schema = JSON.parse(readFileSync(schemaFile, 'utf8'))
// Conditions name keys whose definition and type are outside of them.
const isValid = new Ajv({ strictRequired: false, strictTypes: false }).compile(schema)

function fail(message) {
  console.error('FAIL: ' + message)
  process.exit(1)
}

// Texts that are not words of a list: a misspelt one may be right.
const free = new Set(['command', 'replay'])
// Only the points of a sweep have it.
const optional = new Set(['hash'])
// Figures that may be negative.
const signed = new Set(['growth', 'batch_correlation'])

// What may happen to a member of an object. @return whether it did
const damages = {
  'a key removed': (object, key) => !optional.has(key) && delete object[key],
  'a word misspelt': (object, key) => typeof object[key] === 'string' && !free.has(key) && (object[key] += '?'),
  'a number as text': (object, key) => typeof object[key] === 'number' && (object[key] = String(object[key])),
  'a number below 0': (object, key) => object[key] > 0 && !signed.has(key) && (object[key] = -object[key]),
}

const counted = { keys: 0, damaged: 0, words: 0 }

function mustBeRefused(results, where, what) {
  if (isValid(results)) fail(`${where}: the schema takes ${what}`)
  counted.damaged++
}

// Every member of the object, and of those inside it, damaged alone; all is as before in the end.
function damageAll(results, object, where) {
  object.a_key_more = 0
  mustBeRefused(results, where, 'a key added')
  delete object.a_key_more
  for (const [key, value] of Object.entries(object)) {
    counted.keys++
    for (const [what, damage] of Object.entries(damages)) {
      if (damage(object, key)) mustBeRefused(results, `${where}: ${key}`, what)
      object[key] = value
    }
    const inside = Array.isArray(value) ? value[0] : value
    if (inside !== null && typeof inside === 'object') damageAll(results, inside, `${where}: ${key}`)
  }
}

// The words of a key are those that docs/config.md, which the program writes, has for it.
function wordsAreThose(part, key) {
  const row = readFileSync(configFile, 'utf8').match(new RegExp(`^\\| ${key} \\|.*one of (.*) \\|$`, 'm'))
  const words = schema.$defs[part].properties[key].enum.filter((word) => word !== null)
  if (row?.[1] !== words.join(', ')) fail(`${part}.${key}: the schema has ${words.join(', ')}, not ${row?.[1]}`)
  counted.words += words.length
}

for (const [part, key] of [['fabric', 'topology'], ['traffic', 'workload'], ['traffic', 'routing'], ['traffic', 'pattern'], ['flow', 'backpressure']])
  wordsAreThose(part, key)
for (const file of files) {
  const results = JSON.parse(readFileSync(file, 'utf8'))
  const name = basename(file)
  if (!isValid(results)) fail(`${name}: ${isValid.errors.map((e) => `${e.instancePath || 'results'} ${e.message} ${JSON.stringify(e.params)}`).join('; ')}`)
  damageAll(results, results, name)
  if (!isValid(results)) fail(`${name}: not as before`)
}
console.log(`${files.length} results valid with ${counted.keys} keys and ${counted.words} words of the configuration; ${counted.damaged} damaged ones refused`)
