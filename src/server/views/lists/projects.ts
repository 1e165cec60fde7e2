import { sql, type SqlBool } from 'kysely'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { DURATION_LABELS, PROJECT_STATUSES, SOLD_PROJECTS } from '#domain/project'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import { type Quantity, scheduleInWords } from '#contract/balance'
import { project, type ProjectRow } from '#contract/project'
import { LISTED, projectRows } from '../project.ts'
import { coordinatesOf, IN_TABLES, projectTableRows, type ProjectTableRow, yesOrNo } from '../table-rows.ts'
import { PLACE_PRECISION_LABELS } from '#domain/place/precision'
import { awaiting } from '../step-conditions.ts'
import type { Listing } from './listing.ts'
import { tableColumns } from './table-columns.ts'
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
  table: { reads: IN_TABLES, rows: projectTableRows },
  columns: tableColumns<'project', ProjectTableRow>('project', {
    Project: row => row.name,
    Supplier: row => row.supplier.name,
    Market: row => row.round.market,
    'Market round': row => row.round.name,
    Type: row => row.type?.name ?? null,
    Status: row => project.statuses[row.status].label,
    NCA: row => row.nca?.name ?? null,
    LPA: row => row.lpa?.name ?? null,
    Subcatchment: row => row.subcatchment?.name ?? null,
    'Biodiversity units on': onTheDay('Biodiversity'),
    'Biodiversity units over time': overTime('Biodiversity'),
    'Nitrogen credits on': onTheDay('NutrientMitigationNitrogen'),
    'Nitrogen credits over time': overTime('NutrientMitigationNitrogen'),
    'Phosphorous credits on': onTheDay('NutrientMitigationPhosphorous'),
    'Phosphorous credits over time': overTime('NutrientMitigationPhosphorous'),
    'Offer (GBP)': row => row.offer,
    'Receives (GBP)': row => row.receives,
    'Of which for the supplier (GBP)': row => row.proceeds && row.proceeds.supplier,
    'Of which for the market operator (GBP)': row => row.proceeds && row.proceeds.marketOperator,
    'Of which for monitoring (GBP)': row => row.proceeds && row.proceeds.monitoring,
    'Receives per unit (GBP)': row => row.receivesPerUnit,
    Group: row => row.group?.name ?? null,
    'Longstop delivery start date': row => row.start,
    'Next compliance action': row =>
      row.nextCompliance && NEXT_COMPLIANCE_ACTION_LABELS[row.nextCompliance.action],
    'Next compliance action by': row => row.nextCompliance?.date ?? null,
    'CSV ID': row => row.csvId,
    'Fixed term': row => yesOrNo(row.isFixedTerm),
    'Mitigation durations': row => row.mitigationDurations.map(one => DURATION_LABELS[one]).join(' | '),
    'Credit types': row => row.creditTypes.map(one => CREDIT_TYPE_LABELS[one]).join(' | '),
    'Near address': row => row.nearAddress,
    'Grid reference': row => row.gridReference,
    'Latitude and longitude': coordinatesOf,
    'Place told to others': row => PLACE_PRECISION_LABELS[row.placePrecision],
    'Three words': row => row.threeWords,
    'Gain site register number': row => row.gainSiteRef,
    'Covenant or section 106 reference': row => row.obligationRef,
  }),
}
