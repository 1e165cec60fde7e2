import { sql, type SqlBool } from 'kysely'
import { PROJECT_STATUSES, SOLD_PROJECTS } from '#domain/project'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import { type Quantity, scheduleInWords } from '#contract/balance'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import { project, type ProjectRow } from '#contract/project'
import { LISTED, projectRows } from '../project.ts'
import { coordinatesOf, IN_TABLES, projectTableRows, type ProjectTableRow } from '../table-rows.ts'
import { awaiting } from '../step-conditions.ts'
import { columnFilters, columnSorts, tableColumns } from './columns.ts'
import type { Listing } from './listing.ts'
import {
  COUNTED,
  byAnyOf,
  byId,
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

/** The units of one credit type of a row, on the day and over time. */
const unitsOf = (row: ProjectRow, type: Quantity['creditType']) =>
  row.credits.find(one => one.creditType === type)
const onTheDay = (type: Quantity['creditType']) => (row: ProjectRow) => unitsOf(row, type)?.units ?? null
const overTime = (type: Quantity['creditType']) => (row: ProjectRow) =>
  scheduleInWords(unitsOf(row, type)?.unitsPerPeriod ?? [])

/** Projects, as each reader may see them. */
export const projects: Listing<typeof project, ProjectTableRow> = {
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
    ...columnFilters('project', PROJECT_COLUMNS),
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
    ...columnSorts('project', PROJECT_COLUMNS),
  },
  defaultSort: 'name',
  searchColumns: [textSearch('project.name'), nameSearch('project.supplierId', 'organisation')],
  rows: projectRows,
  reads: LISTED,
  table: { reads: IN_TABLES, rows: projectTableRows },
  columns: tableColumns<typeof project, typeof PROJECT_COLUMNS, ProjectTableRow>(project, PROJECT_COLUMNS, {
    market: row => row.round.market,
    bioUnitsOn: onTheDay('Biodiversity'),
    bioUnitsOverTime: overTime('Biodiversity'),
    nitrogenOn: onTheDay('NutrientMitigationNitrogen'),
    nitrogenOverTime: overTime('NutrientMitigationNitrogen'),
    phosphorousOn: onTheDay('NutrientMitigationPhosphorous'),
    phosphorousOverTime: overTime('NutrientMitigationPhosphorous'),
    forSupplier: row => row.proceeds && row.proceeds.supplier,
    forMarketOperator: row => row.proceeds && row.proceeds.marketOperator,
    forMonitoring: row => row.proceeds && row.proceeds.monitoring,
    nextComplianceAction: row =>
      row.nextCompliance && NEXT_COMPLIANCE_ACTION_LABELS[row.nextCompliance.action],
    nextComplianceDate: row => row.nextCompliance?.date ?? null,
    coordinates: coordinatesOf,
  }),
}
