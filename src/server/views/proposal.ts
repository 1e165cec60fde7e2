import { sql } from 'kysely'
import { findAction } from '#actions/index'
import type { Action, Answers } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import { choicesOf } from '#actions/kit/judge'
import type { ActionForm } from '#contract/kit/form'
import { nounOf, optionalPageAddress, rowLinks } from '#contract/nouns/nouns'
import { proposalPreview, type ProposalRow, type ProposalView } from '#contract/desk/proposal'
import { mayReadAll } from '#contract/nouns/read-access'
import type { IdAndName } from '#contract/kit/values'
import { isOperator, type Actor } from '#domain/people/actor'
import type { Kind } from '#domain/disclosure/entities'
import { groupBy } from '#domain/values/grouped'
import type { Proposal } from '#domain/steps/proposal'
import { readActor } from '../auth/sessions.ts'
import { isCollection, isFileRef, readRoundOf } from '../runner/facts.ts'
import type { ActionQuery } from '../runner/gates.ts'
import { isProposalOutdated } from '../runner/outdated.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { capacityWords } from '../store/capacity-words.ts'
import { needsSecondApproval, findApprovingOrganisation } from '../runner/second-person.ts'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { readNamesOfKind, readPeopleNames, readRoundsWithMarkets } from './kit/names.ts'

type Db = ViewContext['db']

const NAMED_BY: Readonly<Record<string, (db: Db, ids: readonly string[]) => Promise<IdAndName[]>>> = {
  user: async (db, ids) =>
    await db.selectFrom('user').select(['id', 'displayName as name']).where('id', 'in', ids).execute(),
  participation: async (db, ids) =>
    db
      .selectFrom('participation')
      .innerJoin('organisation', 'organisation.id', 'participation.organisationId')
      .select([
        'participation.id',
        sql<string>`organisation.name || ' as ' || ${capacityWords('participation.capacity')}`.as('name'),
      ])
      .where('participation.id', 'in', ids)
      .execute(),
}

/** Names of the subjects that proposals are about. */
const subjectsOf = async (db: Db, proposals: readonly Proposal[]): Promise<(one: Proposal) => string> => {
  const names = new Map<string, string>()
  for (const [kind, some] of groupBy(proposals, one => one.subjectKind)) {
    const noun = nounOf(kind)
    const ids = some.map(({ subjectId }) => subjectId)
    if (!noun) continue
    const nameOf = noun.isNamed ? await readNamesOfKind(db, noun.kind, ids) : undefined
    const found = nameOf ? ids.flatMap(id => nameOf(id) ?? []) : ((await NAMED_BY[kind]?.(db, ids)) ?? [])
    for (const { id, name } of found) names.set(`${kind} ${id}`, name)
  }
  return ({ subjectKind, subjectId }) =>
    names.get(`${subjectKind} ${subjectId}`) ?? nounOf(subjectKind)?.called[0] ?? subjectKind
}

const actionOf = ({ subjectKind, action }: Proposal): Action | undefined =>
  findAction(subjectKind as Kind, action)

/** Rows of a list of proposals. */
export const proposalRows = async (
  db: Db,
  proposals: readonly Proposal[],
  reader: Actor,
): Promise<ProposalRow[]> => {
  const subject = await subjectsOf(db, proposals)
  const round = await readRoundsWithMarkets(
    db,
    proposals.flatMap(one => one.roundId ?? []),
  )
  const owner = await readNamesOfKind(
    db,
    'organisation',
    proposals.map(one => one.ownerId),
  )
  const person = await readPeopleNames(
    db,
    proposals.flatMap(one => [one.proposedBy, one.decidedBy]),
    { seesAll: mayReadAll(reader), organisationId: reader.organisationId },
  )
  return proposals.map(one => {
    const { id, version, subjectKind: kind, subjectId, roundId, status, reason, decidedBy } = one
    const title = actionOf(one)?.title ?? one.action
    const its = roundId === null ? null : round(roundId)
    const name = its && kind === 'round' ? `${its.market}, ${its.name}` : subject(one)
    return {
      id,
      links: rowLinks('proposal', id),
      version,
      name: `${title}: ${name}`,
      title,
      action: one.action,
      on: {
        kind: kind as Kind,
        id: subjectId,
        name,
        link: optionalPageAddress(kind, {
          id: subjectId,
          ...(its && { roundId: its.id, marketId: its.marketId }),
        }),
      },
      round: its && { id: its.id, name: `${its.market}, ${its.name}` },
      owner: owner(one.ownerId),
      status,
      reason,
      proposedBy: person(one.proposedBy),
      isOwn: one.proposedBy === reader.userId,
      proposedAt: one.proposedAt,
      expiresOn: one.expiresOn,
      decidedBy: decidedBy === null ? null : person(decidedBy),
      decidedAt: one.decidedAt,
      note: one.note,
    }
  })
}

/** View of one proposal. The answers are visible to the proposer and to those who may decide. */
export const proposalView = async (
  proposal: Proposal,
  reader: Actor,
  context: ViewContext,
): Promise<ProposalView> => {
  const { db, now } = context
  const [row] = await proposalRows(db, [proposal], reader)
  if (!row) throw new Error(`There is no proposal ${proposal.id}`)
  const { name, links: _, ...told } = row
  const rehearsed = proposalPreview.safeParse(proposal.foreseen)
  return {
    ...told,
    ...commonResourceView('proposal', proposal, name, reader, { round: undefined, now }),
    answers: answersIn(proposal),
    hasFiles: Object.values(proposal.answers).some(isFileRef),
    foreseen: rehearsed.success && isOperator(reader) ? rehearsed.data : null,
    approvers: proposal.status === 'Waiting' ? (await approversOf(db, proposal, reader)).approvers : [],
    isOutdated:
      proposal.status === 'Waiting' &&
      (await isProposalOutdated({ ...context, actorOf: readActor }, proposal)),
  }
}

/** People who may approve a proposal: by name as far as the reader may know them, and the number of others. */
const approversOf = async (
  db: Db,
  {
    proposedBy,
    ownerId,
    proposedAt,
  }: Pick<Proposal, 'proposedBy' | 'ownerId'> & { proposedAt: Proposal['proposedAt'] | null },
  reader: Actor,
): Promise<{ approvers: string[]; others: number }> => {
  const { rows: people } = await sql<{ name: string; organisationId: string }>`
    select one.display_name as name, one.organisation_id from "user" as one
    join organisation on organisation.id = one.organisation_id
    left join "user" as proposer on proposer.id = ${proposedBy}
    where one.active and one.id <> ${proposedBy} and cardinality(one.groups) > 0
      and (organisation.id = ${ownerId} or (${ownerId}::text is null and organisation.type = 'OPER'))
      and ((proposer.is_shared or one.is_shared) and proposer.organisation_id = one.organisation_id) is not true
      and one.invited_by is distinct from ${proposedBy} and proposer.invited_by is distinct from one.id
      and (one.joined_at <= ${proposedAt}::timestamptz) is not false
    order by one.display_name`.execute(db)
  const known = people.filter(one => isOperator(reader) || one.organisationId === reader.organisationId)
  return { approvers: known.map(({ name }) => name), others: people.length - known.length }
}

/** The page of an organisation where its people are invited. */
const invitePage = async (read: Read, id: string | null): Promise<string | null> => {
  const organisation = id === null ? undefined : await read.one('organisation', id)
  return organisation ? optionalPageAddress('organisation', organisation) : null
}

/** Approvers, if the action would only be proposed; null if it takes effect at once. */
export const findRequiredApproval = async (
  runtime: Pick<ActionRuntime, 'store' | 'secondPersonFor'>,
  { actor, kind, subjectId, actionName }: ActionQuery,
): Promise<ActionForm['approval']> => {
  const { db, read } = runtime.store
  const action: Action | undefined = findAction(kind, actionName)
  if (!action?.approval || isCollection(kind)) return null
  const subject = await read.one(kind, subjectId)
  if (!subject) return null
  const round = await readRoundOf(read, kind, subject)
  if (!(await needsSecondApproval(runtime, read, { action, subject, round, actor }))) return null
  const about = { subjectKind: kind, subjectId, action: actionName, status: 'Waiting' } as const
  const ownerId = await findApprovingOrganisation(read, action, kind, subject)
  return {
    ...(await approversOf(db, { proposedBy: actor.userId ?? '', ownerId, proposedAt: null }, actor)),
    by: ownerId === null ? 'operator' : 'owner',
    inviteAt: await invitePage(read, ownerId ?? actor.organisationId),
    waiting: (await read.list('proposal', about))[0]?.id ?? null,
  }
}

/** Answers of a proposal, in words. */
const answersIn = (proposal: Proposal): ProposalView['answers'] => {
  const action = actionOf(proposal)
  if (!action) return []
  const answers: Answers = proposal.answers
  return Object.entries(action.fields).flatMap(([name, field]) => {
    const value = answers[name]
    const isEmpty = value === undefined || value === null || value === '' || field.type === 'Checkbox'
    return isEmpty || field.storage === 'declare'
      ? []
      : [
          {
            label: field.label,
            value: inWords(value, choicesOf(field, { today: '', actorIsOperator: true })),
          },
        ]
  })
}

const inWords = (value: unknown, choices: readonly IdAndName[] | undefined): string => {
  if (isFileRef(value)) return value.name
  if (Array.isArray(value)) return value.map(one => inWords(one, choices)).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const chosen = choices?.find(({ id }) => id === value)
  return chosen?.name ?? String(value)
}
