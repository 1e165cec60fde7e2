import { expect, it } from 'vitest'
import { GLOSSARY_TERMS } from '#domain/text/terms'
import { readSourceFile } from './source-file.ts'

it('the glossary explains a term as the screens do', () => {
  const rows = readSourceFile('docs/glossary.md')
    .text.split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
  const meansOf = (term: string) => rows.find(([, word]) => word?.split(', ').includes(term))?.[2]
  expect(Object.fromEntries(Object.keys(GLOSSARY_TERMS).map(term => [term, meansOf(term)]))).toEqual(
    GLOSSARY_TERMS,
  )
})
