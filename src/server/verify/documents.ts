import { sql } from 'kysely'
import { z } from 'zod'
import type { BlobStore } from '../files/blob-store.ts'
import { conditionOf } from '../files/condition-of.ts'
import { pagesOf } from '../store/pages.ts'
import type { Check } from './check.ts'

const KEPT = 'documents'
/** A full turn takes so many verifications, each of which reads the documents whose hashes begin with its share of the numbers. */
const TURNS = 64
const IN_A_TURN = 256 / TURNS

const kept = z.object({
  /** The number of the newest that was read. */
  newest: z.int(),
  turn: z.int(),
  /** Those that were not as they should be: they are read each time. */
  wrong: z.array(z.string()),
})

interface Filed {
  sha256: string
  id: string
  newest: number
}

const WHY = { gone: 'has no bytes any more', changed: 'has other bytes than were filed' }

/**
 * The bytes of every filed document are there and have the hash of its row. Where it is noted what was read before, those are read
 * that were filed since, that were wrong, and a share of all others, so that in some days it is everything again.
 */
export const documentsIn = (files: Pick<BlobStore, 'open'>): Check => ({
  name: 'documents',
  run: async function* (reading, looked) {
    const before = reading.kept?.get(KEPT)
    const { newest, turn, wrong } = before
      ? kept.parse(JSON.parse(before))
      : { newest: 0, turn: 0, wrong: [] }
    const first = turn * IN_A_TURN
    const due = sql<Filed>`
      select sha256, min(id) as id, max(ordinal) as newest from filed_document where owner_id is not null group by sha256
      having max(ordinal) > ${newest} or sha256 = any(${wrong}::text[])
        or ('x' || left(sha256, 2))::bit(8)::int between ${first} and ${first + IN_A_TURN - 1}`
    const after = { newest, turn: (turn + 1) % TURNS, wrong: [] as string[] }
    for await (const page of pagesOf(reading.db, due))
      for (const { sha256, id, newest: nth } of page) {
        const condition = await conditionOf(sha256, await files.open(sha256), reading)
        after.newest = Math.max(after.newest, nth)
        if (condition !== 'whole') {
          after.wrong.push(sha256)
          yield { what: `filed_document ${id} (${sha256})`, why: WHY[condition] }
        }
        looked(1)
      }
    reading.kept?.set(KEPT, JSON.stringify(after))
  },
})
