import type { StoredKind } from '#domain/disclosure/entities'
import type { NoticeFacts } from '#domain/text/notice'
import type { NoticeName } from './index.ts'

/** One person, or the people of an organisation: for its own sake, or for that of a client. */
export type Addressee = { userId: string } | { organisationId: string; forClientId?: string }

/** A notice that an effect writes itself, to recipients that it names, because no table can. */
export interface NotifyChange {
  change: 'tell'
  notice: NoticeName
  kind: StoredKind
  id: string
  to: Addressee
  facts: NoticeFacts
}

/** A notice from an effect; the table of notices says that the action gives it. */
export const notify = (
  notice: NoticeName,
  kind: StoredKind,
  { id }: { id: string },
  to: Addressee,
  facts: NoticeFacts,
): NotifyChange => ({ change: 'tell', notice, kind, id, to, facts })
