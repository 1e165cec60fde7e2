import { type Kysely, sql } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { receiptTag } from '#proof/line'
import type { Database } from '../store/tables/tables.ts'

interface Entry {
  subjectKind: string
  subjectId: string
  since: Instant
  hash: string
  salt: Buffer
}

/**
 * Tags of a round's offers and bids by id: the log entry that set the amount and time which entered the match. An
 * item without such an entry of its own has no tag.
 */
export const readAmountLogTags = async (
  db: Kysely<Database>,
  { projects, requirements }: MatchProblem,
): Promise<Map<string, string>> => {
  const wanted = new Map<string, { id: string; at: number }>([
    ...projects.map(({ id, offeredAt }) => [`project ${id}`, { id, at: Date.parse(offeredAt) }] as const),
    ...requirements.map(({ id, bidAt }) => [`requirement ${id}`, { id, at: Date.parse(bidAt) }] as const),
  ])
  const { rows } = await sql<Entry>`
    select subject_kind, subject_id, hash, salt,
      coalesce(details::json ->> 'offeredAt', details::json ->> 'bidAt') as since
    from activity_chained join log_leaf using (seq)
    where (subject_kind, action) in (('project', 'SetOffer'), ('requirement', 'SetBid'))
      and subject_id = any(${[...wanted.values()].map(({ id }) => id)})
    order by seq`.execute(db)
  return new Map(
    rows.flatMap(({ subjectKind, subjectId, since, hash, salt }) =>
      wanted.get(`${subjectKind} ${subjectId}`)?.at === Date.parse(since)
        ? [[subjectId, receiptTag(salt, hash)] as const]
        : [],
    ),
  )
}
