import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { canonicalJson } from '@credit-market/values/canonical'
import { commitToPersonalValue, listDetailCommitments } from '../store/personal.ts'
import type { ActivityPersonalTable, ActivityTable, ChainedEntry } from '../store/tables/log-tables.ts'
import type { Database } from '../store/tables/tables.ts'

/** Action of the entry that records which personal values were blanked: `blanked` has their places by entry. */
export const BLANK_PERSON_ACTION = 'BlankPerson'
/**
 * Action of the entry that vouches for entries rewritten before it, when personal values were first taken out of the
 * log.
 */
const TAKE_OUT = 'TakeOutPersonal'

type Kept = Map<string, Pick<ActivityPersonalTable, 'value' | 'salt'>>

/** Data stored separately for some entries: their personal values by place, and the hash of a rewritten text. */
export interface SeparateEntryData {
  partsOf: (entryId: number) => Kept
  digestOf: (entryId: number) => string | undefined
}

/** Reads the separately stored data of these entries. */
export const readSeparateData = async (
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<SeparateEntryData> => {
  const anyOf = sql<number>`any(${ids})`
  const rows = await db.selectFrom('activityPersonal').selectAll().where('entryId', '=', anyOf).execute()
  const rewritten = await db
    .selectFrom('activityRewritten')
    .selectAll()
    .where('entryId', '=', anyOf)
    .execute()
  const parts = new Map<number, Kept>()
  for (const { entryId, path, value, salt } of rows)
    parts.set(entryId, (parts.get(entryId) ?? (new Map() as Kept)).set(path, { value, salt }))
  const digests = new Map(rewritten.map(({ entryId, digest }) => [entryId, digest]))
  return { partsOf: id => parts.get(id) ?? new Map(), digestOf: id => digests.get(id) }
}

/** An error in the separately stored data of an entry, with the data found there. */
export interface SeparateDataFault {
  seq: number
  to: number
  why: string
  found: string | null
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

type Look = (entry: ChainedEntry, kept: Kept) => SeparateDataFault[]

/**
 * Checks the separately stored data of the entries, from first to last: every value must match its commitment, or an
 * entry must record that it was blanked; and only entries that were vouched for may be rewritten. `end` returns errors
 * that only the whole log shows.
 */
export const checkSeparateData = (): {
  look: Look
  isRewritten: (entry: ChainedEntry, digest: string) => void
  /** For an entry that is not chained yet; it counts as a record of what was blanked all the same. */
  isSaidBlanked: (entry: ActivityTable) => void
  end: () => SeparateDataFault[]
} => {
  const blanked = new Map<string, number>()
  let rolled = { many: 0, digest: '0'.repeat(64), last: 0 }
  let vouched: { many: unknown; digest: unknown; seq: number } | undefined

  const isSaidBlanked = ({ action, details }: ActivityTable): void => {
    if (action !== BLANK_PERSON_ACTION) return
    const said = JSON.parse(details) as { blanked: Record<string, string[]> }
    for (const [id, paths] of Object.entries(said.blanked))
      for (const path of paths) blanked.delete(`${id} ${path}`)
  }

  // Only the first one counts: whoever rewrites entries later could append another.
  const vouches = ({ action, details, prevHash, seq }: ChainedEntry): void => {
    if (action !== TAKE_OUT) return
    const said = JSON.parse(details) as Record<string, unknown>
    if (said.before === prevHash) vouched ??= { many: said.entries, digest: said.digest, seq }
  }

  return {
    isSaidBlanked,
    look: (entry, kept) => {
      const { id, seq, details } = entry
      const wanted = details.includes('"commitment"') ? listDetailCommitments(JSON.parse(details)) : []
      const isWhole =
        wanted.length === kept.size &&
        wanted.every(([path, commitment]) => {
          const part = kept.get(path)
          if (part?.value === null) blanked.set(`${id} ${path}`, seq)
          return (
            part?.value === null ||
            (!!part && part.salt !== null && commitToPersonalValue(part.salt, part.value) === commitment)
          )
        })
      isSaidBlanked(entry)
      vouches(entry)
      if (isWhole) return []
      const found = sha256(canonicalJson([...kept].map(([path, part]) => ({ path, ...part }))))
      return [{ seq, to: seq, why: 'has other personal values beside it than were written', found }]
    },
    isRewritten: ({ seq, hash }, digest) => {
      rolled = {
        many: rolled.many + 1,
        digest: sha256(`${rolled.digest}${seq} ${hash} ${digest}`),
        last: seq,
      }
    },
    end: () => [
      ...[...new Set(blanked.values())].map(seq => ({
        ...{ seq, to: seq, found: null },
        why: 'has personal values that were blanked without an entry that says so',
      })),
      ...(rolled.many === (vouched?.many ?? 0) && (!vouched || vouched.digest === rolled.digest)
        ? []
        : [
            {
              ...{ seq: vouched?.seq ?? rolled.last, to: vouched?.seq ?? rolled.last, found: rolled.digest },
              why: 'does not vouch for the entries that were rewritten',
            },
          ]),
    ],
  }
}
