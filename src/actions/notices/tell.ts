import type { StoredKind } from '#domain/entities'
import type { NoticeFacts } from '#domain/notice'
import type { NoticeName } from './index.ts'

/** One person, or the people of an organisation: for its own sake, or for that of a client. */
export type Addressee = { userId: string } | { organisationId: string; forClientId?: string }

/** What an effect may ask for besides changes: a notice of a thing that it alone can put in words, to whom it names. */
export interface Tell {
  change: 'tell'
  notice: NoticeName
  kind: StoredKind
  id: string
  to: Addressee
  facts: NoticeFacts
}

/** A notice from an effect; the table of notices says that the action gives it. */
export const tell = (
  notice: NoticeName,
  kind: StoredKind,
  { id }: { id: string },
  to: Addressee,
  facts: NoticeFacts,
): Tell => ({ change: 'tell', notice, kind, id, to, facts })
