import { describe, expect, it } from 'vitest'
import { listValidationErrors } from './faults.ts'
import { MATCH_SOLUTION_SCHEMA } from './solution-schema.ts'

const PENCE = 'must be a whole number of pence from -9007199254740991 to 9007199254740991'

describe('a fault in a file is described in terms that its reader knows', () => {
  it.each<[string, object, string]>([
    ['an entry by its id', { projects: [{ id: 'P1', value: '1' }] }, `Project P1: value ${PENCE}`],
    ['an entry without an id by its place', { requirements: [{}, 7] }, 'Requirement 2 must be an object'],
    [
      'an entry within another',
      { groups: [{ id: 'G1', winnerIds: [''] }] },
      'Group G1, winner 1 must be a text',
    ],
    [
      'an entry of a list within a part of the file',
      { comparison: { vcg: [{ value: null }] } },
      `comparison, payment 1: value ${PENCE}`,
    ],
    [
      'a setting, whose names are free',
      { engine: { options: { gap: null } } },
      'engine: options: gap must be a text, a number, or true or false',
    ],
    ['an unknown name', { engine: { maker: 'x' } }, 'engine: maker is not known'],
  ])('names %s', (_, file, sentence) => {
    expect(listValidationErrors(MATCH_SOLUTION_SCHEMA, file).faults).toContain(sentence)
  })

  it('names the section of the file that holds it', () => {
    const { faults } = listValidationErrors(MATCH_SOLUTION_SCHEMA, { flows: [{ units: -1 }] }, 'solution')
    expect(faults).toContain(
      'solution, flow 1: units must be a whole number of ten-thousandths from 0 to 9007199254740991',
    )
  })

  it('is reported once, however many of its rules are broken', () => {
    const { faults } = listValidationErrors(MATCH_SOLUTION_SCHEMA, {
      tie: { decidedBy: 1, alternatives: -0.5, note: '' },
    })
    expect(faults.filter(fault => fault.startsWith('tie'))).toEqual([
      'tie: alternatives must be a whole number from 0 to 9007199254740991',
      'tie: note must be a sentence',
    ])
  })
})
