import { sql } from 'kysely'
import type { ChangeSummary } from '#contract/kit/change-summary'
import { NOUNS } from '#contract/nouns/nouns'
import { findOwnerId } from '#contract/nouns/ownership'
import { mayRead, mayReadAll } from '#contract/nouns/read-access'
import type { Actor } from '#domain/people/actor'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import type { StoredKind } from '#domain/disclosure/entities'
import { groupBy } from '#domain/values/grouped'
import { needOf } from '#domain/project/requirement'
import type { StoreTransaction } from '../store/store.ts'
import { idOfWrittenRow, type WriteChange } from './writes.ts'

/** Returns the names of the organisations whose things are written, if the actor may see them. */
export const listTouchedOrganisations = async (
  tx: StoreTransaction,
  actor: Actor,
  writes: readonly WriteChange[],
): Promise<ChangeSummary['organisations']> => {
  const ids = new Set<string>()
  for (const [kind, some] of groupBy(writes, write => (write.kind in NOUNS ? write.kind : null)))
    for (const row of await tx.list(kind, { id: some.map(idOfWrittenRow) })) {
      const owner = kind === 'organisation' ? row.id : findOwnerId<StoredKind>(kind, row)
      if (owner !== null) ids.add(owner)
    }
  const found = await tx.list('organisation', { id: [...ids] })
  return found
    .filter(one => mayRead('organisation', one, actor))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'))
}

/** Counts what a round contains, by status and credit type, for actors who see all of the round. */
export const countRoundContents = async (
  tx: StoreTransaction,
  actor: Actor,
  roundId: string,
): Promise<ChangeSummary['inRound']> => {
  if (!mayReadAll(actor)) return []
  const projects = await tx.list('project', { roundId })
  const requirements = await tx.list('requirement', { roundId })
  const items = [
    ...projects.map(({ status, creditTypes }) => ({ kind: 'project' as const, status, creditTypes })),
    ...requirements.map(one => {
      const { creditType } = needOf(one) ?? {}
      return {
        kind: 'requirement' as const,
        status: one.status,
        creditTypes: creditType ? [creditType] : [],
      }
    }),
  ]
  return groupBy(items, ({ kind, status }) => `${kind} ${status}`).flatMap(([, [one, ...others]]) =>
    one
      ? [
          {
            ...{ kind: one.kind, status: one.status, count: others.length + 1 },
            creditTypes: CREDIT_TYPES.flatMap(creditType => {
              const count = [one, ...others].filter(some => some.creditTypes.includes(creditType)).length
              return count > 0 ? [{ creditType, count }] : []
            }),
          },
        ]
      : [],
  )
}

/**
 * Counts the emails that go out, by text and kind of reader; never names recipients or shows who watches. Call it
 * within their transaction.
 */
export const countQueuedEmails = async (tx: StoreTransaction): Promise<ChangeSummary['letters']> => {
  const { rows } = await sql<ChangeSummary['letters'][number]>`
    select letter, organisation.type as readers, count(*) as count from mail_outbox
    left join "user" person on person.id = mail_outbox.user_id
    left join organisation on organisation.id = coalesce(mail_outbox.organisation_id, person.organisation_id)
    where mail_outbox.xmin = pg_current_xact_id()::xid and letter <> 'watched' group by 1, 2 order by 1, 2`.execute(
    tx.db,
  )
  return rows
}
