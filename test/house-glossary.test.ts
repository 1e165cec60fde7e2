import { expect, it } from 'vitest'
import { TERMS } from '#domain/terms'
import { read } from './source-files.ts'

it('the glossary explains a word as the screens do', () => {
  const rows = read('docs/glossary.md')
    .text.split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
  const meansOf = (term: string) => rows.find(([, word]) => word?.split(', ').includes(term))?.[2]
  expect(Object.fromEntries(Object.keys(TERMS).map(term => [term, meansOf(term)]))).toEqual(TERMS)
})
