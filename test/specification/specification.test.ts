import { describe, expect, it } from 'vitest'
import { below } from '../source-files.ts'
import { compare, type Product, readRow } from './table.ts'
import { type Compared, DIFFERENCES, rowsIn, TABLES } from './tables.ts'

const complaintsOf = (compared: Compared): Map<string, string[]> =>
  compare(rowsIn(compared), compared.product, DIFFERENCES, compared.isWhole)

describe.each(TABLES.map(compared => [compared.name, compared] as const))('%s', (_name, compared) => {
  const complaints = complaintsOf(compared)
  const names = new Set(rowsIn(compared).map(({ name }) => name))

  it.each([...names])('%s', name => {
    expect(complaints.get(name) ?? []).toEqual([])
  })

  it('has a line for everything that it is about', () => {
    expect([...complaints.keys()].filter(name => !names.has(name))).toEqual([])
  })
})

/** A cell in which one of its words is missing or changed. */
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
  it.each(TABLES.map(compared => [compared.name, compared] as const))(
    'of %s names the line in which a word is missing or changed',
    (_name, { table: { columns, rows }, keyCount, product }) => {
      const unseen = rows.flatMap(cells => {
        const { name, place } = readRow(columns, keyCount, cells)
        const line: Product = new Map(
          [...product].filter(([one]) => one === name || one.startsWith(`${place} `)),
        )
        return cells.flatMap((cell, at) =>
          (cell === '' ? [] : otherThan(cell))
            .filter(other => {
              const changed = readRow(columns, keyCount, cells.with(at, other))
              const complaints = compare([changed], line, DIFFERENCES, false)
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
  const rows = TABLES.flatMap(rowsIn)

  it.each([...DIFFERENCES])(
    'lists %s, by which a line differs, and what it sets aside',
    (decision, listed) => {
      const lines = rows.filter(row => row.decision === decision)
      const setAside = lines.flatMap(({ key, cells }) =>
        [key, ...Object.values(cells)].flatMap(({ specified, actual }) =>
          specified === actual ? [] : (specified ?? []),
        ),
      )
      expect(lines).not.toEqual([])
      expect([...listed].toSorted()).toEqual([...new Set(setAside)].toSorted())
      expect(below('docs/decisions').filter(path => path.includes(`/${decision}-`))).toHaveLength(1)
    },
  )
})
