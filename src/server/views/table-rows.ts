import type { Kysely } from 'kysely'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import type { Actor } from '#domain/actor'
import type { Day } from '#domain/dates'
import { showLatLong } from '#domain/place/lat-long'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import type { ProjectRow } from '#contract/project'
import { readsAll } from '#contract/read-access'
import type { RequirementRow } from '#contract/requirement'
import type { Database } from '../store/tables.ts'
import { storedColumns, valuesOf } from './columns.ts'
import { ADDRESS, addressOf } from './place.ts'
import { LISTED, projectRows } from './project.ts'
import { requirementRows } from './requirement.ts'

/** Where something is as latitude and longitude, as an import reads it. */
export const coordinatesOf = ({
  latitude,
  longitude,
}: {
  latitude: number | null
  longitude: number | null
}): string | null => (latitude === null || longitude === null ? null : showLatLong({ latitude, longitude }))

/** The CSV IDs of some organisations, for whoever reads the whole market: others are not told by which they are known to it. */
const csvIdsOf = async (
  db: Kysely<Database>,
  ids: readonly string[],
  reader: Actor,
): Promise<(id: string) => string | null> => {
  if (!readsAll(reader) || ids.length === 0) return () => null
  const rows = await db
    .selectFrom('organisation')
    .select(['id', 'csvId'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  const known = new Map(rows.map(({ id, csvId }) => [id, csvId]))
  return id => known.get(id) ?? null
}

/** The columns of a project that its row in a download is made from. */
export const IN_TABLES = [...LISTED, ...storedColumns(PROJECT_COLUMNS, 'view'), ...ADDRESS]
type InTables = Pick<Project, (typeof IN_TABLES)[number]>

const viewValuesOfProject = valuesOf(PROJECT_COLUMNS, 'view')
const viewValuesOfRequirement = valuesOf(REQUIREMENT_COLUMNS, 'view')

/** What a download of projects has besides the list. */
const detailsOfProject = (project: InTables) => ({
  ...viewValuesOfProject(project),
  ...addressOf(project),
})

export type ProjectTableRow = ProjectRow & ReturnType<typeof detailsOfProject> & { csvId: string | null }

/** Projects as rows of a download. */
export const projectTableRows = async (
  db: Kysely<Database>,
  projects: readonly InTables[],
  reader: Actor,
  on: Day,
): Promise<ProjectTableRow[]> => {
  const [rows, csvId] = await Promise.all([
    projectRows(db, projects, reader, on),
    csvIdsOf(
      db,
      projects.map(({ supplierId }) => supplierId),
      reader,
    ),
  ])
  return projects.map((project, at) => ({
    ...rows[at]!,
    ...detailsOfProject(project),
    csvId: csvId(project.supplierId),
  }))
}

/** What a download of requirements has besides the list: all that an import asks for, of buyers and investors alike. */
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
    ...addressOf(requirement),
  }
}

export type RequirementTableRow = RequirementRow &
  ReturnType<typeof detailsOfRequirement> & { csvId: string | null }

/** Credit requirements as rows of a download. */
export const requirementTableRows = async (
  db: Kysely<Database>,
  requirements: readonly Requirement[],
  reader: Actor,
): Promise<RequirementTableRow[]> => {
  const [rows, csvId] = await Promise.all([
    requirementRows(db, requirements, reader),
    csvIdsOf(
      db,
      requirements.map(({ buyerId }) => buyerId),
      reader,
    ),
  ])
  return requirements.map((requirement, at) => ({
    ...rows[at]!,
    ...detailsOfRequirement(requirement),
    csvId: csvId(requirement.buyerId),
  }))
}
