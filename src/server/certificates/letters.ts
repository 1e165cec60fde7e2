import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lettersDir } from '../places.ts'

/** Weights that documents are printed in. */
export type Weight = 400 | 600

/** A stretch of text that one file of letters can print; without a file nobody can. */
export interface Run {
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

// The package has its letters in parts, and says which signs are in which. Latin is asked first, since it has most of them.
const sets = (): readonly LetterSet[] => {
  if (known) return known
  const said: unknown = JSON.parse(readFileSync(join(lettersDir, 'unicode.json'), 'utf8'))
  known = Object.entries(Object(said) as Record<string, string>)
    .map(([name, text]) => ({ name, ranges: text.split(',').map(rangeOf) }))
    .toSorted((one, other) => Number(other.name === 'latin') - Number(one.name === 'latin'))
  return known
}

const fileOf = (sign: string, weight: Weight): string | null => {
  const code = sign.codePointAt(0) ?? 0
  const set = sets().find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))
  return set ? join(lettersDir, `files/source-sans-3-${set.name}-${weight}-normal.woff`) : null
}

/** The text in stretches, each with the file that holds its letters. */
export const runsOf = (text: string, weight: Weight): Run[] => {
  const runs: Run[] = []
  for (const sign of text) {
    const file = fileOf(sign, weight)
    const last = runs.at(-1)
    if (last?.file === file && last) last.text += sign
    else runs.push({ text: sign, file })
  }
  return runs
}
