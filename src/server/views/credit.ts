import { creditStatusLabel } from '#contract/credit/credit'
import { project as projectNoun } from '#contract/project/project'
import { requirement as requirementNoun } from '#contract/requirement/requirement'
import type { IdAndName } from '#contract/kit/values'
import { resourceUrl } from '#contract/kit/noun'
import { reservedCredit, rowLinks } from '#contract/nouns/nouns'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#domain/people/actor'
import {
  PRE_SETTLEMENT_STATUSES,
  statusChangeTitle,
  parseSerial,
  entrySchedule,
  type Credit,
} from '#domain/credit/credit'
import { holdingOf, unitsOnDate } from '#domain/credit/balance'
import type { Day } from '@credit-market/values/dates'
import { unitsToNumber } from '@credit-market/values/units'
import type { CreditHistory, CreditRow, CreditView } from '#contract/credit/credit'
import type { CurrentStep } from '#contract/kit/step-clock'
import type { Database } from '../store/tables/tables.ts'
import { assuranceView, readReplacingUnits, readUnsoundUnits } from './assurance.ts'
import { listCertificates } from './certificates.ts'
import type { ViewContext } from './kit/context.ts'
import { requireName, readNamesByKind } from './kit/names.ts'
import { readCurrentStep } from '../next/step-clock.ts'
import { toUnitsByPeriod } from './services.ts'

/**
 * Rows of a list of credits with the supplying project and the requirement they meet, as far as the reader may know
 * each: a supplier sees what it sold but not to whom, a buyer sees the project it bought from.
 */
export const creditRows = async (
  db: Kysely<Database>,
  credits: readonly Credit[],
  reader: Actor,
  on: Day,
): Promise<CreditRow[]> => {
  const ids = <C extends keyof Credit>(column: C) => credits.map(credit => credit[column])
  const { project, requirement, round } = await readNamesByKind(db, {
    project: ['project', ids('projectId'), reader],
    requirement: ['requirement', ids('requirementId'), reader],
    round: ['round', ids('roundId')],
  })
  const [serials, unsound, replacingOf] = await Promise.all([
    serialsOf(db, credits),
    readUnsoundUnits(db, credits),
    readReplacingUnits(db, credits),
  ])
  return credits.map(credit => ({
    id: credit.id,
    links: rowLinks('credit', credit.id),
    project: project(credit.projectId),
    requirement: requirement(credit.requirementId),
    round: requireName(round, credit.roundId),
    creditType: credit.type,
    status: credit.status,
    label: creditStatusLabel(credit),
    holding: holdingOf(credit),
    isReserved: credit.isReserved,
    isSold: credit.requirementId !== null,
    isPermanent: credit.isPermanent,
    years: credit.years,
    units: unitsToNumber(unitsOnDate(credit, on)),
    module: credit.module,
    broadHabitat: credit.broadHabitat,
    habitatType: credit.habitatType,
    distinctiveness: credit.distinctiveness,
    unitsPerPeriod: toUnitsByPeriod(credit.unitsPerPeriod),
    serials: serials.get(credit.id) ?? [],
    ...assuranceView(unsound.filter(({ creditId }) => creditId === credit.id)),
    replacing: replacingOf(credit.id),
  }))
}

const serialsOf = async (
  db: Kysely<Database>,
  credits: readonly Credit[],
): Promise<ReadonlyMap<string, string[]>> => {
  const blocks = await db
    .selectFrom('creditBlock')
    .select(['creditId', 'serial'])
    .where('creditId', '=', sql<string>`any(${credits.map(({ id }) => id)})`)
    .orderBy('startDay')
    .execute()
  const serials = new Map<string, string[]>()
  for (const { creditId, serial } of blocks) serials.set(creditId, [...(serials.get(creditId) ?? []), serial])
  return serials
}

/** Credits that settlement created from a project or for a requirement. */
export const listSettledCredits = async (
  db: Kysely<Database>,
  of: 'projectId' | 'requirementId',
  id: string,
  reader: Actor,
  on: Day,
): Promise<CreditRow[]> =>
  creditRows(
    db,
    await db
      .selectFrom('credit')
      .selectAll()
      .where(sql.ref(of), '=', id)
      .where('status', 'not in', PRE_SETTLEMENT_STATUSES)
      .orderBy('ordinal')
      .execute(),
    reader,
    on,
  )

/** History of a credit: its own, and before that the history of the credit it was split from. */
export const readCreditHistory = async (
  db: Kysely<Database>,
  credit: Credit,
  reader: Actor,
  on: Day,
): Promise<CreditHistory> => {
  const [row] = await creditRows(db, [credit], reader, on)
  const entries = await db
    .selectFrom('creditLedger')
    .selectAll()
    .where('creditId', 'in', [credit.serviceId, credit.id])
    .orderBy('seq')
    .execute()
  const round = await db
    .selectFrom('round')
    .select('biodiversitySupply')
    .where('id', '=', credit.roundId)
    .executeTakeFirstOrThrow()
  return {
    ...row!,
    on,
    biodiversitySupply: credit.type === 'Biodiversity' ? round.biodiversitySupply : null,
    history: entries.map(entry => ({
      at: entry.at,
      title: statusChangeTitle(entry.fromStatus, entry.toStatus),
      status: entry.toStatus,
      units: unitsToNumber(unitsOnDate({ unitsPerPeriod: entrySchedule(entry, credit) }, on)),
      serials: entry.serials,
    })),
  }
}

/**
 * View of a credit with its history, and the certificates of its requirement or project as far as the reader may see
 * it.
 */
export const creditView = async (
  credit: Credit,
  reader: Actor,
  context: ViewContext,
): Promise<CreditView> => {
  const { db } = context
  const history = await readCreditHistory(db, credit, reader, context.on)
  const { requirement, project, isSold } = history
  const references = await referencesOf(project, requirement, context)
  if (requirement)
    return {
      ...history,
      references,
      certificates: await listCertificates(db, 'requirement', requirement.id),
      clock: await clockNamed('requirement', requirement.id, context),
    }
  if (project === null || isSold) return { ...history, references, certificates: [], clock: null }
  return {
    ...history,
    references,
    certificates: await listCertificates(db, 'project', project.id),
    clock: await clockNamed('project', project.id, context),
  }
}

/** Rows of reserve credits, with links to the reserve. */
export const reservedCreditRows: typeof creditRows = async (...given) => {
  const rows = await creditRows(...given)
  return rows.map(row => ({ ...row, links: reservedLinks(row.id) }))
}

/** View of a reserve credit with its history, with links to the reserve. */
export const reservedCreditView: typeof creditView = async (credit, reader, context) => ({
  ...(await creditView(credit, reader, context)),
  links: reservedLinks(credit.id),
})

const reservedLinks = (id: string) => ({ self: resourceUrl(reservedCredit, id) })

/** Statutory references of the project and requirement of a credit, with the titles of their cards. */
const referencesOf = async (
  project: IdAndName | null,
  requirement: IdAndName | null,
  { read }: ViewContext,
): Promise<CreditView['references']> => {
  const [its, met] = await Promise.all([
    project && read.one('project', project.id),
    requirement && read.one('requirement', requirement.id),
  ])
  return [
    ...projectNoun.search.references.map(([column, called]) => ({ called, reference: its?.[column] })),
    ...requirementNoun.search.references.map(([column, called]) => ({ called, reference: met?.[column] })),
  ].flatMap(({ called, reference }) => (reference ? [{ called, reference }] : []))
}

/** The step that the credit's project or requirement is waiting for. */
const clockNamed = async (
  kind: 'project' | 'requirement',
  id: string,
  context: ViewContext,
): Promise<CurrentStep | null> => {
  const thing = await context.read.one(kind, id)
  const round = thing && (await context.read.one('round', thing.roundId))
  return thing ? readCurrentStep(kind, thing, { round }, context) : null
}

/** The credit that holds the units of a serial, on the serial's date. */
export const findCreditWithUnits = async (
  db: Kysely<Database>,
  text: string,
): Promise<Credit | undefined> => {
  const serial = parseSerial(text)
  if (serial === null) return undefined
  return db
    .selectFrom('credit')
    .innerJoin('creditBlock', 'creditBlock.creditId', 'credit.id')
    .selectAll('credit')
    .where('serviceNumber', '=', serial.service)
    .where('firstUnit', '<=', serial.first)
    .where('lastUnit', '>=', Math.max(serial.first, serial.last))
    .where('startDay', '<=', serial.day)
    .where(eb => eb.or([eb('endDay', 'is', null), eb('endDay', '>', serial.day)]))
    .executeTakeFirst()
}
