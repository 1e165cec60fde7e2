import type { KeyScope } from './api-key.ts'
import type { Instant } from './dates.ts'
import type { Permission } from './authority.ts'
import type { OrganisationType } from './organisation.ts'
import type { UserGroup } from './user.ts'

/** An approved authority that an agent holds. It ends with its round: then it still lets the agent read, no longer act. */
export interface HeldAuthority {
  clientId: string
  roundId: string
  permissions: readonly Permission[]
  hasEnded: boolean
}

/** Whoever acts or reads: a signed-in person with all that verdicts ask about, or the system itself. */
export interface Actor {
  /** null for the system. */
  userId: string | null
  name: string
  groups: readonly UserGroup[]
  organisationId: string | null
  organisationType: OrganisationType | null
  /** Organisations that were merged into its own, and are kept for their history. */
  formerIds?: readonly string[]
  /** The area of a planning authority. */
  lpaId: string | null
  authorities: readonly HeldAuthority[]
  /** null where the person joined before this was noted. */
  joinedAt?: Instant | null
  invitedBy?: string | null
  /** The people whom this person has invited. */
  invited?: readonly string[]
  /** By which API key a program acts as this person, and what for; without one it is the person. */
  byKey?: { id: string; scopes: readonly KeyScope[] }
}

/** The product itself, when a task reports back or time passes. */
export const SYSTEM: Actor = {
  userId: null,
  name: 'The system',
  groups: [],
  organisationId: null,
  organisationType: null,
  lpaId: null,
  authorities: [],
}

/** Somebody who has not signed in: knows no amount of anybody. */
export const NOBODY: Actor = { ...SYSTEM, userId: '', name: 'Anybody' }

/** Has the reader not signed in? */
export const isNobody = ({ userId }: Pick<Actor, 'userId'>): boolean => userId === NOBODY.userId

/** Is this account of another person, as far as accounts tell: neither invited the other (decision 0127)? */
export const isAnotherPerson = (
  { userId, invitedBy = null, invited = [] }: Pick<Actor, 'userId' | 'invitedBy' | 'invited'>,
  otherId: string,
): boolean => userId !== otherId && invitedBy !== otherId && !invited.includes(otherId)

/** Is this the actor's organisation, or one that was merged into it? Such a one is read, and no longer acted for. */
export const isOwnHistory = (
  { organisationId, formerIds = [] }: Pick<Actor, 'organisationId' | 'formerIds'>,
  id: string | null,
): boolean => id !== null && (id === organisationId || formerIds.includes(id))

/**
 * Does this actor see to what the programs of its organisation may do: its keys and webhooks? At the market operator that is
 * a system administrator; the people of other organisations are equals.
 */
export const administersOwn = ({ organisationType, groups }: Actor): boolean =>
  organisationType !== null && (organisationType !== 'OPER' || groups.includes('sysadmin'))

/** Staff of the market operator: admin and sysadmin share what they may do. */
export const isOperator = (actor: Actor): boolean =>
  actor.groups.includes('admin') || actor.groups.includes('sysadmin')
