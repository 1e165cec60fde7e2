import { type Kysely, sql } from 'kysely'
import type { Capacity } from '#domain/values/capacity'
import type { Day } from '@credit-market/values/dates'
import {
  type RoundFitCandidate,
  capacitiesOpenInRound,
  projectRoundCandidate,
  requirementRoundCandidate,
} from '#domain/project/fits-round'
import { groupBy } from '#domain/values/grouped'
import { registrationWindowOf } from '#domain/round/participation'
import type { Project } from '#domain/project/project'
import type { ProjectType } from '#domain/project/reference'
import type { RequirementNeedFields, Requirement } from '#domain/project/requirement'
import { type Round, registrationWindow } from '#domain/round/round'
import type { Service } from '#domain/project/service'
import type { Database } from '../store/tables/tables.ts'

type Place = Pick<Project, 'ncaId' | 'lpaId' | 'subcatchmentId'>
type Supplied = Place & {
  ownerId: string
  creditTypes: Project['creditTypes']
  serviceTypes: Service['type'][]
  projectType: Pick<ProjectType, 'id' | 'serviceTypes' | 'standardIds'> | null
}
type Needed = Place & { ownerId: string } & Pick<Requirement, 'redemptionDate'> &
  Pick<RequirementNeedFields, 'type' | 'creditType' | 'units' | 'nutrientOngoingUnits' | 'bioUnits'>

const UNTOLD = {
  ...{ isDivisible: null, module: null, broadHabitat: null, distinctiveness: null },
  ...{ nutrientAdditionalUnits: null, bioIsDivisible: null, bioBroadHabitat: null },
  ...{ bioHabitatType: null, bioDistinctiveness: null },
} as const

/** Projects and requirements of all organisations, one of each kind, as candidates for a round. */
const candidates = async (
  db: Kysely<Database>,
): Promise<ReadonlyMap<string, readonly RoundFitCandidate[]>> => {
  const [supplied, needed] = await Promise.all([
    sql<Supplied>`
      select distinct project.supplier_id as owner_id, project.credit_types, project.nca_id, project.lpa_id,
        project.subcatchment_id,
        array(select distinct service.type::text from service where service.project_id = project.id order by 1) as service_types,
        case when project_type.id is not null then jsonb_build_object('id', project_type.id,
          'serviceTypes', project_type.service_types, 'standardIds', project_type.standard_ids) end as project_type
      from project left join project_type on project_type.id = project.type_id`.execute(db),
    // Only whether an amount is above zero matters.
    sql<Needed>`
      select distinct buyer_id as owner_id, type, credit_type, nca_id, lpa_id, subcatchment_id, redemption_date,
        sign(units)::int as units, sign(nutrient_ongoing_units)::int as nutrient_ongoing_units,
        sign(bio_units)::int as bio_units
      from requirement`.execute(db),
  ])
  const owned = [
    ...supplied.rows.map(({ ownerId, serviceTypes, projectType, ...project }) => {
      const services = serviceTypes.map(type => ({ type, status: 'Draft' as const, standardId: null }))
      return { ownerId, thing: projectRoundCandidate(project, services, projectType ?? undefined) }
    }),
    ...needed.rows.map(({ ownerId, ...requirement }) => ({
      ownerId,
      thing: requirementRoundCandidate({ ...UNTOLD, ...requirement }),
    })),
  ]
  return new Map(
    groupBy(owned, ({ ownerId }) => ownerId).map(([id, its]) => [id, its.map(({ thing }) => thing)]),
  )
}

/** Says whether registration of a capacity has not ended on this day. A draft may have no dates yet. */
export const isCapacityInTime = (round: Round, capacity: Capacity, today: Day): boolean => {
  const { end } = registrationWindow(round, registrationWindowOf(capacity))
  return end === null ? round.status === 'Draft' : end >= today
}

/**
 * Returns the ids of the participants whom a round fits: those who can trade something in it, in a capacity whose
 * registration window has not ended on this day, and who have not withdrawn from it. Three statements, however many
 * participants there are.
 */
export const findParticipantsForRound = async (
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
    const fits = capacitiesOpenInRound(round, things.get(id) ?? [], before)
    return fits.some(capacity => isCapacityInTime(round, capacity, today)) ? [id] : []
  })
}
