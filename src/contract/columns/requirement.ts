import { z } from 'zod'
import {
  BROAD_HABITAT_LABELS,
  BROAD_HABITATS,
  DISTINCTIVENESS,
  DISTINCTIVENESS_LABELS,
  MODULES,
} from '@credit-market/habitat-metric/habitat'
import { NUTRIENT_NEED_LABELS, NUTRIENT_NEEDS } from '#domain/project/requirement'
import { creditType } from '../kit/values.ts'
import {
  amountColumn,
  choiceColumn,
  defineColumns,
  dateColumn,
  yesNoColumn,
  type ImportField,
  relationColumn,
  derivedColumn,
  statusColumn,
  textColumn,
} from './column.ts'
import { exactLocationColumns, areaColumns } from './place.ts'

export const REQUIREMENT_TYPES = ['Buyer', 'Investor'] as const

/** Filled alike for buyers and investors, or for investors under another name. */
const both = (buyers: ImportField, investors = buyers) => ({ imports: { buyers, investors } })

/** The columns of credit requirements, in the order of a download. */
export const REQUIREMENT_COLUMNS = defineColumns('requirement', {
  name: textColumn('Credit requirement', both('requirement')),
  buyer: relationColumn('Buyer', 'organisation', both('name')),
  type: { ...choiceColumn('Type', z.enum(REQUIREMENT_TYPES), { list: true, sort: true }), isCapacity: true },
  market: derivedColumn('Market'),
  round: relationColumn('Market round', 'round', {}),
  status: statusColumn(),
  creditType: choiceColumn('Credit type', creditType, { imports: true, sort: true }),
  units: amountColumn(
    'Units needed',
    both({ biodiversity: 'bioUnits', nutrients: 'nutrientOngoingUnits' }, 'units'),
  ),
  additionalUnits: amountColumn('Additional units needed', { imports: 'nutrientAdditionalUnits' }),
  ...areaColumns,
  redemptionDate: dateColumn('Redemption date', { ...both('redemptionDate'), row: true, sort: true }),
  bid: amountColumn('Bid (GBP)', {}),
  pays: amountColumn('Pays (GBP)', {}),
  paysPerUnit: amountColumn('Pays per unit (GBP)', {}),
  unitsWon: derivedColumn('Units won'),
  group: relationColumn('Group', 'requirementGroup', { list: true }),
  csvId: textColumn('CSV ID', both('csvId')),
  nutrientType: choiceColumn(
    'Nutrient need',
    z.enum(NUTRIENT_NEEDS),
    { imports: true },
    NUTRIENT_NEED_LABELS,
  ),
  nutrientAcceptOngoingOnly: yesNoColumn('Only ongoing acceptable', { imports: true }),
  module: choiceColumn('Module', z.enum(MODULES), { imports: { investors: 'module' } }),
  broadHabitat: choiceColumn(
    'Broad habitat',
    z.enum(BROAD_HABITATS),
    both('bioBroadHabitat', 'broadHabitat'),
    BROAD_HABITAT_LABELS,
  ),
  distinctiveness: choiceColumn(
    'Distinctiveness',
    z.enum(DISTINCTIVENESS),
    both('bioDistinctiveness', 'distinctiveness'),
    DISTINCTIVENESS_LABELS,
  ),
  habitatType: derivedColumn('Habitat type', { imports: 'bioHabitatType' }),
  isDivisible: yesNoColumn('Part acceptable', both('bioIsDivisible', 'isDivisible')),
  ...exactLocationColumns('Address'),
  planningRef: textColumn('Planning reference', {
    ...{ view: true, page: true, public: true, imports: true, search: true },
  }),
  allocationRef: textColumn('Allocation reference', {
    ...{ row: true, page: true, public: true, search: true },
    description: 'Reference under which units were allocated to the development',
  }),
  certificateDate: dateColumn('Allocation certificate', {
    ...{ view: true, page: 'Allocation certificate date', download: false },
    description: 'Date of the credit allocation certificate',
  }),
})
