import type { Kysely } from 'kysely'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/people/actor'
import { type Day, utcDayOf, type Instant } from '@credit-market/values/dates'
import { resourceLinks } from '#contract/nouns/nouns'
import type { StoredKind, EntityOfKind } from '#domain/disclosure/entities'
import type { Round } from '#domain/round/round'
import { listAvailableActions } from '../../runner/available.ts'
import type { Database } from '../../store/tables/tables.ts'

/** Input of every view: the database (of one transaction, or now), the instant, and the date that figures are for. */
export interface ViewContext {
  db: Kysely<Database>
  read: Read
  now: Instant
  on: Day
}

/** Common part of every single resource: name, version, links, and the actions that this reader can take now. */
export const commonResourceView = <const K extends StoredKind>(
  kind: K,
  subject: EntityOfKind<K>,
  name: string,
  reader: Actor,
  { round, now }: { round: Round | undefined; now: Instant },
) => ({
  kind,
  id: subject.id,
  name,
  version: subject.version,
  links: resourceLinks(kind, subject.id),
  actions: listAvailableActions(kind, subject, reader, { round, today: utcDayOf(now) }),
})
