import { z } from 'zod'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { PROJECT_DURATION_LABELS, PROJECT_DURATIONS } from '#domain/project/project'
import { creditType } from '../kit/values.ts'
import {
  amountColumn,
  choicesColumn,
  defineColumns,
  dateColumn,
  yesNoColumn,
  relationColumn,
  derivedColumn,
  statusColumn,
  textColumn,
} from './column.ts'
import { exactLocationColumns, areaColumns } from './place.ts'

/** The columns of projects, in the order of a download. */
export const PROJECT_COLUMNS = defineColumns('project', {
  name: textColumn('Project', { imports: 'project' }),
  supplier: relationColumn('Supplier', 'organisation', { imports: 'name' }),
  market: derivedColumn('Market'),
  round: relationColumn('Market round', 'round', {}),
  type: relationColumn('Type', 'projectType', { list: true, imports: 'typeId', sort: true }),
  status: statusColumn(),
  ...areaColumns,
  bioUnitsOn: derivedColumn('Biodiversity units on', { isDated: true }),
  bioUnitsOverTime: derivedColumn('Biodiversity units over time'),
  nitrogenOn: derivedColumn('Nitrogen credits on', { isDated: true }),
  nitrogenOverTime: derivedColumn('Nitrogen credits over time'),
  phosphorousOn: derivedColumn('Phosphorous credits on', { isDated: true }),
  phosphorousOverTime: derivedColumn('Phosphorous credits over time'),
  offer: amountColumn('Offer (GBP)', {}),
  receives: amountColumn('Receives (GBP)', {}),
  forSupplier: derivedColumn('Supplier receives (GBP)', { formerHeading: 'Of which for the supplier (GBP)' }),
  forMarketOperator: derivedColumn('Market operator receives (GBP)', {
    formerHeading: 'Of which for the market operator (GBP)',
  }),
  forMonitoring: derivedColumn('Monitoring costs received (GBP)', {
    formerHeading: 'Of which for monitoring (GBP)',
  }),
  receivesPerUnit: amountColumn('Receives per unit (GBP)', {}),
  bioUnitsWon: derivedColumn('Biodiversity units won'),
  nitrogenWon: derivedColumn('Nitrogen credits won'),
  phosphorousWon: derivedColumn('Phosphorous credits won'),
  group: relationColumn('Group', 'projectGroup', { list: true }),
  start: dateColumn('Longstop delivery start date', {
    ...{ row: true, list: true, imports: true, sort: true },
    public: 'Longstop delivery start',
  }),
  nextComplianceAction: derivedColumn('Next compliance action'),
  nextComplianceDate: derivedColumn('Next compliance action by'),
  csvId: textColumn('CSV ID', { imports: true }),
  isFixedTerm: yesNoColumn('Fixed term', { view: true, imports: true }),
  mitigationDurations: choicesColumn(
    'Mitigation durations',
    z.enum(PROJECT_DURATIONS),
    { view: true, imports: true },
    PROJECT_DURATION_LABELS,
  ),
  creditTypes: choicesColumn('Credit types', creditType, { view: true, imports: true }, CREDIT_TYPE_LABELS),
  ...exactLocationColumns('Near address'),
  gainSiteRef: textColumn('Gain site register number', {
    ...{ row: true, page: true, public: true, imports: true, search: true },
    description: 'Number in the biodiversity gain sites register',
  }),
  agreementRef: textColumn('Agreement reference', { page: true, download: false }),
  obligationRef: textColumn('Covenant or section 106 reference', {
    ...{ row: true, page: 'Covenant or section 106', public: 'Covenant or section 106', search: true },
    description: 'Reference of the covenant or section 106 agreement',
  }),
})
