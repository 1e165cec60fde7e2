import { sql } from 'kysely'
import type { WhatChanges } from '#contract/form'
import { NOUNS } from '#contract/nouns'
import { ownerOf } from '#contract/ownership'
import { mayRead, readsAll } from '#contract/read-access'
import type { Actor } from '#domain/actor'
import { CREDIT_TYPES } from '#domain/credit-type'
import type { StoredKind } from '#domain/entities'
import { grouped } from '#domain/grouped'
import { needOf } from '#domain/requirement'
import type { Tx } from '../store/store.ts'
import { idOf, type Write } from './writes.ts'

/** The organisations whose things are written, by name; only those that the actor may see. */
export const organisationsOf = async (
  tx: Tx,
  actor: Actor,
  writes: readonly Write[],
): Promise<WhatChanges['organisations']> => {
  const ids = new Set<string>()
  for (const [kind, some] of grouped(writes, write => (write.kind in NOUNS ? write.kind : null)))
    for (const row of await tx.list(kind, { id: some.map(idOf) })) {
      const owner = kind === 'organisation' ? row.id : ownerOf<StoredKind>(kind, row)
      if (owner !== null) ids.add(owner)
    }
  const found = await tx.list('organisation', { id: [...ids] })
  return found
    .filter(one => mayRead('organisation', one, actor))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'))
}

/** What there is in a round, by status and credit type: of whoever sees all of it. */
export const inRoundOf = async (tx: Tx, actor: Actor, roundId: string): Promise<WhatChanges['inRound']> => {
  if (!readsAll(actor)) return []
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
  return grouped(items, ({ kind, status }) => `${kind} ${status}`).flatMap(([, [one, ...others]]) =>
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

/** How many letters go out, by what they say and to which kind of reader; to nobody by name, and not who watches. To be asked in their transaction. */
export const lettersOf = async (tx: Tx): Promise<WhatChanges['letters']> => {
  const { rows } = await sql<WhatChanges['letters'][number]>`
    select letter, organisation.type as readers, count(*) as count from mail_outbox
    left join "user" person on person.id = mail_outbox.user_id
    left join organisation on organisation.id = coalesce(mail_outbox.organisation_id, person.organisation_id)
    where mail_outbox.xmin = pg_current_xact_id()::xid and letter <> 'watched' group by 1, 2 order by 1, 2`.execute(
    tx.db,
  )
  return rows
}
