import { type Kysely, sql } from 'kysely'
import type { Capacity } from '#domain/capacity'
import type { Day } from '#domain/dates'
import { type Candidate, capacitiesThatFit, projectCandidate, requirementCandidate } from '#domain/fits-round'
import { grouped } from '#domain/grouped'
import { windowFor } from '#domain/participation'
import type { Project } from '#domain/project'
import type { ProjectType } from '#domain/reference'
import type { Needing, Requirement } from '#domain/requirement'
import { type Round, windowOf } from '#domain/round'
import type { Service } from '#domain/service'
import type { Database } from '../../store/tables.ts'

type Place = Pick<Project, 'ncaId' | 'lpaId' | 'subcatchmentId'>
type Supplied = Place & {
  ownerId: string
  creditTypes: Project['creditTypes']
  serviceTypes: Service['type'][]
  projectType: Pick<ProjectType, 'id' | 'serviceTypes' | 'standardIds'> | null
}
type Needed = Place & { ownerId: string } & Pick<Requirement, 'redemptionDate'> &
  Pick<Needing, 'type' | 'creditType' | 'units' | 'nutrientOngoingUnits' | 'bioUnits'>

const UNTOLD = {
  ...{ isDivisible: null, module: null, broadHabitat: null, distinctiveness: null },
  ...{ nutrientAdditionalUnits: null, bioIsDivisible: null, bioBroadHabitat: null },
  ...{ bioHabitatType: null, bioDistinctiveness: null },
} as const

/** Projects and requirements of all organisations, one of each kind, as candidates for a round. */
const candidates = async (db: Kysely<Database>): Promise<ReadonlyMap<string, readonly Candidate[]>> => {
  const [supplied, needed] = await Promise.all([
    sql<Supplied>`
      select distinct project.supplier_id as owner_id, project.credit_types, project.nca_id, project.lpa_id,
        project.subcatchment_id,
        array(select distinct service.type::text from service where service.project_id = project.id order by 1) as service_types,
        case when project_type.id is not null then jsonb_build_object('id', project_type.id,
          'serviceTypes', project_type.service_types, 'standardIds', project_type.standard_ids) end as project_type
      from project left join project_type on project_type.id = project.type_id`.execute(db),
    // Of amounts it matters only whether there is any.
    sql<Needed>`
      select distinct buyer_id as owner_id, type, credit_type, nca_id, lpa_id, subcatchment_id, redemption_date,
        sign(units)::int as units, sign(nutrient_ongoing_units)::int as nutrient_ongoing_units,
        sign(bio_units)::int as bio_units
      from requirement`.execute(db),
  ])
  const owned = [
    ...supplied.rows.map(({ ownerId, serviceTypes, projectType, ...project }) => {
      const services = serviceTypes.map(type => ({ type, status: 'Draft' as const, standardId: null }))
      return { ownerId, thing: projectCandidate(project, services, projectType ?? undefined) }
    }),
    ...needed.rows.map(({ ownerId, ...requirement }) => ({
      ownerId,
      thing: requirementCandidate({ ...UNTOLD, ...requirement }),
    })),
  ]
  return new Map(
    grouped(owned, ({ ownerId }) => ownerId).map(([id, its]) => [id, its.map(({ thing }) => thing)]),
  )
}

/**
 * The ids of the participants whom a round fits: who can trade something in it, by a registration that has not ended on this
 * day, and has not withdrawn from it. Three statements, however many participants there are.
 */
export const participantsWhomItFits = async (
  db: Kysely<Database>,
  round: Round,
  today: Day,
): Promise<string[]> => {
  const [things, participants] = await Promise.all([
    candidates(db),
    sql<{ id: string; before: Capacity[] }>`
      select organisation.id, array(
          select distinct capacity::text from participation where participation.organisation_id = organisation.id) as before
      from organisation where type = 'PARTICIPANT' and merged_into_id is null and not exists (
        select from participation as left_it where left_it.organisation_id = organisation.id
          and left_it.round_id = ${round.id} and left_it.status = 'Withdrawn')`.execute(db),
  ])
  return participants.rows.flatMap(({ id, before }) => {
    const fits = capacitiesThatFit(round, things.get(id) ?? [], before)
    const isInTime = fits.some(capacity => (windowOf(round, windowFor(capacity)).end ?? '') >= today)
    return isInTime ? [id] : []
  })
}
