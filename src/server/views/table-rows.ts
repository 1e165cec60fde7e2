import type { Kysely } from 'kysely'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import type { Actor } from '#domain/people/actor'
import type { Day } from '@credit-market/values/dates'
import { formatLatLong } from '#domain/place/lat-long'
import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import type { ProjectRow } from '#contract/project/project'
import { mayReadAll } from '#contract/nouns/read-access'
import type { RequirementRow } from '#contract/requirement/requirement'
import type { Database } from '../store/tables/tables.ts'
import { storedColumnsWithUse, pickColumnValues } from './kit/columns.ts'
import { EXACT_LOCATION_COLUMNS, selectExactLocation } from '../place/place.ts'
import { LISTED_PROJECT_COLUMNS, projectRows } from './project.ts'
import { requirementRows } from './requirement.ts'

/** Location as latitude and longitude, in the form that an import reads. */
export const importableCoordinateText = ({
  latitude,
  longitude,
}: {
  latitude: number | null
  longitude: number | null
}): string | null => (latitude === null || longitude === null ? null : formatLatLong({ latitude, longitude }))

/** CSV ids of owners, for readers of the whole market: others do not learn the ids that the market uses. */
const csvIdsOf = async (
  db: Kysely<Database>,
  ownerIds: readonly string[],
  reader: Actor,
): Promise<{ csvId: string | null }[]> => {
  const rows =
    mayReadAll(reader) && ownerIds.length > 0
      ? await db
          .selectFrom('organisation')
          .select(['id', 'csvId'])
          .where('id', 'in', [...new Set(ownerIds)])
          .execute()
      : []
  const known = new Map(rows.map(({ id, csvId }) => [id, csvId]))
  return ownerIds.map(id => ({ csvId: known.get(id) ?? null }))
}

/** Columns of a project that a row of a download needs. */
export const TABLE_PROJECT_COLUMNS = [
  ...LISTED_PROJECT_COLUMNS,
  ...storedColumnsWithUse(PROJECT_COLUMNS, 'view'),
  ...EXACT_LOCATION_COLUMNS,
]
type InTables = Pick<Project, (typeof TABLE_PROJECT_COLUMNS)[number]>

const viewValuesOfProject = pickColumnValues(PROJECT_COLUMNS, 'view')
const viewValuesOfRequirement = pickColumnValues(REQUIREMENT_COLUMNS, 'view')

/** Cells that a download of projects has in addition to the list. */
const detailsOfProject = (project: InTables) => ({
  ...viewValuesOfProject(project),
  ...selectExactLocation(project),
})

export type ProjectTableRow = ProjectRow & ReturnType<typeof detailsOfProject> & { csvId: string | null }

/** Rows of a download of projects. */
export const projectTableRows = async (
  db: Kysely<Database>,
  projects: readonly InTables[],
  reader: Actor,
  on: Day,
): Promise<ProjectTableRow[]> => {
  const owners = projects.map(({ supplierId }) => supplierId)
  const [rows, csvIds] = await Promise.all([
    projectRows(db, projects, reader, on),
    csvIdsOf(db, owners, reader),
  ])
  return projects.map((project, at) => ({ ...rows[at]!, ...detailsOfProject(project), ...csvIds[at]! }))
}

/**
 * Cells that a download of requirements has in addition to the list: everything that imports of buyers and investors
 * need.
 */
const detailsOfRequirement = (requirement: Requirement) => {
  const isBuyer = requirement.type === 'Buyer'
  return {
    ...viewValuesOfRequirement(requirement),
    nutrientType: requirement.nutrientType,
    nutrientAcceptOngoingOnly: requirement.nutrientAcceptOngoingOnly,
    module: requirement.module,
    broadHabitat: isBuyer ? requirement.bioBroadHabitat : requirement.broadHabitat,
    distinctiveness: isBuyer ? requirement.bioDistinctiveness : requirement.distinctiveness,
    habitatType: requirement.bioHabitatType,
    isDivisible: isBuyer ? requirement.bioIsDivisible : requirement.isDivisible,
    ...selectExactLocation(requirement),
  }
}

export type RequirementTableRow = RequirementRow &
  ReturnType<typeof detailsOfRequirement> & { csvId: string | null }

/** Rows of a download of credit requirements. */
export const requirementTableRows = async (
  db: Kysely<Database>,
  requirements: readonly Requirement[],
  reader: Actor,
): Promise<RequirementTableRow[]> => {
  const owners = requirements.map(({ buyerId }) => buyerId)
  const [rows, csvIds] = await Promise.all([
    requirementRows(db, requirements, reader),
    csvIdsOf(db, owners, reader),
  ])
  return requirements.map((requirement, at) => ({
    ...rows[at]!,
    ...detailsOfRequirement(requirement),
    ...csvIds[at]!,
  }))
}
