import { expect, it } from 'vitest'
import { assignFilesToRows } from './match-files.ts'

const row = (id: string, name: string, organisation: string) => ({
  id,
  name,
  organisation: { name: organisation },
})
const ROWS = [
  row('P101', 'Sedgewhistle Wetland', 'Sedgewhistle Farm'),
  row('P102', 'Sedgewhistle Wetland North', 'Sedgewhistle Farm'),
  row('P103', 'Larkhanger Arable Réversion', 'Larkhanger Estate'),
  row('P104', 'Old Orchard', 'Tarnfeather'),
]
const matched = (...names: string[]) => {
  const { byRow, left } = assignFilesToRows(
    names.map(name => ({ name })),
    ROWS,
  )
  return {
    rows: Object.fromEntries([...byRow].map(([id, { name }]) => [id, name])),
    left: left.map(({ name }) => name),
  }
}

it('a file is assigned to the row whose id or name is in its file name, however that is written', () => {
  expect(matched('agreement_P104.pdf', 'LARKHANGER-arable-reversion (signed).PDF')).toEqual({
    rows: { P104: 'agreement_P104.pdf', P103: 'LARKHANGER-arable-reversion (signed).PDF' },
    left: [],
  })
})

it('the longer name is the one that is meant', () => {
  expect(matched('sedgewhistle wetland north.pdf', 'sedgewhistle wetland.pdf').rows).toEqual({
    P102: 'sedgewhistle wetland north.pdf',
    P101: 'sedgewhistle wetland.pdf',
  })
})

it('an organisation’s name is enough where it has one row only', () => {
  expect(matched('Tarnfeather.pdf')).toEqual({ rows: { P104: 'Tarnfeather.pdf' }, left: [] })
  expect(matched('Sedgewhistle Farm.pdf')).toEqual({ rows: {}, left: ['Sedgewhistle Farm.pdf'] })
})

it('nothing is guessed: two files for a row, and a file that fits none, are left over', () => {
  expect(matched('P101 first.pdf', 'P101 second.pdf', 'holiday.pdf')).toEqual({
    rows: {},
    left: ['P101 first.pdf', 'P101 second.pdf', 'holiday.pdf'],
  })
})
