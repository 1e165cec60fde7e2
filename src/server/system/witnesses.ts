import { type Kysely, sql } from 'kysely'
import type { changeWitness, SystemWitnesses } from '#contract/system/witnesses'
import type { ApprovalScope } from '#domain/steps/proposal'
import type { Instant } from '@credit-market/values/dates'
import type { BodyOf } from '#contract/kit/endpoint'
import { NOT_A_WITNESS_KEY, registerWitness, removeWitness, witnessNameIn } from '../log/witnesses.ts'
import { invalidAnswersError, notFoundError } from '../runner/refusals.ts'
import type { Database } from '../store/tables/tables.ts'
import { readPeopleNames } from '../views/kit/names.ts'
import { agreeOnWitnesses, readWitnessRequest } from './two-administrators.ts'

interface Asking {
  userId: string
  at: Instant
  secondPersonFor: ApprovalScope
}

/** Witnesses with their last co-signature, and the change that waits for a second administrator. */
export const readSystemWitnesses = async (
  db: Kysely<Database>,
  secondPersonFor: ApprovalScope,
): Promise<SystemWitnesses> => {
  const witnesses = await db.selectFrom('logWitness').selectAll().orderBy('name').execute()
  const { rows } = await sql<{ witness: string; at: Instant; size: number; missing: number }>`
    select distinct on (c.witness) c.witness, c.at, c.size::int,
      ((select coalesce(max(size), 0) from log_checkpoint) - c.size)::int as missing
    from log_cosignature c order by c.witness, c.size desc`.execute(db)
  const request = await readWitnessRequest(db)
  const nameOf = await readPeopleNames(db, [request?.by ?? null], { seesAll: true, organisationId: null })
  return {
    items: witnesses.map(({ name, key, since }) => {
      const last = rows.find(({ witness }) => witness === name)
      return { name, key, since, seen: last ? { at: last.at, size: last.size, missing: last.missing } : null }
    }),
    request: request && {
      ...{ change: request.change, name: request.name, at: request.at },
      by: { id: request.by, name: nameOf(request.by) },
    },
    needsTwo: secondPersonFor !== 'nobody',
  }
}

/**
 * Registers or removes a witness, or notes that this administrator wants it, and says which. A witness that one person alone could
 * register or remove would prove nothing to others.
 */
export const askForWitness = async (
  db: Kysely<Database>,
  wanted: BodyOf<typeof changeWitness>,
  { userId, at, secondPersonFor }: Asking,
): Promise<string> => {
  const key = wanted.change === 'register' ? wanted.key : ''
  const name = wanted.change === 'register' ? witnessNameIn(key) : wanted.name
  if (name === undefined) throw invalidAnswersError({ key: NOT_A_WITNESS_KEY })
  if (wanted.change === 'remove') {
    const known = await db.selectFrom('logWitness').select('name').where('name', '=', name).executeTakeFirst()
    if (!known) throw notFoundError()
  }
  const { change } = wanted
  if (!(await agreeOnWitnesses(db, { change, name, key, by: userId }, { at, secondPersonFor })))
    return `Another administrator must ask for the same before this is done: ${change} ${name}`
  if (change === 'register') {
    await registerWitness(db, key, at, userId)
    return `${name} is a witness: its co-signatures are accepted and shown at /log/`
  }
  await removeWitness(db, name, at, userId)
  return `${name} is no longer a witness`
}
