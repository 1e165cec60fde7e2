import { sql, type SqlBool } from 'kysely'
import { PROJECT_STATUSES, SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project/project-check'
import { type Quantity, scheduleAsText } from '#contract/kit/balance'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import { project, type ProjectRow } from '#contract/project/project'
import { LISTED_PROJECT_COLUMNS, projectRows } from '../project.ts'
import {
  importableCoordinateText,
  TABLE_PROJECT_COLUMNS,
  projectTableRows,
  type ProjectTableRow,
} from '../table-rows.ts'
import { awaitsOperatorStepsSql } from '../../next/step-conditions.ts'
import { columnFilters, columnSorts, tableColumns } from '../listing/columns.ts'
import type { Listing } from '../listing/listing.ts'
import {
  COUNTED_FILTERS,
  anyOfFilter,
  idFilter,
  nameSearch,
  fixedOrderSort,
  textSearch,
  relatedNameSort,
  textSort,
  relatedFilter,
  booleanFilter,
  knownValueFilter,
} from '../listing/filters.ts'

// The newest check counts: a project is non-compliant until it has passed another check.
const isNonCompliant = sql<SqlBool>`${sql.ref('project.id')} = any(array(
  select ${sql.ref('failed.projectId')} from ${sql.table('complianceCheck')} as failed
  where not ${sql.ref('failed.isCompliant')} and not exists (select from ${sql.table('complianceCheck')} as later
    where ${sql.ref('later.projectId')} = ${sql.ref('failed.projectId')}
      and (later.date, later.ordinal) > (failed.date, failed.ordinal))))`

/** Units of one credit type of a row, on the date and over time. */
const unitsOf = (row: ProjectRow, type: Quantity['creditType']) =>
  row.credits.find(one => one.creditType === type)
const onTheDay = (type: Quantity['creditType']) => (row: ProjectRow) => unitsOf(row, type)?.units ?? null
const overTime = (type: Quantity['creditType']) => (row: ProjectRow) =>
  scheduleAsText(unitsOf(row, type)?.unitsPerPeriod ?? [])
const won = (type: Quantity['creditType']) => (row: ProjectRow) =>
  row.won?.find(one => one.creditType === type)?.units ?? null

/** List of projects, as each reader may see them. */
export const projectList: Listing<typeof project, ProjectTableRow> = {
  noun: project,
  ownerColumn: 'projectId',
  filters: {
    marketId: relatedFilter('project.roundId', 'round', 'marketId'),
    marketRoundId: idFilter('project.roundId'),
    awaiting: values => awaitsOperatorStepsSql('project', values),
    roundStatus: relatedFilter('project.roundId', 'round', 'status'),
    status: idFilter('project.status'),
    type: idFilter('project.typeId'),
    creditType: anyOfFilter('project.creditTypes'),
    ...columnFilters('project', PROJECT_COLUMNS),
    supplierId: idFilter('project.supplierId'),
    agentId: idFilter('project.agentId'),
    groupId: idFilter('project.groupId'),
    nonCompliant: booleanFilter(isNonCompliant),
    registry: knownValueFilter('project.status', SOLD_PROJECT_STATUSES, PROJECT_STATUSES),
  },
  counted: COUNTED_FILTERS,
  sorts: {
    name: textSort('project.name'),
    status: fixedOrderSort('project.status', PROJECT_STATUSES),
    supplier: relatedNameSort('project.supplierId', 'organisation'),
    round: relatedNameSort('project.roundId', 'round'),
    ...columnSorts('project', PROJECT_COLUMNS),
  },
  defaultSort: 'name',
  searchColumns: [textSearch('project.name'), nameSearch('project.supplierId', 'organisation')],
  rows: projectRows,
  reads: LISTED_PROJECT_COLUMNS,
  table: { reads: TABLE_PROJECT_COLUMNS, rows: projectTableRows },
  columns: tableColumns<typeof project, typeof PROJECT_COLUMNS, ProjectTableRow>(project, PROJECT_COLUMNS, {
    market: row => row.round.market,
    bioUnitsOn: onTheDay('Biodiversity'),
    bioUnitsOverTime: overTime('Biodiversity'),
    nitrogenOn: onTheDay('NutrientMitigationNitrogen'),
    nitrogenOverTime: overTime('NutrientMitigationNitrogen'),
    phosphorousOn: onTheDay('NutrientMitigationPhosphorous'),
    phosphorousOverTime: overTime('NutrientMitigationPhosphorous'),
    bioUnitsWon: won('Biodiversity'),
    nitrogenWon: won('NutrientMitigationNitrogen'),
    phosphorousWon: won('NutrientMitigationPhosphorous'),
    forSupplier: row => row.proceeds && row.proceeds.supplier,
    forMarketOperator: row => row.proceeds && row.proceeds.marketOperator,
    forMonitoring: row => row.proceeds && row.proceeds.monitoring,
    nextComplianceAction: row =>
      row.nextCompliance && NEXT_COMPLIANCE_ACTION_LABELS[row.nextCompliance.action],
    nextComplianceDate: row => row.nextCompliance?.date ?? null,
    coordinates: importableCoordinateText,
  }),
}
