import { sql } from 'kysely'
import { z } from 'zod'
import type { BlobStore } from '../files/blob-store.ts'
import { checkStoredDocument } from '../files/copying.ts'
import { iterateResultPages } from '../store/pages.ts'
import type { VerificationCheck } from './check.ts'

const KEPT = 'documents'
/**
 * Number of verifications for a full pass, each of which reads the documents whose hashes begin with its share of the
 * numbers.
 */
const TURNS = 64
const IN_A_TURN = 256 / TURNS

const kept = z.object({
  /** Number of the newest document read. */
  newest: z.int(),
  turn: z.int(),
  /** Documents with errors: they are read each time. */
  wrong: z.array(z.string()),
})

interface Filed {
  sha256: string
  id: string
  newest: number
}

const WHY = { gone: 'is missing from the file store', changed: 'differs from the filed document' }

/**
 * Checks that the bytes of every filed document exist and have the hash in its row. If earlier results are stored, it
 * reads documents filed since, those with errors, and a share of all others, so that it has read everything again after
 * some days.
 */
export const documentsCheck = (files: Pick<BlobStore, 'open'>): VerificationCheck => ({
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
    for await (const page of iterateResultPages(reading.db, due))
      for (const { sha256, id, newest: nth } of page) {
        const condition = await checkStoredDocument(sha256, await files.open(sha256), reading)
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
