import { z } from 'zod'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { DURATION_LABELS, DURATIONS } from '#domain/project'
import { creditType } from '../values.ts'
import { amount, choices, columnsOf, day, yesNo, relation, own, status, text } from './column.ts'
import { addressColumns, areaColumns } from './place.ts'

/** The columns of projects, in the order of a download. */
export const PROJECT_COLUMNS = columnsOf('project', {
  name: text('Project', { imports: 'project' }),
  supplier: relation('Supplier', 'organisation', { imports: 'name' }),
  market: own('Market'),
  round: relation('Market round', 'round', {}),
  type: relation('Type', 'projectType', { list: true, imports: 'typeId', sort: true }),
  status: status(),
  ...areaColumns,
  bioUnitsOn: own('Biodiversity units on', { isDated: true }),
  bioUnitsOverTime: own('Biodiversity units over time'),
  nitrogenOn: own('Nitrogen credits on', { isDated: true }),
  nitrogenOverTime: own('Nitrogen credits over time'),
  phosphorousOn: own('Phosphorous credits on', { isDated: true }),
  phosphorousOverTime: own('Phosphorous credits over time'),
  offer: amount('Offer (GBP)', {}),
  receives: amount('Receives (GBP)', {}),
  forSupplier: own('Of which for the supplier (GBP)'),
  forMarketOperator: own('Of which for the market operator (GBP)'),
  forMonitoring: own('Of which for monitoring (GBP)'),
  receivesPerUnit: amount('Receives per unit (GBP)', {}),
  group: relation('Group', 'projectGroup', { list: true }),
  start: day('Longstop delivery start date', {
    ...{ row: true, list: true, imports: true, sort: true },
    public: 'Longstop delivery start',
  }),
  nextComplianceAction: own('Next compliance action'),
  nextComplianceDate: own('Next compliance action by'),
  csvId: text('CSV ID', { imports: true }),
  isFixedTerm: yesNo('Fixed term', { view: true, imports: true }),
  mitigationDurations: choices(
    'Mitigation durations',
    z.enum(DURATIONS),
    { view: true, imports: true },
    DURATION_LABELS,
  ),
  creditTypes: choices('Credit types', creditType, { view: true, imports: true }, CREDIT_TYPE_LABELS),
  ...addressColumns('Near address'),
  gainSiteRef: text('Gain site register number', {
    ...{ row: true, page: true, public: true, imports: true, search: true },
    description: 'In the register of biodiversity gain sites',
  }),
  agreementRef: text('Agreement reference', { page: true, download: false }),
  obligationRef: text('Covenant or section 106 reference', {
    ...{ row: true, page: 'Covenant or section 106', public: 'Covenant or section 106', search: true },
    description: 'Of the covenant or section 106 agreement',
  }),
})
