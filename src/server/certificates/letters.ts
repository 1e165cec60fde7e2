import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fontsDir } from '../process/places.ts'

/** Font weights of documents. */
export type FontWeight = 400 | 600

/** A run of text in one font file; without a file, no font has its characters. */
export interface TextRun {
  text: string
  file: string | null
}

type Range = readonly [first: number, last: number]

const rangeOf = (text: string): Range => {
  const [first = '', last = first] = text.slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

interface LetterSet {
  name: string
  ranges: readonly Range[]
}

let known: readonly LetterSet[] | undefined

// The package splits its fonts by character ranges. Latin is tried first, since it has most characters.
const sets = (): readonly LetterSet[] => {
  if (known) return known
  const said: unknown = JSON.parse(readFileSync(join(fontsDir, 'unicode.json'), 'utf8'))
  known = Object.entries(Object(said) as Record<string, string>)
    .map(([name, text]) => ({ name, ranges: text.split(',').map(rangeOf) }))
    .toSorted((one, other) => Number(other.name === 'latin') - Number(one.name === 'latin'))
  return known
}

const fileOf = (sign: string, weight: FontWeight): string | null => {
  const code = sign.codePointAt(0) ?? 0
  const set = sets().find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))
  return set ? join(fontsDir, `files/source-sans-3-${set.name}-${weight}-normal.woff`) : null
}

/** Splits a text into runs, each with the font file that has its characters. */
export const splitIntoTextRuns = (text: string, weight: FontWeight): TextRun[] => {
  const runs: TextRun[] = []
  for (const sign of text) {
    const file = fileOf(sign, weight)
    const last = runs.at(-1)
    if (last?.file === file && last) last.text += sign
    else runs.push({ text: sign, file })
  }
  return runs
}
