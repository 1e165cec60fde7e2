import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { refdataDir } from '../places.ts'
import { townsCalled } from './towns.ts'

const rowsOf = (name: string): Record<string, string>[] =>
  parse(readFileSync(join(refdataDir, `${name}.csv`)), { columns: true, bom: true })

it('every row of towns is of an authority that there is, and names each of its towns once', () => {
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

it('a town is found however it is spaced and spelt, and not by a part of its name', () => {
  const inCornwall = [{ lpaId: 'Cornwall', name: 'St Ives' }]
  expect(townsCalled('st. ives').filter(({ lpaId }) => lpaId === 'Cornwall')).toEqual(inCornwall)
  expect(townsCalled('  St Ives ').filter(({ lpaId }) => lpaId === 'Cornwall')).toEqual(inCornwall)
  expect(townsCalled('Burnham on Sea')).toEqual([{ lpaId: 'Somerset', name: 'Burnham-on-Sea' }])
  expect(townsCalled('Ives')).toEqual([])
  expect(townsCalled('')).toEqual([])
})
