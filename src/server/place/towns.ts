import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { refdataDir } from '../process/places.ts'

/** A town and its planning authority. */
export interface Town {
  name: string
  lpaId: string
}

/** Normalises a name for comparison: `Burnham on sea` is `Burnham-on-Sea`. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

let towns: ReadonlyMap<string, readonly Town[]> | undefined

/** English towns and villages whose authority does not have their name, read once. */
const townsByName = (): ReadonlyMap<string, readonly Town[]> => {
  if (towns) return towns
  const byName = new Map<string, Town[]>()
  const rows = parse<{ lpaId: string; towns: string }>(readFileSync(join(refdataDir, 'towns.csv')), {
    columns: true,
    bom: true,
  })
  for (const { lpaId, towns: names } of rows)
    for (const name of names.split('|'))
      byName.set(plain(name), [...(byName.get(plain(name)) ?? []), { name, lpaId }])
  return (towns = byName)
}

/** Towns with exactly this name, in every authority that has one. */
export const findTownsByName = (typed: string): readonly Town[] => townsByName().get(plain(typed)) ?? []
