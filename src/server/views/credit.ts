import { type Kysely, sql } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Credit } from '#domain/credit'
import { quantityOf } from '#domain/units'
import type { CreditRow } from '#domain/wire/project'
import type { Database } from '../store/tables.ts'
import { namesOf } from './names.ts'
import { periodsOf } from './services.ts'

/**
 * Credits with the names of the project that supplies them and of the requirement they meet, as far as the reader may
 * see these: a supplier learns what it sold, not to whom, and a buyer what it bought.
 */
export const creditRows = async (
  db: Kysely<Database>,
  credits: readonly Credit[],
  reader: Actor,
): Promise<CreditRow[]> => {
  const [project, requirement] = [
    await namesOf(
      db,
      'project',
      credits.map(one => one.projectId),
      reader,
    ),
    await namesOf(
      db,
      'requirement',
      credits.map(one => one.requirementId),
      reader,
    ),
  ]
  return credits.map(credit => ({
    id: credit.id,
    project: project(credit.projectId),
    requirement: requirement(credit.requirementId),
    creditType: credit.type,
    status: credit.status,
    isReserved: credit.isReserved,
    isPermanent: credit.isPermanent,
    years: credit.years,
    units: quantityOf(credit.units),
    module: credit.module,
    broadHabitat: credit.broadHabitat,
    habitatType: credit.habitatType,
    distinctiveness: credit.distinctiveness,
    unitsPerPeriod: periodsOf(credit.unitsPerPeriod),
  }))
}

/** The credits that settlement made of a project, or made for a requirement. */
export const settledCredits = async (
  db: Kysely<Database>,
  of: 'projectId' | 'requirementId',
  id: string,
  reader: Actor,
): Promise<CreditRow[]> =>
  creditRows(
    db,
    await db.selectFrom('credit').selectAll().where(sql.ref(of), '=', id).orderBy('ordinal').execute(),
    reader,
  )
