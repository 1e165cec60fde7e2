import { isOperator, isOwnOrMerged, type Actor } from '../people/actor.ts'
import { isAboutRequirement, type Case } from './case.ts'

/** Parts in a case for which someone writes a message: suppliers take the place of holders in a case about a requirement. */
export const CASE_PARTS = ['operator', 'owner', 'holder', 'supplier', 'authority', 'otherAuthority'] as const
export type CasePart = (typeof CASE_PARTS)[number]

/** Parts of those who have a stake of their own in a case. */
export const PARTY_PARTS = ['owner', 'holder', 'supplier'] as const satisfies readonly CasePart[]

/** Number of messages that one person can write about a case in a day, because everyone gets an email of each. */
export const MAX_MESSAGES_PER_DAY = 10

/** Part of a writer, the organisation that has it, and the agency that writes for that organisation, if one does. */
export interface CaseWriter {
  part: CasePart
  organisationId: string | null
  agentId: string | null
}

type Sides = Pick<Case, 'type' | 'roundId' | 'ownerId' | 'lpaId' | 'concernedIds' | 'concernedLpaIds'>

/**
 * Parts that a person has in a case: one, but for agents one for each client in the round. Empty for someone whom the case does
 * not concern. Agents whose round has ended may act here, as they may read: what they write or file binds no one.
 */
export const partsIn = (one: Sides, actor: Actor): CaseWriter[] => {
  const { organisationId, lpaId } = actor
  const own = { organisationId, agentId: null }
  if (isOperator(actor)) return [{ part: 'operator', ...own }]
  const other = isAboutRequirement(one.type) ? ('supplier' as const) : ('holder' as const)
  if (isOwnOrMerged(actor, one.ownerId)) return [{ part: 'owner', ...own }]
  if (one.concernedIds.some(id => isOwnOrMerged(actor, id))) return [{ part: other, ...own }]
  if (lpaId !== null && one.lpaId === lpaId) return [{ part: 'authority', ...own }]
  if (lpaId !== null && one.concernedLpaIds.includes(lpaId)) return [{ part: 'otherAuthority', ...own }]
  const clients = new Set(
    actor.authorities.filter(({ roundId }) => roundId === one.roundId).map(({ clientId }) => clientId),
  )
  return [
    ...(clients.has(one.ownerId) ? [{ part: 'owner' as const, client: one.ownerId }] : []),
    ...one.concernedIds.filter(id => clients.has(id)).map(client => ({ part: other, client })),
  ].map(({ part, client }) => ({ part, organisationId: client, agentId: organisationId }))
}

const NAMES: Record<CasePart, string> = {
  operator: 'the market operator',
  owner: 'the owner',
  holder: 'holder',
  supplier: 'supplier',
  authority: 'the planning authority',
  otherAuthority: 'other planning authority',
}

/** Says whether a case has one party with this part, whose name tells no one anything that the case does not. */
const isSingle = (part: CasePart): boolean => part === 'operator' || part === 'owner' || part === 'authority'

/**
 * Names of writers, in the order of their messages, as everyone reads them whom the case concerns: parts that several can have are
 * numbered by their first message, such as “holder 2” and “agent of holder 2”, because no holder may know the others.
 */
export const writerNames = (writers: readonly CaseWriter[]): string[] => {
  const numbers = new Map<string, number>()
  const counts = new Map<CasePart, number>()
  return writers.map(({ part, organisationId, agentId }) => {
    const key = `${part} ${organisationId}`
    if (!numbers.has(key)) {
      const next = (counts.get(part) ?? 0) + 1
      counts.set(part, next)
      numbers.set(key, next)
    }
    const name = isSingle(part) ? NAMES[part] : `${NAMES[part]} ${numbers.get(key)}`
    return agentId === null ? name : `agent of ${name}`
  })
}

/** Says whether this reader may know which organisation wrote a message: the writer's own side and the market operator. */
export const mayKnowWriter = (
  { organisationId, agentId }: CaseWriter,
  reader: Actor,
  roundId: string,
): boolean =>
  reader.userId === null ||
  isOperator(reader) ||
  isOwnOrMerged(reader, organisationId) ||
  isOwnOrMerged(reader, agentId) ||
  reader.authorities.some(held => held.clientId === organisationId && held.roundId === roundId)
