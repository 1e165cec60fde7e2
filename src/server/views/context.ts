import type { Kysely } from 'kysely'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/actor'
import { type Day, dayOf, type Instant } from '#domain/dates'
import { linksOf } from '#contract/nouns'
import type { StoredKind, SubjectOf } from '#domain/entities'
import type { Round } from '#domain/round'
import { availableOn } from '../runner/available.ts'
import type { Database } from '../store/tables.ts'

/** What a view is made from: the rows as they are in one transaction or now, the moment, and the day that figures are for. */
export interface ViewContext {
  db: Kysely<Database>
  read: Read
  now: Instant
  on: Day
}

/** What every single resource carries: its name, version, links, and the actions offered to this reader now. */
export const resourceOf = <const K extends StoredKind>(
  kind: K,
  subject: SubjectOf<K>,
  name: string,
  reader: Actor,
  { round, now }: { round: Round | undefined; now: Instant },
) => ({
  kind,
  id: subject.id,
  name,
  version: subject.version,
  links: linksOf(kind, subject.id),
  actions: availableOn(kind, subject, reader, { round, today: dayOf(now) }),
})
