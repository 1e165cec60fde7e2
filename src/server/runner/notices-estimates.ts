import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Day, Instant } from '@credit-market/values/dates'
import { capacityOfDesk, fitsSavedEstimate, savedEstimateText } from '#domain/project/saved-estimate'
import type { StoreTransaction } from '../store/store.ts'
import { isCapacityInTime } from './notices-fitting.ts'

const EMAILS = {
  'round-opened': 'estimate-round-opened',
  'round-planned': 'estimate-round-planned',
} as const satisfies Readonly<Record<string, string>>

/** Notices that go to saved estimates, too. */
export type EstimateNotice = keyof typeof EMAILS

/** Says whether a notice about a round also goes to saved estimates. */
export const isEstimateNotice = (notice: string): notice is EstimateNotice => Object.hasOwn(EMAILS, notice)

/**
 * Queues an email about a round to every confirmed estimate that it fits and that no organisation has, which gets its notices
 * instead. The key makes each email unique.
 */
export const queueEstimateEmails = async (
  { db, one }: Pick<StoreTransaction, 'db' | 'one'>,
  roundId: string,
  { notice, key, today, now }: { notice: EstimateNotice; key: string; today: Day; now: Instant },
): Promise<void> => {
  const estimates = await db
    .selectFrom('savedEstimate')
    .selectAll()
    .where('confirmedAt', 'is not', null)
    .where('organisationId', 'is', null)
    .orderBy('ordinal')
    .execute()
  if (estimates.length === 0) return
  // As the action leaves it.
  const round = await one('round', roundId)
  if (!round) return
  const fitting = estimates.filter(
    estimate =>
      fitsSavedEstimate(round, estimate) && isCapacityInTime(round, capacityOfDesk(estimate.desk), today),
  )
  if (fitting.length === 0) return
  const market = await db
    .selectFrom('market')
    .select('name')
    .where('id', '=', round.marketId)
    .executeTakeFirst()
  const facts = {
    where: [market?.name, round.name].filter(Boolean).join(', '),
    roundId: round.id,
    ...(notice === 'round-planned' && { expectedFrom: round.expectedFrom ?? '' }),
  }
  const emails = fitting.map(estimate => ({
    id: createHash('md5').update(`${key} ${estimate.id}`).digest('hex'),
    to: estimate.email,
    facts: { ...facts, estimate: estimate.id, what: savedEstimateText(estimate) },
  }))
  await sql`
    insert into mail_outbox (id, letter, to_address, facts, not_before, created_at)
    select id, ${EMAILS[notice]}, "to", facts, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(emails)}::jsonb) as one (id text, "to" text, facts jsonb)
    on conflict (id) do nothing`.execute(db)
}
