import { type Kysely, sql, type SqlBool } from 'kysely'
import { pageAddress } from '#contract/nouns/nouns'
import type { UpcomingDate } from '#contract/desk/client-tasks'
import type { PublicRound } from '#contract/public/public'
import { type Actor, isOperator } from '#domain/people/actor'
import type { BiddingTimes } from '#domain/round/bidding-times'
import { addDays, type Day, englishDayOf } from '@credit-market/values/dates'
import type { ScheduledCheckKind } from '#domain/project/check-schedule'
import { type CalendarEvent, calendarText } from '#domain/values/ical'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project/project-check'
import { SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { roundWindows } from '#domain/round/round-days'
import type { Database } from '../store/tables/tables.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'
import { type Dated, MOST_DATES, ofCases, ofMoney } from './dates.ts'

/** Input of a calendar: market, public address, and the date of the request. */
interface Calendar {
  /** The name of the market. */
  market: string
  publicUrl: string
  today: Day
}

const CHECK_DUE: Readonly<Record<ScheduledCheckKind, (project: string, year: number) => string>> = {
  compliance: (project, year) => `${project}: compliance check of year ${year} due`,
  performance: (project, year) => `${project}: performance check of year ${year} due`,
}

/** Announced times of a round, each with its label. */
const timesOf = ({ bidsOpen, bidsClose }: BiddingTimes) =>
  (
    [
      ['bids-open', bidsOpen, 'bids and offers open'],
      ['bids-close', bidsClose, 'bids and offers close'],
    ] as const
  ).flatMap(([what, at, words]) => (at === null ? [] : [{ what, at, words }]))

/** Calendar of all windows and times of all announced rounds. */
export const roundsCalendar = (
  rounds: readonly PublicRound[],
  { market, publicUrl, today }: Calendar,
): string => {
  const { host } = new URL(publicUrl)
  const events = rounds.flatMap((round): CalendarEvent[] => {
    const url = new URL(`/rounds/${round.id}`, publicUrl).href
    const called = `${round.market}, ${round.name}`
    return [
      ...roundWindows(round).map(({ name, what, start, end }) => ({
        ...{ uid: `${round.id}-${name}@${host}`, url },
        from: start,
        until: end,
        summary: `${called}: ${what}`,
      })),
      ...timesOf(round).map(({ what, at, words }) => ({
        ...{ uid: `${round.id}-${what}@${host}`, url },
        at,
        summary: `${called}: ${words}`,
      })),
    ]
  })
  return calendarText({ market, part: 'Rounds' }, events, today)
}

/** Older dates are left out, in days. */
const DAYS_BACK = 365

/**
 * Rounds that concern a reader: for the operator all that are running; for others those of their own or their
 * clients' participations.
 */
const roundsOf = (db: Kysely<Database>, reader: Actor) => {
  const own = [reader.organisationId, ...(reader.formerIds ?? [])].filter(id => id !== null)
  const held = reader.authorities.map(({ roundId }) => roundId)
  return db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .select(['round.id', 'round.name', 'round.marketId', 'market.name as market'])
    .select(['status', 'bidderType', 'settledAt'])
    .select(['suppliersStart', 'suppliersEnd', 'buyersStart', 'buyersEnd'])
    .select(['projectsStart', 'projectsEnd', 'requirementsStart', 'requirementsEnd'])
    .select(['bidsOpen', 'bidsClose'])
    .where(visibleToActorSql('round', reader))
    .$if(!isOperator(reader), query =>
      query.where(
        sql<SqlBool>`(round.id = any(${held}::text[]) or ${reader.lpaId} = any(round.lpa_ids)
          or exists (select from participation where participation.round_id = round.id
            and participation.organisation_id = any(${own}::text[]) and participation.status <> 'Withdrawn'))`,
      ),
    )
    .execute()
}

const ofRounds = async (db: Kysely<Database>, reader: Actor): Promise<Dated[]> =>
  (await roundsOf(db, reader)).flatMap(round => {
    const name = `${round.market}, ${round.name}`
    const dated = (what: string, day: Day, words: string): Dated => ({
      uid: `${round.id}-${what}`,
      day,
      summary: `${name}: ${words}`,
      path: pageAddress('round', round),
    })
    return [
      ...roundWindows(round).flatMap(window => [
        dated(`${window.name}-first`, window.start, `${window.what}, first day`),
        dated(`${window.name}-last`, window.end, `${window.what}, last day`),
      ]),
      ...timesOf(round).map(({ what, at, words }) => ({ ...dated(what, englishDayOf(at), words), at })),
      ...(round.settledAt ? [dated('settled', englishDayOf(round.settledAt), 'settled')] : []),
    ]
  })

const ofProjects = async (db: Kysely<Database>, reader: Actor): Promise<Dated[]> => {
  const projects = await db
    .selectFrom('project')
    .select(['id', 'name', 'start'])
    .where(visibleToActorSql('project', reader))
    .where('status', 'in', SOLD_PROJECT_STATUSES)
    .where('start', 'is not', null)
    .orderBy('start', 'desc')
    .limit(MOST_DATES)
    .execute()
  const checks = await db
    .selectFrom('complianceCheck')
    .innerJoin('project', 'project.id', 'complianceCheck.projectId')
    .distinctOn('complianceCheck.projectId')
    .select(['complianceCheck.id', 'project.id as projectId', 'project.name', 'nextAction', 'nextActionDate'])
    .where(visibleToActorSql('project', reader))
    .orderBy('complianceCheck.projectId')
    .orderBy('complianceCheck.date', 'desc')
    .orderBy('complianceCheck.ordinal', 'desc')
    .limit(MOST_DATES)
    .execute()
  const planned = await sql<{
    id: string
    projectId: string
    name: string
    kind: ScheduledCheckKind
    year: number
    due: Day
  }>`
    select planned.id, planned.project_id, project.name, planned.kind, planned.year, planned.due
    from check_due join project on project.id = check_due.project_id
    join scheduled_check as planned on planned.project_id = project.id and planned.kind = check_due.kind
      and planned.due = check_due.due
    where ${visibleToActorSql('project', reader)} order by planned.due limit ${MOST_DATES}`.execute(db)
  const asked = await sql<{ id: string; projectId: string; name: string; due: Day }>`
    select asked.id, asked.project_id, project.name, asked.due
    from evidence_request as asked join project on project.id = asked.project_id
    where asked.supplied_at is null and ${visibleToActorSql('project', reader)} order by asked.due limit ${MOST_DATES}`.execute(
    db,
  )
  return [
    ...planned.rows.map(({ id, projectId, name, kind, year, due }) => ({
      uid: `${id}-due`,
      day: due,
      summary: CHECK_DUE[kind](name, year),
      path: pageAddress('project', { id: projectId }),
    })),
    ...asked.rows.map(({ id, projectId, name, due }) => ({
      uid: `${id}-asked`,
      day: due,
      summary: `${name}: requested evidence is due`,
      path: pageAddress('project', { id: projectId }),
    })),
    ...projects.flatMap(({ id, name, start }) =>
      start === null
        ? []
        : [
            {
              uid: `${id}-start`,
              day: start,
              summary: `${name}: the project starts`,
              path: pageAddress('project', { id }),
            },
          ],
    ),
    ...checks.flatMap(({ id, projectId, name, nextAction, nextActionDate }) =>
      nextAction === null || nextActionDate === null
        ? []
        : [
            {
              uid: `${id}-next`,
              day: nextActionDate,
              summary: `${name}: after the compliance check, due: ${NEXT_COMPLIANCE_ACTION_LABELS[nextAction]}`,
              path: pageAddress('project', { id: projectId }),
            },
          ],
    ),
  ]
}

/** Statuses of sold credits that are not redeemed yet. */
const TO_REDEEM = ['RightsCreated', 'RightsAllocated', 'CreditsIssued'] as const

const ofRequirements = async (db: Kysely<Database>, reader: Actor): Promise<Dated[]> => {
  const requirements = await db
    .selectFrom('requirement')
    .select(['id', 'name', 'redemptionDate'])
    .where(visibleToActorSql('requirement', reader))
    .where('status', 'in', TO_REDEEM)
    .orderBy('redemptionDate', 'desc')
    .limit(MOST_DATES)
    .execute()
  return requirements.flatMap(({ id, name, redemptionDate }) =>
    redemptionDate === null
      ? []
      : [
          {
            uid: `${id}-redemption`,
            day: redemptionDate,
            summary: `${name}: redemption date`,
            path: pageAddress('requirement', { id }),
          },
        ],
  )
}

const datesOf = async (db: Kysely<Database>, reader: Actor): Promise<Dated[]> =>
  (
    await Promise.all([
      ofRounds(db, reader),
      ofProjects(db, reader),
      ofRequirements(db, reader),
      ofCases(db, reader),
      ofMoney(db, reader),
    ])
  ).flat()

const byDay = (a: Dated, b: Dated): number => a.day.localeCompare(b.day) || a.uid.localeCompare(b.uid)

/** Days ahead for which a page shows dates, and their greatest number. */
const DAYS_AHEAD = 90
const MOST_UPCOMING = 12

/** The next dates that concern a reader and its clients, soonest first; the calendar has all. */
export const listUpcomingDates = async (
  db: Kysely<Database>,
  reader: Actor,
  today: Day,
): Promise<UpcomingDate[]> =>
  (await datesOf(db, reader))
    .filter(({ day }) => day >= today && day <= addDays(today, DAYS_AHEAD))
    .toSorted(byDay)
    .slice(0, MOST_UPCOMING)
    .map(({ day, at, summary, path }) => ({ day, at: at ?? null, text: summary, link: path }))

/** Calendar of all dates that concern a reader and its organisation, with current rights; never contains amounts. */
export const personalCalendar = async (
  db: Kysely<Database>,
  reader: Actor,
  { market, publicUrl, today }: Calendar,
): Promise<string> => {
  const { host } = new URL(publicUrl)
  const events = (await datesOf(db, reader))
    .filter(({ day }) => day >= addDays(today, -DAYS_BACK))
    .toSorted(byDay)
    .slice(0, MOST_DATES)
    .map(({ uid, day, at, summary, path }): CalendarEvent => ({
      ...(at === undefined ? { from: day, until: day } : { at }),
      uid: `${uid}@${host}`,
      summary,
      url: new URL(path, publicUrl).href,
    }))
  return calendarText({ market, part: 'My dates' }, events, today)
}
