import { creditLabel } from '#contract/credit'
import { project as projectNoun } from '#contract/project'
import { requirement as requirementNoun } from '#contract/requirement'
import type { Named } from '#contract/values'
import { singleUrl } from '#contract/noun'
import { reservedCredit, rowLinks } from '#contract/nouns'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#domain/actor'
import { BEFORE_SETTLEMENT, changeTitle, readSerial, scheduleOf, type Credit } from '#domain/credit'
import { holdingOf, unitsOn } from '#domain/balance'
import type { Day } from '#domain/dates'
import { quantityOf } from '#domain/units'
import type { CreditHistory, CreditRow, CreditView } from '#contract/credit'
import type { StepClock } from '#contract/step-clock'
import type { Database } from '../store/tables.ts'
import { certificatesOf } from './certificates.ts'
import type { ViewContext } from './context.ts'
import { named, namesIn } from './names.ts'
import { clockOf } from './step-clock.ts'
import { periodsOf } from './services.ts'

/**
 * Credits with the names of the project that supplies them and of the requirement they meet, as far as the reader may
 * know these: a supplier learns what it sold, not to whom, and a buyer from which project it bought.
 */
export const creditRows = async (
  db: Kysely<Database>,
  credits: readonly Credit[],
  reader: Actor,
  on: Day,
): Promise<CreditRow[]> => {
  const ids = <C extends keyof Credit>(column: C) => credits.map(credit => credit[column])
  const { project, requirement, round } = await namesIn(db, {
    project: ['project', ids('projectId'), reader],
    requirement: ['requirement', ids('requirementId'), reader],
    round: ['round', ids('roundId')],
  })
  const serials = await serialsOf(db, credits)
  return credits.map(credit => ({
    id: credit.id,
    links: rowLinks('credit', credit.id),
    project: project(credit.projectId),
    requirement: requirement(credit.requirementId),
    round: named(round, credit.roundId),
    creditType: credit.type,
    status: credit.status,
    label: creditLabel(credit),
    holding: holdingOf(credit),
    isReserved: credit.isReserved,
    isSold: credit.requirementId !== null,
    isPermanent: credit.isPermanent,
    years: credit.years,
    units: quantityOf(unitsOn(credit, on)),
    module: credit.module,
    broadHabitat: credit.broadHabitat,
    habitatType: credit.habitatType,
    distinctiveness: credit.distinctiveness,
    unitsPerPeriod: periodsOf(credit.unitsPerPeriod),
    serials: serials.get(credit.id) ?? [],
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

/** The credits that settlement made of a project, or made for a requirement. */
export const settledCredits = async (
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
      .where('status', 'not in', BEFORE_SETTLEMENT)
      .orderBy('ordinal')
      .execute(),
    reader,
    on,
  )

/** A credit with its life: its own, and before that the life of the whole that it was a part of. */
export const creditHistory = async (
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
      title: changeTitle(entry.fromStatus, entry.toStatus),
      status: entry.toStatus,
      units: quantityOf(unitsOn({ unitsPerPeriod: scheduleOf(entry, credit) }, on)),
      serials: entry.serials,
    })),
  }
}

/** A credit with its life, and the certificates of what it is held for, as far as the reader may see that. */
export const creditView = async (
  credit: Credit,
  reader: Actor,
  context: ViewContext,
): Promise<CreditView> => {
  const { db } = context
  const history = await creditHistory(db, credit, reader, context.on)
  const { requirement, project, isSold } = history
  const references = await referencesOf(project, requirement, context)
  if (requirement)
    return {
      ...history,
      references,
      certificates: await certificatesOf(db, 'requirement', requirement.id),
      clock: await clockNamed('requirement', requirement.id, context),
    }
  if (project === null || isSold) return { ...history, references, certificates: [], clock: null }
  return {
    ...history,
    references,
    certificates: await certificatesOf(db, 'project', project.id),
    clock: await clockNamed('project', project.id, context),
  }
}

/** Credits of the reserve, each under the address of the reserve. */
export const reservedCreditRows: typeof creditRows = async (...given) => {
  const rows = await creditRows(...given)
  return rows.map(row => ({ ...row, links: reservedLinks(row.id) }))
}

/** A credit of the reserve with its life, under the address of the reserve. */
export const reservedCreditView: typeof creditView = async (credit, reader, context) => ({
  ...(await creditView(credit, reader, context)),
  links: reservedLinks(credit.id),
})

const reservedLinks = (id: string) => ({ self: singleUrl(reservedCredit, id) })

/** The statutory references of what a credit comes from and what it meets, as their cards call them. */
const referencesOf = async (
  project: Named | null,
  requirement: Named | null,
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

/** The step that what a credit is held for waits for. */
const clockNamed = async (
  kind: 'project' | 'requirement',
  id: string,
  context: ViewContext,
): Promise<StepClock | null> => {
  const thing = await context.read.one(kind, id)
  const round = thing && (await context.read.one('round', thing.roundId))
  return thing ? clockOf(kind, thing, { round }, context) : null
}

/** The credit that holds the units which a serial names, on its day. */
export const creditWith = async (db: Kysely<Database>, text: string): Promise<Credit | undefined> => {
  const serial = readSerial(text)
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
