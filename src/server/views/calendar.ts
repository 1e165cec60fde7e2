import { type Kysely, sql, type SqlBool } from 'kysely'
import { addressOf } from '#contract/nouns'
import type { PublicRound } from '#contract/public'
import { type Actor, isOperator } from '#domain/actor'
import type { BiddingTimes } from '#domain/bidding-times'
import { addDays, type Day, type Instant, marketDayOf } from '#domain/dates'
import { SCHEDULED_KIND_LABELS, type ScheduledKind } from '#domain/check-schedule'
import { type CalendarEvent, calendarText } from '#domain/ical'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import { SOLD_PROJECTS } from '#domain/project'
import { windowsOf } from '#domain/round-days'
import type { Database } from '../store/tables.ts'
import { visibleTo } from './visible.ts'

/** Whose calendar it is, where it is asked for, and on which day. */
interface Calendar {
  /** The name of the market. */
  market: string
  publicUrl: string
  today: Day
}

/** The announced times of a round, each with the words for it. */
const timesOf = ({ bidsOpen, bidsClose }: BiddingTimes) =>
  (
    [
      ['bids-open', bidsOpen, 'bids and offers open'],
      ['bids-close', bidsClose, 'bids and offers close'],
    ] as const
  ).flatMap(([what, at, words]) => (at === null ? [] : [{ what, at, words }]))

/** All windows and times of all rounds that have been announced, for calendars. */
export const roundsCalendar = (
  rounds: readonly PublicRound[],
  { market, publicUrl, today }: Calendar,
): string => {
  const { host } = new URL(publicUrl)
  const events = rounds.flatMap((round): CalendarEvent[] => {
    const url = new URL(`/rounds/${round.id}`, publicUrl).href
    const called = `${round.market}, ${round.name}`
    return [
      ...windowsOf(round).map(({ name, what, start, end }) => ({
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

/** What has been over for longer is in nobody's calendar. */
const DAYS_BACK = 365
const MOST = 2000

/** One day of something, or a moment of it: which it is, what of it, where its page is. */
interface Dated {
  uid: string
  day: Day
  at?: Instant
  summary: string
  path: string
}

/** The rounds that concern a reader: the operator all that go on, others those in which they or their clients take part. */
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
    .where(visibleTo('round', reader))
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
      path: addressOf('round', round),
    })
    return [
      ...windowsOf(round).flatMap(window => [
        dated(`${window.name}-first`, window.start, `${window.what}, first day`),
        dated(`${window.name}-last`, window.end, `${window.what}, last day`),
      ]),
      ...timesOf(round).map(({ what, at, words }) => ({ ...dated(what, marketDayOf(at), words), at })),
      ...(round.settledAt ? [dated('settled', marketDayOf(round.settledAt), 'settled')] : []),
    ]
  })

const ofProjects = async (db: Kysely<Database>, reader: Actor): Promise<Dated[]> => {
  const projects = await db
    .selectFrom('project')
    .select(['id', 'name', 'start'])
    .where(visibleTo('project', reader))
    .where('status', 'in', SOLD_PROJECTS)
    .where('start', 'is not', null)
    .orderBy('start', 'desc')
    .limit(MOST)
    .execute()
  const checks = await db
    .selectFrom('complianceCheck')
    .innerJoin('project', 'project.id', 'complianceCheck.projectId')
    .distinctOn('complianceCheck.projectId')
    .select(['complianceCheck.id', 'project.id as projectId', 'project.name', 'nextAction', 'nextActionDate'])
    .where(visibleTo('project', reader))
    .orderBy('complianceCheck.projectId')
    .orderBy('complianceCheck.date', 'desc')
    .orderBy('complianceCheck.ordinal', 'desc')
    .limit(MOST)
    .execute()
  const planned = await sql<{
    id: string
    projectId: string
    name: string
    kind: ScheduledKind
    year: number
    due: Day
  }>`
    select planned.id, planned.project_id, project.name, planned.kind, planned.year, planned.due
    from check_due join project on project.id = check_due.project_id
    join scheduled_check as planned on planned.project_id = project.id and planned.kind = check_due.kind
      and planned.due = check_due.due
    where ${visibleTo('project', reader)} order by planned.due limit ${MOST}`.execute(db)
  const asked = await sql<{ id: string; projectId: string; name: string; due: Day }>`
    select asked.id, asked.project_id, project.name, asked.due
    from evidence_request as asked join project on project.id = asked.project_id
    where asked.supplied_at is null and ${visibleTo('project', reader)} order by asked.due limit ${MOST}`.execute(
    db,
  )
  return [
    ...planned.rows.map(({ id, projectId, name, kind, year, due }) => ({
      uid: `${id}-due`,
      day: due,
      summary: `${name}: ${SCHEDULED_KIND_LABELS[kind].toLowerCase()} of year ${year} due`,
      path: addressOf('project', { id: projectId }),
    })),
    ...asked.rows.map(({ id, projectId, name, due }) => ({
      uid: `${id}-asked`,
      day: due,
      summary: `${name}: evidence asked for is due`,
      path: addressOf('project', { id: projectId }),
    })),
    ...projects.flatMap(({ id, name, start }) =>
      start === null
        ? []
        : [
            {
              uid: `${id}-start`,
              day: start,
              summary: `${name}: the project starts`,
              path: addressOf('project', { id }),
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
              path: addressOf('project', { id: projectId }),
            },
          ],
    ),
  ]
}

/** Sold, and not redeemed yet. */
const TO_REDEEM = ['RightsCreated', 'RightsAllocated', 'CreditsIssued'] as const

const ofRequirements = async (db: Kysely<Database>, reader: Actor): Promise<Dated[]> => {
  const requirements = await db
    .selectFrom('requirement')
    .select(['id', 'name', 'redemptionDate'])
    .where(visibleTo('requirement', reader))
    .where('status', 'in', TO_REDEEM)
    .orderBy('redemptionDate', 'desc')
    .limit(MOST)
    .execute()
  return requirements.flatMap(({ id, name, redemptionDate }) =>
    redemptionDate === null
      ? []
      : [
          {
            uid: `${id}-redemption`,
            day: redemptionDate,
            summary: `${name}: redemption date`,
            path: addressOf('requirement', { id }),
          },
        ],
  )
}

/** All days that concern a reader and its organisation, as it may see them now, for calendars; never an amount. */
export const personalCalendar = async (
  db: Kysely<Database>,
  reader: Actor,
  { market, publicUrl, today }: Calendar,
): Promise<string> => {
  const { host } = new URL(publicUrl)
  const dated = [
    ...(await ofRounds(db, reader)),
    ...(await ofProjects(db, reader)),
    ...(await ofRequirements(db, reader)),
  ]
  const events = dated
    .filter(({ day }) => day >= addDays(today, -DAYS_BACK))
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.uid.localeCompare(b.uid))
    .slice(0, MOST)
    .map(({ uid, day, at, summary, path }): CalendarEvent => ({
      ...(at === undefined ? { from: day, until: day } : { at }),
      uid: `${uid}@${host}`,
      summary,
      url: new URL(path, publicUrl).href,
    }))
  return calendarText({ market, part: 'My dates' }, events, today)
}
