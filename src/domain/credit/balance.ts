import type { Credit } from './credit.ts'
import { isInPeriod, type Day, type Period } from '@credit-market/values/dates'
import type { Units } from '@credit-market/values/units'

/**
 * Places of the certified units of a service; together they are all its units. The reserve stays the reserve, and unsold units
 * stay unsold, until they are retired, even once they have been issued.
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

/** Labels of holdings in tables, statements and exports. */
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

/** Line of a balance sheet to which a credit belongs; null while its service is not certified. */
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

/** Units of a credit, a service or another schedule on a date, in ten-thousandths. All figures come from the ledger through this function. */
export const unitsOnDate = (
  { unitsPerPeriod }: { unitsPerPeriod: readonly (Period & { units: Units })[] },
  day: Day,
): Units =>
  unitsPerPeriod.filter(period => isInPeriod(day, period)).reduce((sum, { units }) => sum + units, 0)

/** Units in one line of a balance sheet during a period. */
export interface BalanceEntry<L extends string> extends Period {
  line: L
  units: Units
}

/** Units in each line of a balance sheet during a period without changes. */
export interface BalanceInPeriod<L extends string> extends Period {
  units: Record<L, Units>
}

/**
 * Adds entries up over time: in order, without gaps, from the first unit to the end of the last, in as few periods as possible.
 * Every schedule of more than one credit or service comes from here.
 */
export const sumEntriesIntoLevels = <L extends string>(
  lines: readonly L[],
  entries: readonly BalanceEntry<L>[],
): BalanceInPeriod<L>[] => {
  const changes = new Map<Day, Map<L, Units>>()
  const change = (day: Day, line: L, units: Units): void => {
    const there = changes.get(day) ?? new Map<L, Units>()
    changes.set(day, there.set(line, (there.get(line) ?? 0) + units))
  }
  for (const { line, start, end, units } of entries) {
    change(start, line, units)
    if (end !== null) change(end, line, -units)
  }
  const levels: BalanceInPeriod<L>[] = []
  const now = Object.fromEntries(lines.map(line => [line, 0])) as Record<L, Units>
  for (const day of [...changes.keys()].toSorted()) {
    const moved = [...changes.get(day)!].filter(([, units]) => units !== 0)
    if (moved.length === 0) continue
    for (const [line, units] of moved) now[line] += units
    const last = levels.at(-1)
    if (last) last.end = day
    levels.push({ start: day, end: null, units: { ...now } })
  }
  const last = levels.at(-1)
  return last && lines.every(line => last.units[line] === 0) ? levels.slice(0, -1) : levels
}

/** The level on a date; zero in every line before the first and after the last. */
export const balanceLevelOnDate = <L extends string>(
  lines: readonly L[],
  levels: readonly BalanceInPeriod<L>[],
  day: Day,
): Record<L, Units> =>
  levels.find(level => isInPeriod(day, level))?.units ??
  (Object.fromEntries(lines.map(line => [line, 0])) as Record<L, Units>)
