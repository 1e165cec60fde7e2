import { describe, expect, it } from 'vitest'
import { listPathsBelow } from '../source-files.ts'
import { compareTableWithProduct, type ProductTableData, readRow } from './table.ts'
import {
  type ComparedTable,
  LISTED_DIFFERENCES,
  rowsOfSpecificationTable,
  SPECIFICATION_TABLES,
} from './tables.ts'

const complaintsOf = (compared: ComparedTable): Map<string, string[]> =>
  compareTableWithProduct(
    rowsOfSpecificationTable(compared),
    compared.product,
    LISTED_DIFFERENCES,
    compared.isWhole,
  )

describe.each(SPECIFICATION_TABLES.map(compared => [compared.name, compared] as const))(
  '%s',
  (_name, compared) => {
    const complaints = complaintsOf(compared)
    const names = new Set(rowsOfSpecificationTable(compared).map(({ name }) => name))

    it.each([...names])('%s', name => {
      expect(complaints.get(name) ?? []).toEqual([])
    })

    it('has a line for everything within its scope', () => {
      expect([...complaints.keys()].filter(name => !names.has(name))).toEqual([])
    })
  },
)

/** Variants of a cell with one word missing or changed. */
const otherThan = (cell: string): string[] =>
  cell
    .split(/(?<=^\*)|(?=\*$)|(?= )|(?<= )/)
    .flatMap((word, at, words) =>
      /^( |\*|→)?$/.test(word)
        ? []
        : [words.toSpliced(at, 1), words.with(at, `${word}x`)].map(some =>
            some.join('').replaceAll(/ +/g, ' ').trim(),
          ),
    )

describe('the comparison', () => {
  it.each(SPECIFICATION_TABLES.map(compared => [compared.name, compared] as const))(
    'of %s names the line in which a word is missing or changed',
    (_name, { table: { columns, rows }, keyCount, product }) => {
      const unseen = rows.flatMap(cells => {
        const { name, place } = readRow(columns, keyCount, cells)
        const line: ProductTableData = new Map(
          [...product].filter(([one]) => one === name || one.startsWith(`${place} `)),
        )
        return cells.flatMap((cell, at) =>
          (cell === '' ? [] : otherThan(cell))
            .filter(other => {
              const changed = readRow(columns, keyCount, cells.with(at, other))
              const complaints = compareTableWithProduct([changed], line, LISTED_DIFFERENCES, false)
              return (
                complaints.size === 0 ||
                [...complaints.keys()].some(one => one !== name && one !== changed.name)
              )
            })
            .map(other => `${name}: “${cell}” may be “${other}”`),
        )
      })
      expect(unseen).toEqual([])
    },
  )
})

describe('decision 0035', () => {
  const rows = SPECIFICATION_TABLES.flatMap(rowsOfSpecificationTable)

  it.each([...LISTED_DIFFERENCES])(
    'lists %s, which explains a difference, with what it replaces',
    (decision, listed) => {
      const lines = rows.filter(row => row.decision === decision)
      const setAside = lines.flatMap(({ key, cells }) =>
        [key, ...Object.values(cells)].flatMap(({ specified, actual }) =>
          specified === actual ? [] : (specified ?? []),
        ),
      )
      expect(lines).not.toEqual([])
      expect([...listed].toSorted()).toEqual([...new Set(setAside)].toSorted())
      expect(listPathsBelow('docs/decisions').filter(path => path.includes(`/${decision}-`))).toHaveLength(1)
    },
  )
})
