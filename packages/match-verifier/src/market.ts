import { findBestChoice, type SolverClient, type BestChoice, type ComponentQuestion } from './best.ts'
import type { Component } from './components.ts'
import { ZERO, type Fraction } from './exact/fraction.ts'
import { readWonFractions } from './parts.ts'
import type { MatchResult } from './shapes/result-shape.ts'
import type { VerifierRound } from './round.ts'

/** A round in components, its filed result, and the means to check it. */
export interface CheckedMarket extends SolverClient {
  round: VerifierRound
  result: MatchResult
  components: Component[]
  /** The next random number of the sample. */
  chance: () => number
  seed: number
}

/** Errors found, checks made, and checks not made: one sentence each. */
export interface VerificationFindings {
  findings: string[]
  done: string[]
  open: string[]
}

/** Smallest fraction of every item of a round that contracts its recorded units. */
export const recordedWonFractions = ({ round, result }: CheckedMarket): Fraction[] =>
  readWonFractions(round, result).parts.map(part => part?.least ?? ZERO)

/** Recorded value of a component in pence: contracted bids minus asks. */
export const recordedValueOfComponent = ({ result }: CheckedMarket, { items }: Component): number => {
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

/** Names of the winners in a choice of a component. */
export const namesOfChosenWinners = ({ items }: Component, parts: readonly Fraction[]): string =>
  items
    .flatMap(({ projects, ways }, at) =>
      parts[at]!.over === 0n
        ? []
        : [...projects.map(({ id }) => id), ...ways.map(({ requirement }) => requirement.id)],
    )
    .join(', ')

/** The best value of a component, or null if the second solver does not settle it. */
export const bestComponentValue = (
  asker: SolverClient,
  component: Component,
  question: ComponentQuestion,
): number | null => {
  const { choice, bound }: BestChoice = findBestChoice(component, asker, question)
  if (choice === null) return bound === -Infinity ? -Infinity : null
  return choice.value === bound ? bound : null
}

/** A number with its noun. */
export const countWithNoun = (many: number, one: string, several = `${one}s`): string =>
  `${many.toLocaleString('en-GB')} ${many === 1 ? one : several}`

/** An amount in pence as pounds, rounded up to a penny: £1,234.50. */
export const inPounds = (pence: number): string =>
  (Math.ceil(pence) / 100).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' })
