import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Instant } from '@credit-market/values/dates'
import type { ApprovalScope } from '#domain/steps/proposal'
import { conflictError } from '../runner/refusals.ts'
import { appendLogEntries, buildInstallationEntry } from '../store/activity.ts'
import { readInstallationRecord, removeInstallationValue, writeInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'

const REQUEST = 'witness-request'

const storedRequest = z.object({
  change: z.enum(['register', 'remove']),
  name: z.string(),
  /** Key of a witness to register; empty for one to remove. */
  key: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
})
type WitnessRequest = z.infer<typeof storedRequest>

/** Reads the change of the witnesses that waits for a second administrator; null if none waits. */
export const readWitnessRequest = (db: Kysely<Database>): Promise<WitnessRequest | null> =>
  readInstallationRecord(db, REQUEST, storedRequest)

/**
 * Returns true if the change may be made now: where two people are needed, if another administrator asked for the same. Otherwise
 * stores the request in place of an earlier one. Throws 409 if this person has asked for it already.
 */
export const agreeOnWitnesses = (
  db: Kysely<Database>,
  wanted: Omit<WitnessRequest, 'at'>,
  { at, secondPersonFor }: { at: Instant; secondPersonFor: ApprovalScope },
): Promise<boolean> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext(${REQUEST}))`.execute(trx)
    const { change, name, key, by } = wanted
    const first = await readWitnessRequest(trx)
    const isSame = first?.change === change && first.name === name && first.key === key
    if (isSame && first.by === by)
      throw conflictError('You have already asked for this: another administrator must ask for it too')
    if (isSame || secondPersonFor === 'nobody') {
      await removeInstallationValue(trx, REQUEST)
      return true
    }
    await writeInstallationValue(trx, REQUEST, JSON.stringify({ ...wanted, at } satisfies WitnessRequest))
    const title = change === 'register' ? 'Ask to register a witness' : 'Ask to remove a witness'
    const details = { name, key }
    const entry = buildInstallationEntry({ at, action: 'AskForWitness', title, message: title, details })
    await appendLogEntries(trx, [{ ...entry, actorId: by }])
    return false
  })
