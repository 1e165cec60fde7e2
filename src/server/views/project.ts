import { rowLinks } from '#contract/nouns'
import type { Kysely } from 'kysely'
import { dayOf } from '#domain/dates'
import type { Actor } from '#domain/actor'
import type { Day } from '#domain/dates'
import { mayKnow } from '#domain/disclosure'
import { poundsOf } from '#domain/money'
import type { Costs, Project } from '#domain/project'
import type { Named } from '#contract/values'
import type { CostsView, GroupOfItem, ProjectRow, ProjectView } from '#contract/project'
import type { Database } from '../store/tables.ts'
import { earlierResultsOf, inPounds, paymentsOf, resultOf, sealedFrom } from './amounts.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { settledCredits } from './credit.ts'
import { nextComplianceOf } from './history.ts'
import { named, namesIn, namesOf, roundsOf } from './names.ts'
import { withMissing } from './missing.ts'
import { nextForProject } from './next.ts'
import { quantitiesOf, type ServiceInRound, serviceViews, servicesOf } from './services.ts'

/** The columns of a project that its row in a list is made from. */
export const LISTED = [
  'id',
  'name',
  'roundId',
  'supplierId',
  'typeId',
  'status',
  'ncaId',
  'lpaId',
  'subcatchmentId',
  'offer',
  'groupId',
  'start',
] as const satisfies readonly (keyof Project)[]
type Listed = Pick<Project, (typeof LISTED)[number]>

/** Projects as rows of a list, each offer as far as this reader may know it. */
export const projectRows = async (
  db: Kysely<Database>,
  projects: readonly Listed[],
  reader: Actor,
  on: Day,
): Promise<ProjectRow[]> => {
  const ids = <C extends keyof Listed>(column: C) => projects.map(project => project[column])
  const round = await roundsOf(db, ids('roundId'))
  const { supplier, type, nca, lpa, subcatchment, group } = await namesIn(db, {
    supplier: ['organisation', ids('supplierId')],
    type: ['projectType', ids('typeId')],
    nca: ['nca', ids('ncaId')],
    lpa: ['lpa', ids('lpaId')],
    subcatchment: ['subcatchment', ids('subcatchmentId')],
    group: ['projectGroup', ids('groupId'), reader],
  })
  const services = new Map<string, ServiceInRound[]>()
  for (const service of await servicesOf(db, ids('id')))
    services.set(service.projectId, [...(services.get(service.projectId) ?? []), service])
  const nextCompliance = await nextComplianceOf(db, ids('id'))
  const paymentOf = await paymentsOf(db, ids('roundId').map(round), reader)
  return projects.map(project => {
    const its = round(project.roundId)
    const offer = sealedFrom(reader, ownerOfOffer(project), project.offer, its.status)
    const paid = paymentOf(project)
    return {
      id: project.id,
      links: rowLinks('project', project.id),
      name: project.name,
      round: its,
      supplier: named(supplier, project.supplierId),
      type: type(project.typeId),
      status: project.status,
      nca: nca(project.ncaId),
      lpa: lpa(project.lpaId),
      subcatchment: subcatchment(project.subcatchmentId),
      credits: quantitiesOf(services.get(project.id) ?? [], on),
      offer: offer.amount,
      offerIsSealed: offer.isSealed,
      // What is received is a negative payment.
      receives: paid && poundsOf(-paid.payment),
      receivesPerUnit: paid && inPounds(paid.perUnit),
      group: group(project.groupId),
      start: project.start,
      nextCompliance: nextCompliance(project.id),
    }
  })
}

const ownerOfOffer = ({ supplierId: ownerId, roundId }: Listed) => ({ ownerId, roundId })

/** One project as this reader may see it. */
export const projectView = async (
  project: Project,
  reader: Actor,
  context: ViewContext,
): Promise<ProjectView> => {
  const { db, on } = context
  const [row] = await projectRows(db, [project], reader, on)
  const round = await db.selectFrom('round').selectAll().where('id', '=', project.roundId).executeTakeFirst()
  const resource = resourceOf('project', project, project.name, reader, { round, now: context.now })
  const services = await servicesOf(db, [project.id])
  const [participation] = await context.read.list('participation', {
    roundId: project.roundId,
    organisationId: project.supplierId,
    capacity: 'Supplier',
  })
  const agent = await namesOf(db, 'organisation', [project.agentId])
  const status = row!.round.status
  const mayKnowCosts = mayKnow('costs', reader, ownerOfOffer(project), status)
  return {
    ...row!,
    ...resource,
    on,
    agent: agent(project.agentId),
    isFixedTerm: project.isFixedTerm,
    mitigationDurations: project.mitigationDurations,
    creditTypes: project.creditTypes,
    nearAddress: project.nearAddress,
    gridReference: project.gridReference,
    threeWords: project.threeWords,
    screeningComment: project.screeningComment,
    reviewReason: project.reviewReason,
    certification: project.certification,
    costs: project.costs && mayKnowCosts ? costsView(project.costs) : null,
    costsAreWithheld: project.costs !== null && !mayKnowCosts,
    offeredAt: row!.offer === null ? null : project.offeredAt,
    endedAs: project.endedAs,
    group: await groupOf(db, row!.group),
    services: await serviceViews(db, services, on),
    settled: status === 'Settled' ? await settledCredits(db, 'projectId', project.id, reader, on) : [],
    result: await resultOf(db, reader, project.id, round),
    earlierResults: await earlierResultsOf(db, reader, { ...ownerOfOffer(project), id: project.id }),
    next: await withMissing(
      nextForProject(
        project,
        services,
        { round, today: dayOf(context.now), participation },
        resource.actions,
        reader,
      ),
      { kind: 'project', subject: project },
      reader,
      context,
    ),
  }
}

const costsView = (costs: Costs): CostsView => ({
  maintenance: poundsOf(costs.maintenance),
  marketOperator: poundsOf(costs.marketOperator),
  complianceMonitoring: poundsOf(costs.complianceMonitoring),
  performanceMonitoring: poundsOf(costs.performanceMonitoring),
})

const groupOf = async (db: Kysely<Database>, name: Named | null): Promise<GroupOfItem | null> => {
  if (!name) return null
  const { type } = await db
    .selectFrom('projectGroup')
    .select('type')
    .where('id', '=', name.id)
    .executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('project')
    .select(['id', 'name'])
    .where('groupId', '=', name.id)
    .orderBy('ordinal')
    .execute()
  return { ...name, type, members }
}
