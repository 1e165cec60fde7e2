import type { Credit } from './credit.ts'
import type { Day } from './dates.ts'
import type { Units } from './units.ts'

/**
 * Where the certified units of a service are at any time; together they are all of it. The reserve stays the reserve,
 * and what nobody has bought stays unsold, until they are retired, also once they have been issued.
 */
export const HOLDINGS = [
  'unsold',
  'reserve',
  'rightsCreated',
  'rightsAllocated',
  'issued',
  'redeemed',
  'retired',
] as const
export type Holding = (typeof HOLDINGS)[number]

/** How holdings are told in tables, statements and exports. */
export const HOLDING_LABELS: Record<Holding, string> = {
  unsold: 'Unsold',
  reserve: 'Reserve',
  rightsCreated: 'Rights created',
  rightsAllocated: 'Rights allocated',
  issued: 'Issued',
  redeemed: 'Redeemed',
  retired: 'Retired',
}

const OF_SOLD = {
  RightsCreated: 'rightsCreated',
  RightsAllocated: 'rightsAllocated',
  Issued: 'issued',
  Redeemed: 'redeemed',
} as const

/** The line of a balance sheet that a credit stands in; none while its service is not certified. */
export const holdingOf = ({
  status,
  isReserved,
  requirementId,
}: Pick<Credit, 'status' | 'isReserved' | 'requirementId'>): Holding | null => {
  if (status === 'Draft') return null
  if (status === 'Retired') return 'retired'
  if (isReserved) return 'reserve'
  if (requirementId === null || status === 'None' || status === 'Bid' || status === 'Unused') return 'unsold'
  return OF_SOLD[status]
}

/**
 * The ten-thousandths of a unit that a credit, a service or any other schedule holds on a day: the only way from the
 * ledger to a figure.
 */
export const unitsOn = (
  { unitsPerPeriod }: { unitsPerPeriod: readonly { start: Day; end: Day | null; units: Units }[] },
  day: Day,
): Units =>
  unitsPerPeriod
    .filter(({ start, end }) => start <= day && (end === null || day < end))
    .reduce((sum, { units }) => sum + units, 0)
