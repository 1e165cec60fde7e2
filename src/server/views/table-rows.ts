import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Day } from '#domain/dates'
import { showLatLong } from '#domain/place/lat-long'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import type { ProjectRow } from '#contract/project'
import { readsAll } from '#contract/read-access'
import type { RequirementRow } from '#contract/requirement'
import type { Database } from '../store/tables.ts'
import { LISTED, projectRows } from './project.ts'
import { requirementRows } from './requirement.ts'

/** How a download says that something is so, as an import reads it. */
export const yesOrNo = (value: boolean | null): string | null =>
  value === null ? null : value ? 'Yes' : 'No'

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

/** What a download of projects tells besides the list: all that an import asks for. */
const ASKED_OF_PROJECTS = [
  'isFixedTerm',
  'mitigationDurations',
  'creditTypes',
  'nearAddress',
  'gridReference',
  'threeWords',
  'latitude',
  'longitude',
  'placePrecision',
] as const satisfies readonly (keyof Project)[]

/** The columns of a project that its row in a download is made from. */
export const IN_TABLES = [...LISTED, ...ASKED_OF_PROJECTS] as const
type InTables = Pick<Project, (typeof IN_TABLES)[number]>

export type ProjectTableRow = ProjectRow &
  Pick<Project, (typeof ASKED_OF_PROJECTS)[number]> & { csvId: string | null }

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
    csvId: csvId(project.supplierId),
    isFixedTerm: project.isFixedTerm,
    mitigationDurations: project.mitigationDurations,
    creditTypes: project.creditTypes,
    nearAddress: project.nearAddress,
    gridReference: project.gridReference,
    threeWords: project.threeWords,
    latitude: project.latitude,
    longitude: project.longitude,
    placePrecision: project.placePrecision,
  }))
}

/** What a download of requirements tells besides the list: all that an import asks for, of buyers and investors alike. */
const askedOf = (requirement: Requirement) => {
  const isBuyer = requirement.type === 'Buyer'
  return {
    nutrientType: requirement.nutrientType,
    nutrientAcceptOngoingOnly: requirement.nutrientAcceptOngoingOnly,
    module: requirement.module,
    broadHabitat: isBuyer ? requirement.bioBroadHabitat : requirement.broadHabitat,
    distinctiveness: isBuyer ? requirement.bioDistinctiveness : requirement.distinctiveness,
    habitatType: requirement.bioHabitatType,
    isDivisible: isBuyer ? requirement.bioIsDivisible : requirement.isDivisible,
    nearAddress: requirement.nearAddress,
    gridReference: requirement.gridReference,
    threeWords: requirement.threeWords,
    latitude: requirement.latitude,
    longitude: requirement.longitude,
    placePrecision: requirement.placePrecision,
    planningRef: requirement.planningRef,
  }
}

export type RequirementTableRow = RequirementRow & ReturnType<typeof askedOf> & { csvId: string | null }

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
    ...askedOf(requirement),
    csvId: csvId(requirement.buyerId),
  }))
}
