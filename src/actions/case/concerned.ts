import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import type { NoticeFacts } from '#domain/text/notice'
import { distinct } from '#domain/values/grouped'
import type { Change, Read } from '../kit/changes.ts'
import type { NoticeName } from '../notices/index.ts'
import { notify, type Addressee } from '../notices/tell.ts'
import { readCoveringUnits } from './covering-units.ts'

/** Organisations and planning authorities that a case concerns besides the owner of its subject, by id. */
export interface Concerned {
  concernedIds: string[]
  concernedLpaIds: string[]
}

/**
 * Reads whom a case about a project concerns: the holders of its units, those for whom its units replace failed ones, and the
 * planning authorities of their developments.
 */
export const readHoldersOf = async (
  read: Read,
  project: Pick<Project, 'id' | 'lpaId'>,
): Promise<Concerned> => {
  const credits = await read.list('credit', { projectId: project.id })
  const covering = await readCoveringUnits(
    read,
    credits.flatMap(({ id, requirementId }) => (requirementId === null ? [id] : [])),
  )
  const held = [...credits, ...covering.map(({ failedCredit }) => failedCredit)]
  const ids = distinct(held.map(({ requirementId }) => requirementId)).toSorted()
  const requirements = await read.list('requirement', { id: ids })
  return {
    concernedIds: distinct(requirements.map(({ buyerId }) => buyerId)),
    concernedLpaIds: distinct(requirements.map(({ lpaId }) => lpaId)).filter(id => id !== project.lpaId),
  }
}

/** Reads whom a case about a requirement concerns: its suppliers, and the planning authorities of their projects. */
export const readSuppliersOf = async (
  read: Read,
  requirement: Pick<Requirement, 'id' | 'lpaId'>,
): Promise<Concerned> => {
  const credits = await read.list('credit', { requirementId: requirement.id })
  const ids = distinct(credits.map(({ projectId }) => projectId)).toSorted()
  const projects = await read.list('project', { id: ids })
  return {
    concernedIds: distinct(projects.map(({ supplierId }) => supplierId)),
    concernedLpaIds: distinct(projects.map(({ lpaId }) => lpaId)).filter(id => id !== requirement.lpaId),
  }
}

/** An organisation that a case concerns although it does not own the subject: for its own sake, or for a client. */
export type ConcernedNotice = Exclude<Addressee, { userId: string }>

/**
 * Reads who gets a notice about a case besides the owner of its subject, the owner's agents and its planning authority: the
 * organisations that it concerns, their agents in the round, and their planning authorities.
 */
export const readConcernedNotices = async (
  read: Read,
  { roundId, concernedIds, concernedLpaIds }: Concerned & { roundId: string },
): Promise<ConcernedNotice[]> => {
  const [agents, authorities] = await Promise.all([
    read.list('agentAuthority', { roundId, clientId: concernedIds, status: 'Approved' }),
    read.list('organisation', { type: 'LPA', lpaId: concernedLpaIds }),
  ])
  return [
    ...concernedIds.map(organisationId => ({ organisationId })),
    ...agents.map(({ agentId, clientId }) => ({ organisationId: agentId, forClientId: clientId })),
    ...authorities.map(({ id }) => ({ organisationId: id })),
  ]
}

/**
 * Notices to those whom a case concerns besides the owner of its subject; each can have facts of its own. They may not know the
 * owner, whose name is a fact of every other notice.
 */
export const notifyConcerned = (
  notice: NoticeName,
  one: { id: string },
  to: readonly ConcernedNotice[],
  factsFor: (addressee: ConcernedNotice) => NoticeFacts = () => ({}),
): Change[] =>
  to.map(addressee => notify(notice, 'case', one, addressee, { owner: '', ...factsFor(addressee) }))

/** Notices of a decision on a case to those whom it concerns; the table of notices covers the owner's side. */
export const notifyOfDecision = (
  subject: { id: string },
  to: readonly ConcernedNotice[],
  factsFor?: (addressee: ConcernedNotice) => NoticeFacts,
): Change[] => notifyConcerned('holding-case-changed', subject, to, factsFor)
