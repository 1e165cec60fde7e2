import { sql } from 'kysely'
import { type ActionName, findAction } from '#actions/index'
import { mayApprove } from '#actions/proposal/decide'
import { addressOf } from '#contract/nouns'
import type { NextThing } from '#contract/resource'
import type { Actor } from '#domain/actor'
import type { Kind } from '#domain/entities'
import { proposalRows } from './proposal.ts'
import { visibleTo } from './visible.ts'
import type { ViewContext } from './context.ts'

const MOST = 5
const APPROVE = 'Approve' satisfies ActionName<'proposal'>

/** What is proposed for a thing and waits for a second person, as far as the reader may know. */
export const proposalsOn = async (
  kind: Kind,
  id: string,
  reader: Actor,
  db: ViewContext['db'],
): Promise<NextThing[]> => {
  const waiting = await db
    .selectFrom('proposal')
    .select(['id', 'action', 'expiresOn', sql<boolean>`proposed_by = ${reader.userId}`.as('isOwn')])
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', id)
    .where('status', '=', 'Waiting')
    .where(visibleTo('proposal', reader))
    .orderBy('ordinal')
    .execute()
  return waiting.map(one => ({
    text: `${findAction(kind, one.action)?.title ?? one.action} is proposed, and waits for a second person`,
    detail: one.isOwn
      ? 'You proposed it, so somebody else decides it.'
      : 'Look at it, and approve or decline it.',
    by: one.expiresOn,
    link: addressOf('proposal', { id: one.id }),
    action: null,
    on: { kind: 'proposal', id: one.id },
  }))
}

/** The proposals that wait for this reader to approve them: one by one where there are few, else how many. */
export const proposalsToDecide = async (reader: Actor, db: ViewContext['db']): Promise<NextThing[]> => {
  const visible = await db
    .selectFrom('proposal')
    .selectAll()
    .where('status', '=', 'Waiting')
    .where(visibleTo('proposal', reader))
    .orderBy('ordinal')
    .execute()
  const waiting = visible.filter(one => mayApprove(one, reader) === true)
  if (waiting.length > MOST)
    return [
      {
        text: `${waiting.length} proposals wait for you to approve or decline`,
        detail: 'Many can be approved at once.',
        link: '/proposals',
        action: APPROVE,
        on: { kind: 'proposal', id: null },
        count: waiting.length,
      },
    ]
  return (await proposalRows(db, waiting, reader)).map(({ id, name, proposedBy, reason, expiresOn }) => ({
    text: `Decide: ${name}`,
    detail: `Proposed by ${proposedBy}: ${reason}`,
    by: expiresOn,
    link: addressOf('proposal', { id }),
    action: APPROVE,
    on: { kind: 'proposal', id },
  }))
}
