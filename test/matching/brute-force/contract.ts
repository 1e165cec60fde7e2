import { greatest, least, rational, type Rational } from './rational.ts'

/** One requirement that may win in part: its units in ten-thousandths and its bid in pence, for all of it. */
export interface Member {
  /** The place of the requirement in the round. */
  at: number
  ongoing: bigint
  additional: bigint
  bid: bigint
}

/** Requirements that win one common part. */
export type Item = readonly Member[]

/** What is contracted when a part is won: units and pence rounded down, so that nobody pays for more than it gets. */
export const contractOf = ({ ongoing, additional, bid }: Member, { over, under }: Rational) => {
  const won = { ongoing: (ongoing * over) / under, additional: (additional * over) / under }
  const parts = [
    ...(ongoing > 0n ? [rational(won.ongoing, ongoing)] : []),
    ...(additional > 0n ? [rational(won.additional, additional)] : []),
  ]
  const part = parts.reduce(least)
  return { ...won, part, value: (bid * part.over) / part.under }
}

/** What all members of an item are worth together at a part, in pence. */
export const worthOf = (item: Item, x: Rational): bigint =>
  item.reduce((sum, member) => sum + contractOf(member, x).value, 0n)

const steps = (item: Item): bigint[] =>
  item.flatMap(({ ongoing, additional }) => [ongoing, additional]).filter(units => units > 0n)

/** At how many parts what is contracted may change. */
export const cornersOf = (item: Item): bigint => steps(item).reduce((a, b) => a + b, 0n)

/** The greatest part not above this one at which what is contracted changes. */
export const cornerAt = (item: Item, { over, under }: Rational): Rational =>
  steps(item)
    .map(units => rational((over * units) / under, units))
    .reduce(greatest)

/** The next part at which what is contracted changes. */
export const nextCorner = (item: Item, { over, under }: Rational): Rational =>
  steps(item)
    .map(units => rational((over * units) / under + 1n, units))
    .reduce(least)

/** The part before this one at which what is contracted changes. */
export const cornerBefore = (item: Item, { over, under }: Rational): Rational =>
  steps(item)
    .map(units => rational((over * units + under - 1n) / under - 1n, units))
    .reduce(greatest)

/** The least part at which a member is contracted for some of all that it needs. */
export const firstPart = ({ ongoing, additional }: Member): Rational =>
  [ongoing, additional]
    .filter(units => units > 0n)
    .map(units => rational(1n, units))
    .reduce(greatest)
