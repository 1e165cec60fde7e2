import type { Instant } from '../dates.ts'
import type { Kind } from '../entities.ts'
import type { OrganisationType } from '../organisation.ts'
import type { UserGroup } from '../user.ts'

/** What goes over the wire. Money is a number of pounds here, quantities are numbers of units; inside they are integers. */
export interface Links {
  self: string
  location?: string
  activity?: string
  files?: string
  comments?: string
  supply?: string
}

export interface Named {
  id: string
  name: string
}

/** An action that this reader may run on the subject now. */
export interface AvailableAction {
  id: string
  title: string
  label: string
  /** An action that only leads to a page. */
  navigatesTo?: string
}

/** What every single resource carries. */
export interface Resource extends Named {
  kind: Kind
  version: number
  links: Links
  actions: AvailableAction[]
}

/** One page of a list. */
export interface ListOf<T> {
  items: T[]
  total: number
  /** The cursor of the next page; null on the last. */
  next: string | null
  actions: AvailableAction[]
}

/** The person signed in (`GET /api/auth/user`). */
export interface SignedIn {
  id: string
  username: string
  email: string
  displayName: string
  groups: UserGroup[]
  organisation: (Named & { type: OrganisationType }) | null
}

/** One entry of a subject's trail. */
export interface ActivityItem {
  id: string
  at: Instant
  actor: string
  /** The client, when an agent acted for one. */
  forClient: string | null
  action: string
  title: string
  from: string | null
  to: string | null
  message: string
  itemId: string
  itemName: string
  itemType: Kind
  receipt: Receipt | null
}

/**
 * What shows that an offer or a bid was taken as it was made; only whoever made it is given it. The hash is the SHA-256 of
 * the hash before it in the log followed by the entry, in hexadecimal digits.
 */
export interface Receipt {
  hash: string
  prevHash: string
  /** What the log says, as canonical JSON. */
  entry: string
}

export interface CommentItem {
  id: string
  at: Instant
  author: string
  text: string
  json: string
}

export interface DocumentItem extends Named {
  tag: string
  type: string
  /** Bytes. */
  size: number
  uploadedAt: Instant
  uploadedBy: string
  reason: string | null
  /** Replaced by a later one, kept for the record. */
  replaced: boolean
  links: { self: string }
}

/** Somebody who can be mentioned in a comment: an organisation, or a person of one. */
export interface Mentionable extends Named {
  kind: 'user' | 'organisation'
  of: string | null
}

/** What a person should do next, in a sentence, and where. */
export interface NextThing {
  text: string
  detail: string | null
  link: string
  /** The action that does it, opened on the page when given. */
  action: string | null
  /** What is missing before the action can succeed. */
  missing?: string
}

/** Found by search, or in a list of things by name. */
export interface Found extends Named {
  kind: Kind
  status: string | null
  detail: string
  link: string
}
