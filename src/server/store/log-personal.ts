import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { canonicalJson } from '#domain/canonical'
import { commitmentOf, commitmentsIn } from './personal.ts'
import type { ActivityPersonalTable, ActivityTable, Database } from './tables.ts'

/** The entry in which it is written down which personal values were blanked: `blanked` holds their places by entry. */
export const BLANK_PERSON = 'BlankPerson'
/** The entry that vouches for those rewritten before it, when personal values were first taken out of the log. */
const TAKE_OUT = 'TakeOutPersonal'

type Kept = Map<string, Pick<ActivityPersonalTable, 'value' | 'salt'>>

/** What lies beside some entries: their personal values by place, and the hash of a text that was rewritten. */
export interface Beside {
  partsOf: (seq: number) => Kept
  digestOf: (seq: number) => string | undefined
}

/** Reads what lies beside the entries from one to another. */
export const besideEntries = async (db: Kysely<Database>, from: number, to: number): Promise<Beside> => {
  const rows = await db
    .selectFrom('activityPersonal')
    .selectAll()
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .execute()
  const rewritten = await db
    .selectFrom('activityRewritten')
    .selectAll()
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .execute()
  const parts = new Map<number, Kept>()
  for (const { seq, path, value, salt } of rows)
    parts.set(seq, (parts.get(seq) ?? (new Map() as Kept)).set(path, { value, salt }))
  const digests = new Map(rewritten.map(({ seq, digest }) => [seq, digest]))
  return { partsOf: seq => parts.get(seq) ?? new Map(), digestOf: seq => digests.get(seq) }
}

/** A fault in what lies beside an entry, with what was found there. */
export interface FaultBeside {
  seq: number
  to: number
  why: string
  found: string | null
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

type Look = (entry: ActivityTable, kept: Kept) => FaultBeside[]

/**
 * Looks at what is kept beside the entries, from the first to the last: every value must be what its entry committed to, or
 * blanked by an entry that says so; and rewritten entries must be those that were vouched for. What only the whole
 * log shows is answered by `end`.
 */
export const lookBeside = (): {
  look: Look
  isRewritten: (entry: ActivityTable, digest: string) => void
  end: () => FaultBeside[]
} => {
  const blanked = new Map<string, number>()
  let rolled = { many: 0, digest: '0'.repeat(64), last: 0 }
  let vouched: { many: unknown; digest: unknown; seq: number } | undefined

  const told = (entry: ActivityTable): void => {
    const said = JSON.parse(entry.details) as Record<string, unknown>
    if (entry.action === BLANK_PERSON)
      for (const [seq, paths] of Object.entries(said.blanked as Record<string, string[]>))
        for (const path of paths) blanked.delete(`${seq} ${path}`)
    // The first one counts: whoever rewrites later could add another.
    if (entry.action === TAKE_OUT && said.before === entry.prevHash)
      vouched ??= { many: said.entries, digest: said.digest, seq: entry.seq }
  }

  return {
    look: (entry, kept) => {
      const { seq, details } = entry
      const wanted = details.includes('"commitment"') ? commitmentsIn(JSON.parse(details)) : []
      const isWhole =
        wanted.length === kept.size &&
        wanted.every(([path, commitment]) => {
          const part = kept.get(path)
          if (part?.value === null) blanked.set(`${seq} ${path}`, seq)
          return (
            part?.value === null ||
            (!!part && part.salt !== null && commitmentOf(part.salt, part.value) === commitment)
          )
        })
      told(entry)
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
