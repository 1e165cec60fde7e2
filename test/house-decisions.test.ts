import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/process/places'
import { readSourceFile } from './source-file.ts'

const FOLDER = 'docs/decisions'
const index = readSourceFile(`${FOLDER}/README.md`).text
const LINE = /^\| \[(\d{4})\]\((\S+)\) \| .+ \| (in force|(?:amended|superseded) by [\d, ]+) \|$/gm

/** A list of numbers, each with an optional reason in brackets: "0031 (large blocks), 0038 and 0041". */
const NUMBERS = String.raw`((?:(?:, | and )?\d{4}(?: \([^)]*\))?)+)`
const numbersIn = (text = ''): string[] => text.replaceAll(/\([^)]*\)/g, '').match(/\d{4}/g) ?? []

const records = readdirSync(join(projectRoot, FOLDER))
  .filter(name => name !== 'README.md')
  .map(file => {
    const [title = '', , line = ''] = readSourceFile(`${FOLDER}/${file}`).text.split('\n')
    const saysOf = (relation: string) => numbersIn(new RegExp(`${relation} ${NUMBERS}`).exec(line)?.[1])
    return {
      ...{ file, title, line, number: file.slice(0, 4) },
      ...{ amendedBy: saysOf('Amended by'), supersededBy: saysOf('Superseded by') },
      ...{ amends: saysOf('Amends'), supersedes: saysOf('Supersedes') },
    }
  })

it.each(records)(
  '$file has its number in the title, followed by its date and state',
  ({ number, title, line }) => {
    expect(title).toMatch(new RegExp(`^# ${number} \\S`))
    expect(line).toMatch(/^\d{1,2} \w+ \d{4}\. (In force|Amended by \d{4}|Superseded by \d{4})/)
  },
)

it('the index lists each record once, with the state that the record states', () => {
  const indexed = [...index.matchAll(LINE)].map(([, number, file, state]) => ({ number, file, state }))
  const stateOf = ({ amendedBy, supersededBy }: (typeof records)[number]) => {
    if (supersededBy.length > 0) return `superseded by ${supersededBy.join(', ')}`
    return amendedBy.length > 0 ? `amended by ${amendedBy.join(', ')}` : 'in force'
  }
  expect(indexed).toEqual(records.map(one => ({ number: one.number, file: one.file, state: stateOf(one) })))
})

it.each([
  ['amends', 'amendedBy'],
  ['supersedes', 'supersededBy'],
] as const)('a record that %s another is named in both', (does, isDone) => {
  const said = records.flatMap(one => one[does].map(other => `${one.number} ${does} ${other}`))
  const heard = records.flatMap(one => one[isDone].map(other => `${other} ${does} ${one.number}`))
  expect(said.length).toBeGreaterThan(0)
  expect(said.toSorted()).toEqual(heard.toSorted())
})

it('numbers have no gaps but those that the index explains', () => {
  const explained = new Set(
    [...(/^0050.*$/m.exec(index)?.[0].split(' (')[0] ?? '').matchAll(/(\d{4})(?: to (\d{4}))?/g)].flatMap(
      ([, from, to = from]) =>
        Array.from({ length: Number(to) - Number(from) + 1 }, (_, more) => Number(from) + more),
    ),
  )
  const numbers = records.map(({ number }) => Number(number))
  const all = Array.from({ length: Math.max(...numbers) }, (_, before) => before + 1)
  expect(all.filter(number => !numbers.includes(number))).toEqual([...explained])
})
