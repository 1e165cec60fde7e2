import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { projectRoot } from '#server/process/places'

/** A word or phrase that docs/words.md refuses, what to write instead, and whether it is compared with the names of exports only. */
export type Refused = Readonly<{ phrase: string; write: string; isName: boolean }>
/** The table of words: phrases to refuse, and phrases that may hold one of these, such as "audit trail". */
export type Words = Readonly<{ refused: readonly Refused[]; allowed: readonly string[] }>

/** Documents, and programs in all but their comments and the names of tests, that do not follow docs/words.md yet. The lists only ever get shorter. */
export const NOT_YET = {
  documents: ['docs/specification', 'docs/disclosure.md'],
  // Stored explanations of faults name these texts, the API this schema, and Unicode these characters.
  texts: ['packages/values/src/canonical.test.ts', 'src/contract/kit/form.ts', 'src/server/log', 'test'],
}

const WHERE = ['.github', 'deploy', 'docs', 'packages', 'refdata', 'src', 'test', 'tools']
const CODE = /\.(ts|tsx|mjs)$/

const inBackticks = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** Reads docs/words.md: phrases in backticks of the second column are refused, those of the first are allowed. */
export const readWords = (page: string): Words => {
  const refused: Refused[] = []
  const allowed: string[] = []
  for (const section of page.split(/^## /m)) {
    const isName = section.startsWith('Names')
    for (const [, write = '', not = ''] of section.matchAll(/^\| (.*?) \| (.*?) \| .* \|$/gm)) {
      allowed.push(...inBackticks(write))
      for (const phrase of inBackticks(not))
        refused.push({ phrase, write: write.replaceAll('`', ''), isName })
    }
  }
  return { refused, allowed }
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, blank)

const withoutClassesAndLinks = (html: string): string => html.replaceAll(/ (class|href)="[^"]*/g, blank)

/** A document without code, addresses and comments of HTML; every line stays where it is. */
const proseOfDocument = (text: string): string =>
  withoutCode(text.replaceAll(/^ *```[^]*?^ *```|\]\([^)]*\)|<!--[^]*?-->|https?:\S+/gm, blank))

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'type' in value

/** Start and end of a comment or text in a program, and its words. */
type Span = readonly [start: number, end: number, words: string]

/** Recognises a query at the start of some code: by its tag or, in a plain template, by a first word in lower case. */
const isQuery = (code: string): boolean =>
  /^sql\b|^`\s*(--[^\n]*\s*)*(with|select|insert|update|delete)\b/.test(code)

/** True for the call that begins a test or a group of tests, such as `it('…')` or `describe.each(…)('…')`. */
const isTest = ({ type, callee, object, name }: Record<string, unknown>): boolean => {
  if (type === 'Identifier') return name === 'it' || name === 'test' || name === 'describe'
  const inner = type === 'CallExpression' ? callee : type === 'MemberExpression' ? object : undefined
  return isNode(inner) && isTest(inner)
}

/** Comments and texts of a program, everything else blank, and its exported names with where they are. */
const proseOfCode = (
  path: string,
  text: string,
  only: 'comments' | null,
): { prose: string; names: [string, number][] } => {
  const { program, comments } = parseSync(path, text)
  const names: [string, number][] = []
  const spans = comments.map(({ start, end }): Span => [start, end, withoutCode(text.slice(start, end))])
  const look = (value: unknown, isExported = false): void => {
    if (Array.isArray(value)) for (const one of value) look(one, isExported)
    if (!isNode(value)) return
    const { type, start, end } = value
    // A word without a capital is a key or a value of data, and queries name columns.
    const isText = type === 'Literal' && typeof value.value === 'string' && /\s|^\p{Lu}/u.test(value.value)
    const isTemplate = type === 'TaggedTemplateExpression' || type === 'TemplateLiteral'
    if (isTemplate && isQuery(text.slice(Number(start)))) return
    if (isText || type === 'TemplateElement' || type === 'JSXText')
      spans.push([Number(start), Number(end), withoutClassesAndLinks(text.slice(Number(start), Number(end)))])
    if (isExported && isNode(value.id)) names.push([String(value.id.name), Number(start)])
    const goesOut = type === 'ExportNamedDeclaration'
    for (const [key, child] of Object.entries(value))
      if (key !== 'source') look(child, goesOut || (isExported && key === 'declarations'))
  }
  const lookForTests = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(lookForTests)
    if (!isNode(value)) return
    if (value.type === 'CallExpression' && Array.isArray(value.arguments) && isTest(value))
      look(value.arguments.slice(0, 1).filter(({ type }) => type === 'Literal' || type === 'TemplateLiteral'))
    for (const child of Object.values(value)) lookForTests(child)
  }
  if (only === null) look(program)
  else lookForTests(program)
  let prose = blank(text)
  for (const [start, end, words] of spans) prose = prose.slice(0, start) + words + prose.slice(end)
  return { prose, names }
}

const patternOf = (phrase: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\d-])${phrase.replaceAll(/\s+/g, String.raw`[\s*/>]+`)}(?![\p{L}\d-])`,
    'giu',
  )

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Every refused word in a document or program, or only in its comments and names of tests, as "path:line: found; write …", in the order of the table. */
export const refusedWordsIn = (
  path: string,
  text: string,
  { refused, allowed }: Words,
  only: 'comments' | null = null,
): string[] => {
  const { prose, names } = CODE.test(path)
    ? proseOfCode(path, text, only)
    : { prose: proseOfDocument(text), names: [] }
  const withoutAllowed = (words: string): string =>
    allowed.reduce((rest, phrase) => rest.replaceAll(patternOf(phrase), blank), words)
  const open = withoutAllowed(prose)
  const openNames = names.map(([name]) => withoutAllowed(name.replaceAll(/(?=[A-Z])/g, ' ').trim()))
  return refused.flatMap(({ phrase, write, isName }) => {
    const say = (found: string, index: number) =>
      `${path}:${lineAt(text, index)}: "${found.replaceAll(/[\s*/]+/g, ' ')}"; write: ${write}`
    const inNames = names.filter(([name], at) =>
      isName ? name.toLowerCase() === phrase.toLowerCase() : patternOf(phrase).test(openNames[at]!),
    )
    const inProse = isName ? [] : [...open.matchAll(patternOf(phrase))]
    return [
      ...inProse.map(match => say(match[0], match.index)),
      ...inNames.map(([name, index]) => say(name, index)),
    ]
  })
}

const isIn = (path: string, places: readonly string[]): boolean =>
  places.some(place => path === place || path.startsWith(`${place}/`))

/** Paths of all documents and programs in which refused words are searched for. */
export const sweptPaths = (): string[] => {
  const entries = readdirSync(projectRoot, { withFileTypes: true }).flatMap(entry => {
    if (!entry.isDirectory()) return [entry.name]
    if (!WHERE.includes(entry.name)) return []
    const below = readdirSync(join(projectRoot, entry.name), { recursive: true, encoding: 'utf8' })
    return below.map(name => `${entry.name}/${name}`)
  })
  return entries.filter(path => {
    if (/(^|\/)(node_modules|dist|vectors)\//.test(path)) return false
    if (path.endsWith('.md')) return !isIn(path, NOT_YET.documents)
    return CODE.test(path)
  })
}

/** Every refused word in the files that follow docs/words.md. */
export const refusedWords = (): string[] => {
  const textOf = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
  const words = readWords(textOf('docs/words.md'))
  return sweptPaths().flatMap(path =>
    refusedWordsIn(path, textOf(path), words, isIn(path, NOT_YET.texts) ? 'comments' : null),
  )
}

if (import.meta.main) {
  const found = refusedWords()
  for (const one of found) process.stderr.write(`${one}\n`)
  if (found.length > 0) process.exitCode = 1
}
