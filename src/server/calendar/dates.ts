import type { Kysely } from 'kysely'
import { pageAddress } from '#contract/nouns/nouns'
import type { Actor } from '#domain/people/actor'
import type { Day, Instant } from '@credit-market/values/dates'
import { listDueInstalments } from '../money/views.ts'
import type { Database } from '../store/tables/tables.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'

/** Greatest number of dates of one kind. */
export const MOST_DATES = 2000

/** An all-day event or a time, with its title and page. */
export interface Dated {
  uid: string
  day: Day
  at?: Instant
  summary: string
  path: string
}

/** Dates of the cases that a reader may see and that are open. */
export const ofCases = async (db: Kysely<Database>, reader: Actor): Promise<Dated[]> => {
  const cases = await db
    .selectFrom('case')
    .select(['id', 'name', 'rectifyBy', 'ownerPapersBy', 'otherPapersBy'])
    .where(visibleToActorSql('case', reader))
    .where('endedAt', 'is', null)
    .orderBy('ordinal', 'desc')
    .limit(MOST_DATES)
    .execute()
  return cases.flatMap(({ id, name, rectifyBy, ownerPapersBy, otherPapersBy }) => {
    const dates = [
      ['rectification', rectifyBy, 'to be put right'],
      ['owner-papers', ownerPapersBy, 'last day for papers of the owner'],
      ['other-papers', otherPapersBy, 'last day for papers of the other side'],
    ] as const
    return dates.flatMap(([what, day, words]) =>
      day === null
        ? []
        : [
            {
              ...{ uid: `${id}-${what}`, day },
              ...{ summary: `${name}: ${words}`, path: pageAddress('case', { id }) },
            },
          ],
    )
  })
}

const DUE_TEXTS = {
  due: 'payment due',
  payable: 'proceeds due',
  maintenance: 'money for maintenance due',
} as const

/** Dates on which a reader has something to pay or to receive, without the amounts. */
export const ofMoney = async (db: Kysely<Database>, reader: Actor): Promise<Dated[]> =>
  (await listDueInstalments(db, reader)).map(({ item, purpose, event, year, due }) => ({
    uid: [item.id, purpose, event, year ?? 'money'].join('-'),
    day: due,
    summary: `${item.name}: ${DUE_TEXTS[purpose]}`,
    path: '/money',
  }))
