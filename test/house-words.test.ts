import { expect, it } from 'vitest'
import { NOT_YET, readWords, refusedWords, refusedWordsIn, sweptPaths } from '../tools/check-words.ts'
import { readSourceFile } from './source-file.ts'
import { listPathsBelow } from './source-files.ts'

const words = readWords(readSourceFile('docs/words.md').text)
const isFile = (path: string) => /\.(md|tsx?|mjs)$/.test(path)

it('documents and programs that follow docs/words.md contain no refused word', () => {
  expect(refusedWords()).toEqual([])
})

it('the sweep covers public documents, guides and READMEs of folders', () => {
  expect(sweptPaths()).toEqual(
    expect.arrayContaining([
      ...[
        'README.md',
        'CHANGELOG.md',
        'CONTRIBUTING.md',
        'SECURITY.md',
        'docs/README.md',
        'docs/glossary.md',
      ],
      ...['docs/architecture.md', 'docs/guides/run-a-round.md', 'src/domain/README.md', 'refdata/README.md'],
    ]),
  )
})

it.each([...NOT_YET.documents, ...NOT_YET.texts])('%s is still on the list for a reason', place => {
  const files = isFile(place) ? [place] : listPathsBelow(place).filter(isFile)
  expect(files.some(path => refusedWordsIn(path, readSourceFile(path).text, words).length > 0)).toBe(true)
})

it.each([
  ['a document', 'guide.md', '# A guide\n\nSee what would come\nof it.'],
  ['a comment', 'a.ts', 'const a = 1\n\n// See what would come of it.'],
  ['a docstring over two lines', 'a.ts', 'const a = 1\n\n/** See what would come\n * of it. */'],
  ['a text', 'a.ts', "const a = 1\n\nconst b = 'See what would come of it'"],
  ['a text with values', 'a.ts', 'const a = 1\n\nconst b = `See what would come of it: ${a}`'],
  ['a text of a page', 'a.tsx', 'const a = 1\n\nconst b = <p>See what would come of it</p>'],
  ['a text of a public page', 'a.ts', 'const a = 1\n\nconst b = html`<p>See what would come of it</p>`'],
  ['a text that begins like a query', 'a.ts', 'const a = 1\n\nconst b = `Select what would come of ${a}`'],
])('finds a refused phrase in %s, and says where and what to write', (_, path, text) => {
  expect(refusedWordsIn(path, text, words)).toContain(
    `${path}:3: "what would come of"; write: What will happen`,
  )
})

it('finds a refused phrase in an exported name', () => {
  expect(refusedWordsIn('a.ts', 'export const whatWouldComeOf = 1', words)).toContain(
    'a.ts:1: "whatWouldComeOf"; write: What will happen',
  )
})

it('finds an exported name that is only a participle, but not a longer name that contains one', () => {
  const text = 'export const toldOf = 1\nexport interface Told {}\n'
  expect(refusedWordsIn('a.ts', text, words)).toEqual([
    'a.ts:2: "Told"; write: recipients, notification, rendered text',
  ])
})

it('finds a refused phrase in the name of a test, in files of which only comments are read', () => {
  const text = (name: string) => `it.each([1])('${name}', () => expect('anew').toBe(1))\n`
  expect(refusedWordsIn('a.test.ts', text('made anew'), words, 'comments')).toEqual([
    'a.test.ts:1: "anew"; write: again, rebuild, recalculate',
  ])
  expect(refusedWordsIn('a.test.ts', text('made again'), words, 'comments')).toEqual([])
})

it('ignores code, addresses and phrases that the table allows', () => {
  const document = 'The `trail` at [page](trail/anew.md), the audit trail.\n\n```\nanew\n```\n'
  expect(refusedWordsIn('guide.md', document, words)).toEqual([])
  expect(refusedWordsIn('a.ts', 'const anew = trail // `anew`', words)).toEqual([])
})

it.each([
  "const a = { kind: 'trail' }",
  'const a = html`<a class="trail" href="/trail">Log</a>`',
  'const a = sql`select trail`',
  'const a = `select trail from ${b}`',
])('ignores keys and queries: %s', text => expect(refusedWordsIn('a.ts', text, words)).toEqual([]))
