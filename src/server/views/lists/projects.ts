import { sql, type SqlBool } from 'kysely'
import { showDay } from '#domain/dates'
import { PROJECT_STATUSES, SOLD_PROJECTS } from '#domain/project'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import { type Quantity, scheduleInWords } from '#contract/balance'
import { project } from '#contract/project'
import { LISTED, projectRows } from '../project.ts'
import { awaiting } from '../awaiting.ts'
import type { Listing } from './listing.ts'
import {
  COUNTED,
  byAnyOf,
  byId,
  day,
  nameSearch,
  inOrderOf,
  textSearch,
  nameOf,
  text,
  byRelated,
  booleanFilter,
  isAmong,
} from './filters.ts'

// The newest check counts: a project is out of compliance until it has passed one again.
const isNonCompliant = sql<SqlBool>`${sql.ref('project.id')} = any(array(
  select ${sql.ref('failed.projectId')} from ${sql.table('complianceCheck')} as failed
  where not ${sql.ref('failed.isCompliant')} and not exists (select from ${sql.table('complianceCheck')} as later
    where ${sql.ref('later.projectId')} = ${sql.ref('failed.projectId')}
      and (later.date, later.ordinal) > (failed.date, failed.ordinal))))`

/** The units of one credit type on the day, and beside them when they are how many. */
const unitsOf = (title: string, type: Quantity['creditType']): Listing<typeof project>['columns'] => {
  const its = (credits: readonly Quantity[]) => credits.find(one => one.creditType === type)
  return [
    { title: on => `${title} on ${showDay(on)}`, value: row => its(row.credits)?.units ?? null },
    { title: `${title} over time`, value: row => scheduleInWords(its(row.credits)?.unitsPerPeriod ?? []) },
  ]
}

/** Projects, as each reader may see them. */
export const projects: Listing<typeof project> = {
  noun: project,
  ownerColumn: 'projectId',
  filters: {
    marketId: byRelated('project.roundId', 'round', 'marketId'),
    marketRoundId: byId('project.roundId'),
    awaiting: values => awaiting('project', values),
    roundStatus: byRelated('project.roundId', 'round', 'status'),
    status: byId('project.status'),
    type: byId('project.typeId'),
    creditType: byAnyOf('project.creditTypes'),
    nca: byId('project.ncaId'),
    lpa: byId('project.lpaId'),
    subcatchment: byId('project.subcatchmentId'),
    supplierId: byId('project.supplierId'),
    agentId: byId('project.agentId'),
    groupId: byId('project.groupId'),
    nonCompliant: booleanFilter(isNonCompliant),
    registry: isAmong('project.status', SOLD_PROJECTS, PROJECT_STATUSES),
  },
  counted: COUNTED,
  sorts: {
    name: text('project.name'),
    status: inOrderOf('project.status', PROJECT_STATUSES),
    supplier: nameOf('project.supplierId', 'organisation'),
    round: nameOf('project.roundId', 'round'),
    type: nameOf('project.typeId', 'projectType'),
    nca: nameOf('project.ncaId', 'nca'),
    lpa: nameOf('project.lpaId', 'lpa'),
    subcatchment: nameOf('project.subcatchmentId', 'subcatchment'),
    start: day('project.start'),
  },
  defaultSort: 'name',
  searchColumns: [textSearch('project.name'), nameSearch('project.supplierId', 'organisation')],
  rows: projectRows,
  reads: LISTED,
  columns: [
    { title: 'Project', value: row => row.name },
    { title: 'Supplier', value: row => row.supplier.name },
    { title: 'Market', value: row => row.round.market },
    { title: 'Market round', value: row => row.round.name },
    { title: 'Type', value: row => row.type?.name ?? null },
    { title: 'Status', value: row => project.statuses[row.status].label },
    { title: 'NCA', value: row => row.nca?.name ?? null },
    { title: 'LPA', value: row => row.lpa?.name ?? null },
    { title: 'Subcatchment', value: row => row.subcatchment?.name ?? null },
    ...unitsOf('Biodiversity units', 'Biodiversity'),
    ...unitsOf('Nitrogen credits', 'NutrientMitigationNitrogen'),
    ...unitsOf('Phosphorous credits', 'NutrientMitigationPhosphorous'),
    { title: 'Offer (GBP)', value: row => row.offer },
    { title: 'Receives (GBP)', value: row => row.receives },
    { title: 'Receives per unit (GBP)', value: row => row.receivesPerUnit },
    { title: 'Group', value: row => row.group?.name ?? null },
    { title: 'Longstop delivery start date', value: row => row.start },
    {
      title: 'Next compliance action',
      value: row => row.nextCompliance && NEXT_COMPLIANCE_ACTION_LABELS[row.nextCompliance.action],
    },
    { title: 'Next compliance action by', value: row => row.nextCompliance?.date ?? null },
  ],
}
