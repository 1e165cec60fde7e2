import { maxRational, minRational, toRational, type Rational } from './rational.ts'

/** One requirement that may win in part: its full units in ten-thousandths and its full bid in pence. */
export interface DivisibleRequirement {
  /** Index of the requirement in the round. */
  at: number
  ongoing: bigint
  additional: bigint
  bid: bigint
}

/** Requirements that win one common part. */
export type DivisibleItem = readonly DivisibleRequirement[]

/** The contract for a part: units and pence rounded down, so that no one pays for more than they get. */
export const contractAtFraction = (
  { ongoing, additional, bid }: DivisibleRequirement,
  { over, under }: Rational,
) => {
  const won = { ongoing: (ongoing * over) / under, additional: (additional * over) / under }
  const parts = [
    ...(ongoing > 0n ? [toRational(won.ongoing, ongoing)] : []),
    ...(additional > 0n ? [toRational(won.additional, additional)] : []),
  ]
  const part = parts.reduce(minRational)
  return { ...won, part, value: (bid * part.over) / part.under }
}

/** Value of all members of an item at a part, in pence. */
export const contractedItemValue = (item: DivisibleItem, x: Rational): bigint =>
  item.reduce((sum, member) => sum + contractAtFraction(member, x).value, 0n)

const steps = (item: DivisibleItem): bigint[] =>
  item.flatMap(({ ongoing, additional }) => [ongoing, additional]).filter(units => units > 0n)

/** Number of parts at which the contract may change. */
export const countBreakpoints = (item: DivisibleItem): bigint => steps(item).reduce((a, b) => a + b, 0n)

/** The greatest part not above this one at which the contract changes. */
export const breakpointUpTo = (item: DivisibleItem, { over, under }: Rational): Rational =>
  steps(item)
    .map(units => toRational((over * units) / under, units))
    .reduce(maxRational)

/** The next part at which the contract changes. */
export const nextBreakpoint = (item: DivisibleItem, { over, under }: Rational): Rational =>
  steps(item)
    .map(units => toRational((over * units) / under + 1n, units))
    .reduce(minRational)

/** The previous part at which the contract changes. */
export const previousBreakpoint = (item: DivisibleItem, { over, under }: Rational): Rational =>
  steps(item)
    .map(units => toRational((over * units + under - 1n) / under - 1n, units))
    .reduce(maxRational)

/** The least part at which a member's contract has some of everything that it needs. */
export const smallestContractFraction = ({ ongoing, additional }: DivisibleRequirement): Rational =>
  [ongoing, additional]
    .filter(units => units > 0n)
    .map(units => toRational(1n, units))
    .reduce(maxRational)
