import type { KeyScope } from './api-key.ts'
import type { Instant } from '@credit-market/values/dates'
import type { Permission } from './authority.ts'
import type { OrganisationType } from './organisation.ts'
import type { UserGroup } from './user.ts'

/** An approved authority of an agent. When its round ends, the agent may still read, but no longer act. */
export interface ApprovedAuthority {
  clientId: string
  roundId: string
  permissions: readonly Permission[]
  hasEnded: boolean
}

/** The person or system that acts or reads, with everything that permissions depend on. */
export interface Actor {
  /** Null for the system. */
  userId: string | null
  name: string
  groups: readonly UserGroup[]
  organisationId: string | null
  organisationType: OrganisationType | null
  /** Organisations merged into the actor's own, which stay readable for their history. */
  formerIds?: readonly string[]
  /** Area of a planning authority. */
  lpaId: string | null
  authorities: readonly ApprovedAuthority[]
  /** Null if the person joined before the market recorded this. */
  joinedAt?: Instant | null
  invitedBy?: string | null
  /** People whom this person invited. */
  invited?: readonly string[]
  /** API key of the program that acts as this person, and its scopes; absent if the person acts. */
  byKey?: { id: string; scopes: readonly KeyScope[] }
}

/** The system, when a task reports back or a date takes effect. */
export const SYSTEM: Actor = {
  userId: null,
  name: 'The system',
  groups: [],
  organisationId: null,
  organisationType: null,
  lpaId: null,
  authorities: [],
}

/** A reader without sign-in, who sees no one's amounts. */
export const ANONYMOUS: Actor = { ...SYSTEM, userId: '', name: 'Anyone' }

/** Says whether the reader has not signed in. */
export const isAnonymous = ({ userId }: Pick<Actor, 'userId'>): boolean => userId === ANONYMOUS.userId

/** Says whether this account belongs to another person, as far as accounts show: neither invited the other (decision 0127). */
export const isAnotherPerson = (
  { userId, invitedBy = null, invited = [] }: Pick<Actor, 'userId' | 'invitedBy' | 'invited'>,
  otherId: string,
): boolean => userId !== otherId && invitedBy !== otherId && !invited.includes(otherId)

/** Says whether this is the actor's organisation, or one merged into it. The actor may read a merged one, but not act for it. */
export const isOwnOrMerged = (
  { organisationId, formerIds = [] }: Pick<Actor, 'organisationId' | 'formerIds'>,
  id: string | null,
): boolean => id !== null && (id === organisationId || formerIds.includes(id))

/**
 * Says whether this actor manages the API keys and webhooks of its organisation. At the market operator only system
 * administrators do; in other organisations everyone does.
 */
export const administersOwnOrganisation = ({ organisationType, groups }: Actor): boolean =>
  organisationType !== null && (organisationType !== 'OPER' || groups.includes('sysadmin'))

/** Says whether the actor is a program whose key may only preview actions. */
export const isPreviewOnly = ({ byKey }: Pick<Actor, 'byKey'>): boolean =>
  byKey?.scopes.includes('preview') ?? false

/** Staff of the market operator: admin and sysadmin share their permissions. */
export const isOperator = ({ groups }: Pick<Actor, 'groups'>): boolean =>
  groups.includes('admin') || groups.includes('sysadmin')
