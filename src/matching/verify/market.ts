import { bestOf, type Asker, type Best, type Question } from './best.ts'
import type { Component } from './components.ts'
import { NOTHING, type Fraction } from './fraction.ts'
import { partsWon } from './parts.ts'
import { isOfFirstEngine, type Result } from './result-shape.ts'
import type { Round } from './round.ts'

/** A round in parts, its filed result, and what is needed to check it. */
export interface Market extends Asker {
  round: Round
  result: Result
  components: Component[]
  /** The next number of the sample. */
  chance: () => number
  seed: number
}

/** What is wrong, what was checked and how, and what was not: a sentence each. */
export interface Verdict {
  findings: string[]
  done: string[]
  open: string[]
}

/** The part won of every item of a round, as filed; the least that contracts its units. */
export const filedParts = ({ round, result }: Market): Fraction[] =>
  partsWon(round, result).parts.map(part => part?.least ?? NOTHING)

/** What a component is worth as filed: contracted bids less asks, in pence. */
export const filedWorth = ({ result }: Market, { items }: Component): number => {
  const projects = new Map(result.projects.map(one => [one.id, one.value]))
  const requirements = new Map(result.requirements.map(one => [one.id, one]))
  const bids = items.flatMap(({ ways }) =>
    ways.map(({ requirement, ongoingOnly }) => {
      const one = requirements.get(requirement.id)
      return one?.won === true && one.ongoingOnly === ongoingOnly ? one.value : 0
    }),
  )
  const asks = items.flatMap(item => item.projects.map(({ id }) => projects.get(id) ?? 0))
  return bids.reduce((a, b) => a + b, 0) - asks.reduce((a, b) => a + b, 0)
}

/** The names of what wins in a choice of a component. */
export const winnersIn = ({ items }: Component, parts: readonly Fraction[]): string =>
  items
    .flatMap(({ projects, ways }, at) =>
      parts[at]!.over === 0n
        ? []
        : [...projects.map(({ id }) => id), ...ways.map(({ requirement }) => requirement.id)],
    )
    .join(', ')

/** The best of a component as a value, or null where the second solver does not settle it. */
export const settledValue = (asker: Asker, component: Component, question: Question): number | null => {
  const { choice, bound }: Best = bestOf(component, asker, question)
  if (choice === null) return bound === -Infinity ? -Infinity : null
  return choice.value === bound ? bound : null
}

/** So many of something, in words. */
export const counted = (many: number, one: string, several = `${one}s`): string =>
  `${many.toLocaleString('en-GB')} ${many === 1 ? one : several}`

/**
 * By how many pence a result of the first engine may differ from one that counts what is contracted: it rounded the
 * parts of divided bids after it had chosen. Later ones may not differ at all.
 */
export const slackOf = ({ result }: Market, { items }: Pick<Component, 'items'>): number => {
  if (!isOfFirstEngine(result)) return 0
  const divided = items.filter(({ isWhole }) => !isWhole).flatMap(({ ways }) => ways)
  return divided.reduce((sum, { requirement: { ongoingUnits, additionalUnits }, bid }) => {
    const wanted = [ongoingUnits, additionalUnits].filter(units => units > 0)
    return sum + 1 + Math.ceil(bid / Math.min(...wanted))
  }, 0)
}
