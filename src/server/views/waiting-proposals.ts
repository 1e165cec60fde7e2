import { sql } from 'kysely'
import { type ActionName, findAction } from '#actions/index'
import { mayApproveProposal } from '#actions/proposal/decide'
import { pageAddress } from '#contract/nouns/nouns'
import type { NextStep } from '#contract/kit/resource'
import type { Actor } from '#domain/people/actor'
import type { Kind } from '#domain/disclosure/entities'
import { proposalRows } from './proposal.ts'
import { visibleToActorSql } from './kit/visible.ts'
import type { ViewContext } from './kit/context.ts'

const MOST = 5
const APPROVE = 'Approve' satisfies ActionName<'proposal'>

/** Proposals for a subject that wait for a second approval, as far as the reader may know. */
export const listWaitingProposalsOnSubject = async (
  kind: Kind,
  id: string,
  reader: Actor,
  db: ViewContext['db'],
): Promise<NextStep[]> => {
  const waiting = await db
    .selectFrom('proposal')
    .select(['id', 'action', 'expiresOn', sql<boolean>`proposed_by = ${reader.userId}`.as('isOwn')])
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', id)
    .where('status', '=', 'Waiting')
    .where(visibleToActorSql('proposal', reader))
    .orderBy('ordinal')
    .execute()
  return waiting.map(one => ({
    text: `${findAction(kind, one.action)?.title ?? one.action} has been proposed and needs a second approval`,
    detail: one.isOwn
      ? 'You proposed this, so someone else must approve it.'
      : 'Review it, then approve or decline it.',
    by: one.expiresOn,
    link: pageAddress('proposal', { id: one.id }),
    action: null,
    on: { kind: 'proposal', id: one.id },
  }))
}

/** Proposals that wait for this reader's approval: listed if few, else counted. */
export const listProposalsToDecide = async (reader: Actor, db: ViewContext['db']): Promise<NextStep[]> => {
  const visible = await db
    .selectFrom('proposal')
    .selectAll()
    .where('status', '=', 'Waiting')
    .where(visibleToActorSql('proposal', reader))
    .orderBy('ordinal')
    .execute()
  const waiting = visible.filter(one => mayApproveProposal(one, reader) === true)
  if (waiting.length > MOST)
    return [
      {
        text: `${waiting.length} proposals are waiting for your decision`,
        detail: 'You can approve several at once.',
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
    link: pageAddress('proposal', { id }),
    action: APPROVE,
    on: { kind: 'proposal', id },
  }))
}
