// SPDX-License-Identifier: Apache-2.0
//
// A verification run: what was compared, what was reached, and what was found.
import { differenceElement } from './difference.js'
import { at, command, el, number, section, table, wordOf } from './dom.js'

function reached(data, path) {
  const { episodes } = at(data, path + '.results')
  const { registers } = at(data, path)
  const rows = Object.keys(episodes).map((name) => [name, number(data, `${path}.results.episodes.${name}`, 'count')])
  return el('div', { class: 'columns' },
    el('div', {}, table('Episodes of stimulus', ['kind', 'episodes'], rows),
      el('p', {}, number(data, path + '.results.mode_combinations', 'count'), ' combinations of modes; ', number(data, path + '.results.accepted', 'count'),
        ' packets accepted and ', number(data, path + '.results.delivered', 'count'), ' delivered where every byte is followed.')),
    el('div', {}, el('p', {}, number(data, path + '.results.registers_changed', 'count'), ' of ', number(data, path + '.results.registers_named', 'count'), ' named registers changed at least once:'),
      el('ul', { class: 'chips' }, registers.map((r) => el('li', { class: r.changed ? '' : 'never', title: r.meaning + (r.changed ? '' : ' (never changed)') }, `${r.block}.${r.name}${r.lanes > 1 ? ` × ${r.lanes}` : ''}${r.changed ? '' : ' ✗'}`)))))
}

// Of fedx verify --coverage: points by family, and those that were missed.
function covered(data, path) {
  const { coverage } = at(data, path + '.results')
  if (!coverage) return null
  const count = (name) => number(data, `${path}.results.coverage.${name}`, 'count')
  const rows = coverage.families.map(({ name, what, holes }, i) => [name, what, count(`families.${i}.reachable`), count(`families.${i}.hit`),
    holes.length ? el('details', {}, el('summary', {}, `${holes.length} missing`), holes.join('; ')) : ''])
  return el('div', { class: 'coverage' },
    el('p', {}, count('hit'), ' of ', count('reachable'), ' coverage points hit; ', count('points'), ' with those that cannot be.'),
    table('Coverage', ['family', 'a point', 'reachable', 'hit', ''], rows, { words: [1, 4] }))
}

export function verificationSection(data, index) {
  const v = data.verifications[index]
  const path = `verifications.${index}`
  const good = v.results.outcome === 'good'
  const id = data.verifications.length > 1 ? `verification-${index + 1}` : 'verification'
  const element = section(id, `Verification of the ${wordOf(v.results).one}`,
    el('p', { class: 'lead' }, el('span', { class: 'verdict ' + (good ? 'yes' : 'no'), 'data-path': path + '.results.outcome' }, good ? '✓ 0 differences' : `✗ ${v.results.outcome}`), ' in ',
      number(data, path + '.results.compared.cycles', 'count'), ' cycles, ', number(data, path + '.results.compared.pin_bits', 'count'), ' output pin bits, ',
      number(data, path + '.results.compared.registers', 'count'), ' named registers and ', number(data, path + '.results.compared.store_bytes', 'count'), ' store bytes compared with the golden model; seed ',
      number(data, path + '.results.seed', 'count'), '.'),
    command(v.command), v.difference ? differenceElement(path + '.difference', v.difference) : v.failure ? el('pre', {}, v.failure) : null, el('h3', {}, 'What was reached'), reached(data, path), covered(data, path))
  return { element, link: 'Verification' }
}
