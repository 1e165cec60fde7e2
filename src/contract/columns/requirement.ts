import { z } from 'zod'
import {
  BROAD_HABITAT_LABELS,
  BROAD_HABITATS,
  DISTINCTIVENESS,
  DISTINCTIVENESS_LABELS,
  MODULES,
} from '#domain/habitat'
import { NUTRIENT_NEED_LABELS, NUTRIENT_NEEDS } from '#domain/requirement'
import { creditType } from '../values.ts'
import {
  amount,
  choice,
  columnsOf,
  day,
  yesNo,
  type ImportField,
  relation,
  own,
  status,
  text,
} from './column.ts'
import { addressColumns, areaColumns } from './place.ts'

export const REQUIREMENT_TYPES = ['Buyer', 'Investor'] as const

/** Filled alike for buyers and investors, or for investors under another name. */
const both = (buyers: ImportField, investors = buyers) => ({ imports: { buyers, investors } })

/** The columns of credit requirements, in the order of a download. */
export const REQUIREMENT_COLUMNS = columnsOf('requirement', {
  name: text('Credit requirement', both('requirement')),
  buyer: relation('Buyer', 'organisation', both('name')),
  type: { ...choice('Type', z.enum(REQUIREMENT_TYPES), { list: true, sort: true }), isCapacity: true },
  market: own('Market'),
  round: relation('Market round', 'round', {}),
  status: status(),
  creditType: choice('Credit type', creditType, { imports: true, sort: true }),
  units: amount(
    'Units needed',
    both({ biodiversity: 'bioUnits', nutrients: 'nutrientOngoingUnits' }, 'units'),
  ),
  additionalUnits: amount('Additional units needed', { imports: 'nutrientAdditionalUnits' }),
  ...areaColumns,
  redemptionDate: day('Redemption date', { ...both('redemptionDate'), row: true, sort: true }),
  bid: amount('Bid (GBP)', {}),
  pays: amount('Pays (GBP)', {}),
  paysPerUnit: amount('Pays per unit (GBP)', {}),
  group: relation('Group', 'requirementGroup', { list: true }),
  csvId: text('CSV ID', both('csvId')),
  nutrientType: choice('Nutrient need', z.enum(NUTRIENT_NEEDS), { imports: true }, NUTRIENT_NEED_LABELS),
  nutrientAcceptOngoingOnly: yesNo('Only ongoing acceptable', { imports: true }),
  module: choice('Module', z.enum(MODULES), { imports: { investors: 'module' } }),
  broadHabitat: choice(
    'Broad habitat',
    z.enum(BROAD_HABITATS),
    both('bioBroadHabitat', 'broadHabitat'),
    BROAD_HABITAT_LABELS,
  ),
  distinctiveness: choice(
    'Distinctiveness',
    z.enum(DISTINCTIVENESS),
    both('bioDistinctiveness', 'distinctiveness'),
    DISTINCTIVENESS_LABELS,
  ),
  habitatType: own('Habitat type', { imports: 'bioHabitatType' }),
  isDivisible: yesNo('Part acceptable', both('bioIsDivisible', 'isDivisible')),
  ...addressColumns('Address'),
  planningRef: text('Planning reference', {
    ...{ view: true, page: true, public: true, imports: true, search: true },
  }),
  allocationRef: text('Allocation reference', {
    ...{ row: true, page: true, public: true, search: true },
    description: 'Under which units were allocated to the development',
  }),
  certificateDate: day('Allocation certificate', {
    ...{ view: true, page: 'Allocation certificate of', download: false },
    description: 'Of the credit allocation certificate',
  }),
})
