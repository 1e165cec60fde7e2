import { parseAst } from 'rolldown/parseAst'
import { codeFiles } from './source-files.ts'

/** A regular expression of the product: its literal, or its expression for building it at run time. */
export type FoundExpression = Readonly<
  { path: string; source: string } & ({ regex: RegExp } | { regex: null })
>

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'type' in value

const isRegExp = (node: unknown): boolean =>
  isNode(node) && node.type === 'Identifier' && node.name === 'RegExp'

/** All regular expressions in a TypeScript text, found by a parser. */
export const findExpressions = (path: string, text: string): FoundExpression[] => {
  const found: FoundExpression[] = []
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look)
    if (!isNode(value)) return
    const { type, regex, callee, start, end } = value
    if (type === 'Literal' && typeof regex === 'object' && regex !== null) {
      const { pattern, flags } = regex as { pattern: string; flags: string }
      found.push({ path, source: `/${pattern}/${flags}`, regex: new RegExp(pattern, flags) })
    }
    if ((type === 'NewExpression' || type === 'CallExpression') && isRegExp(callee))
      found.push({ path, source: text.slice(Number(start), Number(end)), regex: null })
    Object.values(value).forEach(look)
  }
  look(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

/** All regular expressions of the modules that process outside text, without tests. */
export const productExpressions = (): FoundExpression[] =>
  codeFiles
    .filter(({ path }) =>
      /^(src\/(domain|contract|actions|server)|packages\/[\w-]+\/src)\/.*(?<!\.test)\.ts$/.test(path),
    )
    .flatMap(({ path, text }) => findExpressions(path, text))

const STANDS_FOR: Readonly<Record<string, string>> = {
  d: '0',
  s: ' ',
  w: 'a',
  b: '',
  B: '',
  n: '\n',
  r: '\r',
  t: '\t',
}
const ALWAYS = ['a', 'A', '0', ' ', '\n', '\t', '.', '-', '/', '\0', 'é', '\u2028']

/** A text that resembles a match of the expression: without groups, alternatives and repetitions. */
const skeletonOf = (source: string): string =>
  source
    .replaceAll(/\\[pP]\{\w+\}/g, 'a')
    .replaceAll(/\\u\{?([0-9a-f]{4})\}?/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\([a-zA-Z])/g, (_, letter: string) => STANDS_FOR[letter.toLowerCase()] ?? letter)
    .replaceAll(/\(\?[:=!<]*|[()[\]{}^$|?*+\\]/g, '')

/** Texts of growing length that are hard for an expression: a prefix, a repeated part, and an end that does not match. */
function* hardTextsFor({ source }: RegExp): Generator<(length: number) => string> {
  const skeleton = skeletonOf(source).slice(0, 40)
  const words = skeleton.match(/\w{2,}/g) ?? []
  const letters = [...new Set([...Array.from(skeleton), ...ALWAYS])].slice(0, 24)
  const pairs = Array.from(skeleton)
    .slice(1)
    .map((letter, index) => `${skeleton[index]}${letter}`)
  const pumps = new Set([...letters, ...pairs, ...words, ...words.map(word => `${word}\n`), skeleton])
  const cuts = [...new Set([0, 1, 2, 3, Math.floor(skeleton.length / 2), skeleton.length - 1])]
  for (const cut of cuts)
    for (const pump of pumps)
      for (const end of ['', '\u0001', 'a'])
        if (pump !== '')
          yield length => skeleton.slice(0, cut) + pump.repeat(Math.ceil(length / pump.length)) + end
}

const SMALL = [8, 12, 16, 20, 24, 28, 64, 256]
const LARGE = 16_384
/** No linear expression takes this long for the longest of the texts, on any usable machine. */
const SUSPICIOUS_MS = 2

/** The processor time of some work in this thread, in milliseconds: waiting on a busy machine does not count. */
export const measureProcessorTime = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const timeOf = (regex: RegExp, text: string, runs = 1): number => {
  let least = Infinity
  for (let run = 0; run < runs; run += 1) {
    // A global expression continues after each match, as `replace` and `matchAll` do.
    least = Math.min(
      least,
      measureProcessorTime(() => text.replace(regex, '')),
    )
  }
  return least
}

/** Disproportionate growth appears in every measurement. */
const LOOKS = 4

/** True if the work grows faster than the text. Two lengths are compared, so a slow or busy machine does not matter. */
const growsTooFast = (regex: RegExp, hard: (length: number) => string, length: number): boolean =>
  Array.from({ length: LOOKS }).every(() => {
    const [shorter, longer] = [timeOf(regex, hard(length / 4), 3), timeOf(regex, hard(length), 3)]
    return longer > SUSPICIOUS_MS && longer > 9 * shorter
  })

/** A text for which an expression takes more time than its length justifies; undefined if none was found. */
export const worstCaseInputFor = (regex: RegExp): string | undefined => {
  for (const hard of hardTextsFor(regex))
    for (const length of [...SMALL, LARGE]) {
      if (timeOf(regex, hard(length)) <= SUSPICIOUS_MS) continue
      if (length < 64 ? timeOf(regex, hard(length), 3) > SUSPICIOUS_MS : growsTooFast(regex, hard, length))
        return hard(12)
    }
  return undefined
}
