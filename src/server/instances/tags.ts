import { type Kysely, sql } from 'kysely'
import type { Instant } from '#domain/dates'
import type { MatchProblem } from '#domain/match-problem'
import { lineTag } from '#proof/line'
import type { Database } from '../store/tables.ts'

interface Entry {
  subjectKind: string
  subjectId: string
  since: Instant
  hash: string
  salt: Buffer
}

/**
 * The tags of a round's offers and bids by their ids: of each the entry of the log by which it got the amount and the moment that
 * took part. Where no entry says so of it alone there is none.
 */
export const tagsOf = async (
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
        ? [[subjectId, lineTag(salt, hash)] as const]
        : [],
    ),
  )
}
