import type { CaseReliance, CaseRow, CaseView } from '#contract/case/case'
import { rowLinks } from '#contract/nouns/nouns'
import { mayReadAll } from '#contract/nouns/read-access'
import type { Case } from '#domain/case/case'
import { isOnDay } from '#domain/case/unit-blocks'
import type { Assurance } from '#domain/case/unit-failure'
import { PRE_SETTLEMENT_STATUSES } from '#domain/credit/credit'
import { serviceName } from '#domain/project/service'
import { isOwnOrMerged, type Actor } from '#domain/people/actor'
import { unitsToNumber } from '@credit-market/values/units'
import { readGap } from '../money/payments.ts'
import { readUnsoundUnits } from './assurance.ts'
import { readCaseReplacements } from './case-replacements.ts'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { readNamesByKind, readNamesOfKind, requireName } from './kit/names.ts'
import { visibleToActorSql } from './kit/visible.ts'
import { creditRows } from './credit.ts'

type Db = ViewContext['db']

/** Rows of a list of cases. A reader sees the requirement only if it may read that; the register names the project to anyone. */
export const caseRows = async (db: Db, cases: readonly Case[], reader: Actor): Promise<CaseRow[]> => {
  const { project, requirement, round } = await readNamesByKind(db, {
    project: ['project', cases.map(({ projectId }) => projectId)],
    requirement: ['requirement', cases.map(({ requirementId }) => requirementId), reader],
    round: ['round', cases.map(({ roundId }) => roundId)],
  })
  return cases.map(one => ({
    id: one.id,
    links: rowLinks('case', one.id),
    name: one.name,
    type: one.type,
    status: one.status,
    project: project(one.projectId),
    requirement: requirement(one.requirementId),
    round: requireName(round, one.roundId),
    since: one.since,
    reporter: one.reporter,
    reportedAt: one.reportedAt,
    rectifyBy: one.rectifyBy,
    endedAt: one.endedAt,
  }))
}

/** Credits that a case concerns: those that the reader may read, and the number of the others. */
const relianceOf = async (
  { projectId, requirementId }: Case,
  reader: Actor,
  { db, on }: ViewContext,
): Promise<Pick<CaseView, 'reliance' | 'othersRelying'>> => {
  const concerned = db
    .selectFrom('credit')
    .where('status', 'not in', PRE_SETTLEMENT_STATUSES)
    .where(projectId === null ? 'requirementId' : 'projectId', '=', projectId ?? requirementId)
  const [credits, { all }] = await Promise.all([
    concerned.selectAll().where(visibleToActorSql('credit', reader)).orderBy('ordinal').execute(),
    concerned.select(eb => eb.fn.countAll<number>().as('all')).executeTakeFirstOrThrow(),
  ])
  const rows = await creditRows(db, credits, reader, on)
  const reliance = rows.map((row, at): CaseReliance => ({
    creditId: row.id,
    serials: row.serials,
    creditType: row.creditType,
    units: unitsToNumber(credits[at]?.units ?? 0),
    status: row.status,
    label: row.label,
    assurance: row.assurance,
    unsound: row.unsound,
    requirement: row.requirement,
    isSold: row.isSold,
  }))
  return { reliance, othersRelying: all - reliance.length }
}

const sumOf = (some: readonly { units: number }[]): number =>
  unitsToNumber(some.reduce((sum, { units }) => sum + units, 0))

/** Units that a case fails on a date, by type; each is in doubt, replaced or without cover. */
const failedUnitsOf = async (
  { id, projectId, failedSince }: Case,
  { db, on }: ViewContext,
): Promise<CaseView['failedUnits']> => {
  if (failedSince === null) return []
  const day = on > failedSince ? on : failedSince
  const credits = await db
    .selectFrom('credit')
    .select(['id', 'projectId', 'type'])
    .where('projectId', '=', projectId)
    .where('status', 'not in', PRE_SETTLEMENT_STATUSES)
    .orderBy('ordinal')
    .execute()
  const failed = (await readUnsoundUnits(db, credits)).filter(
    ({ caseId, since, until }) => caseId === id && isOnDay({ start: since, end: until }, day),
  )
  return [...new Set(credits.map(({ type }) => type))].flatMap(creditType => {
    const own = failed.filter(({ creditId }) =>
      credits.some(credit => credit.id === creditId && credit.type === creditType),
    )
    const of = (assurance: Assurance) => sumOf(own.filter(one => one.assurance === assurance))
    return own.length === 0
      ? []
      : [
          {
            ...{ creditType, failed: sumOf(own) },
            ...{ inDoubt: of('inDoubt'), replaced: of('replaced'), uncovered: of('failed') },
          },
        ]
  })
}

const papersOf = ({ ownerPapersBy, otherPapersBy, ownerFiledAt, otherFiledAt }: Case): CaseView['papers'] =>
  ownerPapersBy === null || otherPapersBy === null
    ? null
    : { ownerBy: ownerPapersBy, otherBy: otherPapersBy, ownerFiledAt, otherFiledAt }

/** Capacity that a case leaves to each service, by name. */
const capacityOf = async (
  { capacityLeft }: Case,
  { read }: ViewContext,
): Promise<CaseView['capacityLeft']> => {
  const ids = capacityLeft.map(({ serviceId }) => serviceId)
  const services = ids.length === 0 ? [] : await read.list('service', { id: ids })
  return services.map(service => ({
    service: { id: service.id, name: serviceName(service) },
    left: unitsToNumber(capacityLeft.find(({ serviceId }) => serviceId === service.id)?.units ?? 0),
  }))
}

/**
 * View of one case. Who reported it is known to the market operator and to the reporter alone: a supplier does not learn
 * from it who holds its units.
 */
export const caseView = async (one: Case, reader: Actor, context: ViewContext): Promise<CaseView> => {
  const { db, now } = context
  const [row] = await caseRows(db, [one], reader)
  if (!row) throw new Error(`There is no case ${one.id}`)
  const knowsReporter = mayReadAll(reader) || isOwnOrMerged(reader, one.reportedForId)
  const reportedFor = knowsReporter
    ? (await readNamesOfKind(db, 'organisation', [one.reportedForId]))(one.reportedForId)
    : null
  return {
    ...row,
    ...commonResourceView('case', one, one.name, reader, { round: undefined, now }),
    what: one.what,
    reportedFor: reportedFor?.name ?? null,
    confirmedAt: one.confirmedAt,
    papers: papersOf(one),
    finding: one.finding,
    follows: one.follows,
    failedSince: one.failedSince,
    capacityLeft: await capacityOf(one, context),
    failedUnits: await failedUnitsOf(one, context),
    replacements: await readCaseReplacements(one, reader, context),
    gap: await readGap(db, one.requirementId, reader),
    reason: one.reason,
    ...(await relianceOf(one, reader, context)),
  }
}
