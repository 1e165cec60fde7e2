import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { refdataDir } from '../process/places.ts'
import { findTownsByName } from './towns.ts'

const rowsOf = (name: string): Record<string, string>[] =>
  parse(readFileSync(join(refdataDir, `${name}.csv`)), { columns: true, bom: true })

it('every row of towns has an existing authority, and names each town once', () => {
  const authorities = new Set(rowsOf('lpas').map(({ id }) => id))
  const rows = rowsOf('towns')
  expect(rows.filter(({ lpaId }) => !authorities.has(lpaId))).toEqual([])
  expect(new Set(rows.map(({ lpaId }) => lpaId)).size).toBe(rows.length)
  for (const { towns = '' } of rows) {
    const its = towns.split('|')
    expect(its).not.toContain('')
    expect(new Set(its).size).toBe(its.length)
  }
})

it('a town is found whatever its spacing and spelling, but not by a part of its name', () => {
  const inCornwall = [{ lpaId: 'Cornwall', name: 'St Ives' }]
  expect(findTownsByName('st. ives').filter(({ lpaId }) => lpaId === 'Cornwall')).toEqual(inCornwall)
  expect(findTownsByName('  St Ives ').filter(({ lpaId }) => lpaId === 'Cornwall')).toEqual(inCornwall)
  expect(findTownsByName('Burnham on Sea')).toEqual([{ lpaId: 'Somerset', name: 'Burnham-on-Sea' }])
  expect(findTownsByName('Ives')).toEqual([])
  expect(findTownsByName('')).toEqual([])
})
