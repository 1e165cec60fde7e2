import { z } from 'zod'
import { decided } from './check-ties.ts'
import { flowFindings } from './flows.ts'
import { compared, floorTimes, NOTHING, type Fraction } from './fraction.ts'
import { partOfBid, partsWon, valueOf } from './parts.ts'
import type { Problem } from './problem-shape.ts'
import { flowFields, type RequirementResult, type Result, wonFields } from './result-shape.ts'
import { askOf, roundOf, type Round, type Way } from './round.ts'
import { flag, list, readAs, text, type Read } from './shape.ts'
import { misfits, sameIds } from './verify.ts'

/** A thing with these named parts at least. */
const atLeast = <F extends z.ZodRawShape>(fields: F) => z.object(fields, 'an object')

const MATCH = atLeast({
  projects: list(atLeast({ id: text, won: flag })),
  requirements: list(atLeast({ id: text, won: flag, ...wonFields })),
  flows: list(atLeast(flowFields)),
})

/** Who wins what and who serves whom, of a solution or of any file that says as much; prices have no part in it. */
export type HandedIn = z.infer<typeof MATCH>

/** Reads a match that somebody hands in; whatever else the file says is passed over. */
export const readHandedIn = (value: unknown): Read<HandedIn> => readAs(MATCH, value)

/** How a match that was handed in stands beside another, which it may be no better than. */
export interface Standing {
  /** What it and the other are worth: winning bids less winning asks, in pence. */
  worth: number
  other: number
  is: 'better' | 'same' | 'worse'
  /** The step of the rule that decided: 1 is the surplus, the others are those of ties. */
  step: 1 | 2 | 3 | 4
}

const waysOf = ({ items }: Round): Way[] => items.flatMap(({ ways }) => ways)

type Won = Pick<RequirementResult, 'id' | 'won' | 'ongoingOnly' | 'ongoingUnits' | 'additionalUnits'>

const unitsOf = ({ ongoingUnits, additionalUnits }: Won) => ({
  ongoing: ongoingUnits,
  additional: additionalUnits,
})

/** The same in the shape of a result: what is not a matter of who wins what is taken over, and not looked at. */
const resultOf = (round: Round, match: HandedIn, like: Result): Result => {
  const ways = waysOf(round)
  const fractionOf = (one: Won): number => {
    const way = ways.find(
      ({ requirement, ongoingOnly }) => requirement.id === one.id && ongoingOnly === one.ongoingOnly,
    )
    if (!one.won || way === undefined) return 0
    return Math.min(10_000, Math.max(1, floorTimes(10_000, partOfBid(way, unitsOf(one)))))
  }
  const nothing = {
    ...{ organisationId: '', value: 0, share: 0, payment: 0 },
    ...{ reason: null, sentence: '', critical: null },
  }
  return {
    ...like,
    projects: match.projects.map(one => ({ ...nothing, ...one })),
    requirements: match.requirements.map(one => ({ ...nothing, ...one, fraction: fractionOf(one) })),
    flows: match.flows,
  }
}

const withUnits = ({ requirements }: HandedIn): string[] =>
  requirements.flatMap(one =>
    !one.won && one.ongoingUnits + one.additionalUnits > 0
      ? [`Requirement ${one.id}: it lost, but has units`]
      : [],
  )

const withoutWay = (round: Round, { requirements }: HandedIn): string[] =>
  requirements.flatMap(({ id, won, ongoingOnly }) => {
    const its = waysOf(round).filter(({ requirement }) => requirement.id === id)
    return !won || its.some(way => way.ongoingOnly === ongoingOnly)
      ? []
      : [`Requirement ${id}: it won its ongoing units without a bid for them`]
  })

/** Everything by which a match that was handed in breaks the rules of who may win what; nothing is said of prices. */
export const handedInFindings = (problem: Problem, match: HandedIn, like: Result): string[] => {
  const round = roundOf(problem)
  const result = resultOf(round, match, like)
  const shape = [
    ...(sameIds(problem.projects, match.projects) ? [] : ['Each offer of the round must be named once']),
    ...(sameIds(problem.requirements, match.requirements)
      ? []
      : ['Each bid of the round must be named once']),
    ...withUnits(match),
    ...withoutWay(round, match),
  ]
  if (shape.length > 0) return shape
  const { parts, findings } = partsWon(round, result)
  return [...flowFindings(round, result), ...findings, ...misfits(round, parts)]
}

const worthOf = (round: Round, { projects, requirements }: Pick<HandedIn, 'projects' | 'requirements'>) => {
  const funded = new Set(projects.filter(({ won }) => won).map(({ id }) => id))
  const won = new Map(requirements.filter(one => one.won).map(one => [one.id, one]))
  const asks = round.problem.projects.map(project => (funded.has(project.id) ? askOf(project) : 0))
  const bids = waysOf(round).map(way => {
    const its = won.get(way.requirement.id)
    return its?.ongoingOnly === way.ongoingOnly ? valueOf(way, unitsOf(its)) : 0
  })
  return bids.reduce((a, b) => a + b, 0) - asks.reduce((a, b) => a + b, 0)
}

/** How a match stands beside another, both of which keep the rules: by the surplus, then by the rule for ties. */
export const standingOf = (problem: Problem, match: HandedIn, beside: HandedIn, like: Result): Standing => {
  const round = roundOf(problem)
  const [worth, other] = [worthOf(round, match), worthOf(round, beside)]
  if (worth !== other) return { worth, other, is: worth > other ? 'better' : 'worse', step: 1 }
  const [own, its] = [match, beside].map(one =>
    partsWon(round, resultOf(round, one, like)).parts.map((part): Fraction => part?.least ?? NOTHING),
  )
  const isSame = own!.every((part, at) => compared(part, its![at]!) === 0)
  if (isSame) return { worth, other, is: 'same', step: 1 }
  const { step, prefers } = decided(round, own!, its!)
  return { worth, other, is: prefers > 0 ? 'better' : prefers < 0 ? 'worse' : 'same', step }
}
