import { type Actor, isOperator } from './actor.ts'
import type { Entities, StoredKind } from './entities.ts'
import type { Project } from './project.ts'
import type { Requirement } from './requirement.ts'

/** The kinds that belong to somebody: by which column, and whether the planning authority of the area reads them. */
export const OWNED = {
  project: { owner: 'supplierId', area: true },
  projectGroup: { owner: 'supplierId', area: false },
  requirement: { owner: 'buyerId', area: true },
  requirementGroup: { owner: 'buyerId', area: false },
  participation: { owner: 'organisationId', area: false },
} as const

/** One of them. */
export type OwnedKind = keyof typeof OWNED

/** Settings and places: everybody who is signed in chooses from them. */
export const PUBLIC_KINDS: readonly StoredKind[] = [
  'market',
  'projectType',
  'standard',
  'standardVersion',
  'nca',
  'lpa',
  'subcatchment',
  'declaration',
]

/** Does this actor read everything: the market operator's staff, and the product itself? */
export const readsAll = (actor: Actor): boolean => actor.userId === null || isOperator(actor)

/** Does this kind belong to somebody? */
export const isOwned = (kind: StoredKind): kind is OwnedKind => kind in OWNED

/** May this actor read this thing of its own, a client's, its area's or everybody's? Followers ask `mayReadRow`. */
export const mayRead = <K extends StoredKind>(kind: K, subject: Entities[K], actor: Actor): boolean => {
  if (readsAll(actor)) return true
  if (PUBLIC_KINDS.includes(kind)) return true
  if (kind === 'round') return (subject as Entities['round']).status !== 'Draft'
  if (kind === 'user') {
    const { id, organisationId } = subject as Entities['user']
    return id === actor.userId || (organisationId !== null && organisationId === actor.organisationId)
  }
  if (kind === 'organisation')
    return subject.id === actor.organisationId || actor.authorities.some(held => held.clientId === subject.id)
  if (kind === 'agentAuthority') {
    const { clientId, agentId } = subject as Entities['agentAuthority']
    return actor.organisationId !== null && [clientId, agentId].includes(actor.organisationId)
  }
  return isOwned(kind) && mayReadOwned(kind, subject as Entities[OwnedKind], actor)
}

const mayReadOwned = (kind: OwnedKind, subject: Entities[OwnedKind], actor: Actor): boolean => {
  const ownerId = (subject as unknown as Record<string, string>)[OWNED[kind].owner]
  if (actor.organisationId !== null && ownerId === actor.organisationId) return true
  if (actor.authorities.some(held => held.clientId === ownerId && held.roundId === subject.roundId))
    return true
  if (!OWNED[kind].area || actor.lpaId === null) return false
  const { lpaId, status } = subject as Project | Requirement
  return lpaId === actor.lpaId && status !== 'Draft'
}
