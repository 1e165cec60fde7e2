import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { refdataDir } from '../places.ts'

/** A town and the authority that plans there. */
export interface Town {
  name: string
  lpaId: string
}

/** A name as it is compared: `Burnham on sea` is `Burnham-on-Sea`. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

let towns: ReadonlyMap<string, readonly Town[]> | undefined

/** The towns and villages of England whose authority does not bear their name, read once. */
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

/** The towns of a name, in all authorities that have one; none for a part of a name. */
export const townsCalled = (typed: string): readonly Town[] => townsByName().get(plain(typed)) ?? []
