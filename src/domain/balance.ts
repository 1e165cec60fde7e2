import type { Credit } from './credit.ts'
import { isDuring, type Day, type Stretch } from './dates.ts'
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
  { unitsPerPeriod }: { unitsPerPeriod: readonly (Stretch & { units: Units })[] },
  day: Day,
): Units => unitsPerPeriod.filter(period => isDuring(day, period)).reduce((sum, { units }) => sum + units, 0)

/** Units that stand in one line of a sheet for some time. */
export interface Entry<L extends string> extends Stretch {
  line: L
  units: Units
}

/** What each line of a sheet holds in a stretch of days in which none of them changes. */
export interface Level<L extends string> extends Stretch {
  units: Record<L, Units>
}

/**
 * Entries added up over time: in order, without gaps, from the first unit to the end of the last, and no longer
 * divided than they differ. Every schedule of more than one credit or service is made here.
 */
export const levelsOf = <L extends string>(lines: readonly L[], entries: readonly Entry<L>[]): Level<L>[] => {
  const changes = new Map<Day, Map<L, Units>>()
  const change = (day: Day, line: L, units: Units): void => {
    const there = changes.get(day) ?? new Map<L, Units>()
    changes.set(day, there.set(line, (there.get(line) ?? 0) + units))
  }
  for (const { line, start, end, units } of entries) {
    change(start, line, units)
    if (end !== null) change(end, line, -units)
  }
  const levels: Level<L>[] = []
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

/** The level of a day; nothing in any line before the first and after the last. */
export const levelOn = <L extends string>(
  lines: readonly L[],
  levels: readonly Level<L>[],
  day: Day,
): Record<L, Units> =>
  levels.find(level => isDuring(day, level))?.units ??
  (Object.fromEntries(lines.map(line => [line, 0])) as Record<L, Units>)
