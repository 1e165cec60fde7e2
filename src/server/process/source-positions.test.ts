import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withSourcePositions } from './source-positions.ts'

// Three lines: two mappings, none, and one in another source with a name.
const MAP = {
  version: 3,
  sources: ['../../src/first.ts', '../../src/second.ts'],
  names: ['run'],
  mappings: 'AAAA,IAmBC;;GCrBDA',
} as const

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'positions-'))
  mkdirSync(join(folder, 'dist/server'), { recursive: true })
  writeFileSync(join(folder, 'dist/server/main.js.map'), JSON.stringify(MAP))
})
afterAll(() => rmSync(folder, { recursive: true }))

it('replaces positions in built programs by those that Node finds in their sources', () => {
  const map = new SourceMap({ ...MAP, file: '', sourcesContent: [], sourceRoot: '' } as never)
  for (const [line, column] of [
    [1, 1],
    [1, 5],
    [1, 80],
    [3, 9],
  ] as const) {
    const entry = map.findEntry(line - 1, column - 1)
    if (!('originalSource' in entry)) throw new Error('Node finds no source')
    const { originalSource, originalLine, originalColumn } = entry
    const position = `${join('/dist/server', originalSource)}:${originalLine + 1}:${originalColumn + 1}`
    expect(
      withSourcePositions(`at run (file://${folder}/dist/server/main.js:${line}:${column})`, folder),
    ).toBe(`at run (file://${folder}${position})`)
  }
})

it('leaves everything else as it is: other texts, programs without a map, lines without a source', () => {
  for (const text of [
    '{"msg":"A job has finished"}',
    `at run (${folder}/dist/server/other.js:1:1)`,
    `at run (${folder}/dist/server/main.js:2:1)`,
    `at run (${folder}/src/first.ts:1:1)`,
  ])
    expect(withSourcePositions(text, folder)).toBe(text)
})
