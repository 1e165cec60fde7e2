import { z } from 'zod'
import { compareByTieRule } from './check-ties.ts'
import { findFlowErrors } from './flows.ts'
import { compareFractions, floorOfProduct, ZERO, type Fraction } from './exact/fraction.ts'
import { dueFractionOfBid, readWonFractions, dueBidInPence } from './parts.ts'
import type { MatchProblem } from './shapes/problem-shape.ts'
import { flowFields, type RequirementResult, type MatchResult, wonUnitFields } from './shapes/result-shape.ts'
import { totalAskOfProject, buildVerifierRound, type VerifierRound, type WayToWin } from './round.ts'
import {
  booleanSchema,
  listSchema,
  parseWithSchema,
  nonEmptyTextSchema,
  type ParseResult,
} from './shapes/shape.ts'
import { findGroupAndSupplyErrors, haveSameIds } from './verify.ts'

/** An object with at least these properties. */
const atLeast = <F extends z.ZodRawShape>(fields: F) => z.object(fields, 'an object')

const MATCH = atLeast({
  projects: listSchema(atLeast({ id: nonEmptyTextSchema, won: booleanSchema })),
  requirements: listSchema(atLeast({ id: nonEmptyTextSchema, won: booleanSchema, ...wonUnitFields })),
  flows: listSchema(atLeast(flowFields)),
})

/** Winners and flows, from a solution or any file with these properties; prices are ignored. */
export type SubmittedMatch = z.infer<typeof MATCH>

/** Parses a match that someone hands in; ignores everything else in the file. */
export const parseSubmittedMatch = (value: unknown): ParseResult<SubmittedMatch> =>
  parseWithSchema(MATCH, value)

/** Comparison of a handed-in match with another one. */
export interface SubmittedMatchComparison {
  /** Values of both: winning bids minus winning asks, in pence. */
  worth: number
  other: number
  is: 'better' | 'same' | 'worse'
  /** The step of the rule that decided: 1 is the surplus, the others are those of ties. */
  step: 1 | 2 | 3 | 4
}

const waysOf = ({ items }: VerifierRound): WayToWin[] => items.flatMap(({ ways }) => ways)

type Won = Pick<RequirementResult, 'id' | 'won' | 'ongoingOnly' | 'ongoingUnits' | 'additionalUnits'>

const unitsOf = ({ ongoingUnits, additionalUnits }: Won) => ({
  ongoing: ongoingUnits,
  additional: additionalUnits,
})

/**
 * The match in the shape of a result; everything other than winners and flows is copied from another result and not
 * checked.
 */
const resultOf = (round: VerifierRound, match: SubmittedMatch, like: MatchResult): MatchResult => {
  const ways = waysOf(round)
  const fractionOf = (one: Won): number => {
    const way = ways.find(
      ({ requirement, ongoingOnly }) => requirement.id === one.id && ongoingOnly === one.ongoingOnly,
    )
    if (!one.won || way === undefined) return 0
    return Math.min(10_000, Math.max(1, floorOfProduct(10_000, dueFractionOfBid(way, unitsOf(one)))))
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

const withUnits = ({ requirements }: SubmittedMatch): string[] =>
  requirements.flatMap(one =>
    !one.won && one.ongoingUnits + one.additionalUnits > 0
      ? [`Requirement ${one.id}: it lost, but has units`]
      : [],
  )

const withoutWay = (round: VerifierRound, { requirements }: SubmittedMatch): string[] =>
  requirements.flatMap(({ id, won, ongoingOnly }) => {
    const its = waysOf(round).filter(({ requirement }) => requirement.id === id)
    return !won || its.some(way => way.ongoingOnly === ongoingOnly)
      ? []
      : [`Requirement ${id}: it won its ongoing units without a bid for them`]
  })

/** Violations, by a handed-in match, of the rules about who may win; prices are not checked. */
export const findSubmittedMatchErrors = (
  problem: MatchProblem,
  match: SubmittedMatch,
  like: MatchResult,
): string[] => {
  const round = buildVerifierRound(problem)
  const result = resultOf(round, match, like)
  const shape = [
    ...(haveSameIds(problem.projects, match.projects) ? [] : ['Each offer of the round must be named once']),
    ...(haveSameIds(problem.requirements, match.requirements)
      ? []
      : ['Each bid of the round must be named once']),
    ...withUnits(match),
    ...withoutWay(round, match),
  ]
  if (shape.length > 0) return shape
  const { parts, findings } = readWonFractions(round, result)
  return [...findFlowErrors(round, result), ...findings, ...findGroupAndSupplyErrors(round, parts)]
}

const worthOf = (
  round: VerifierRound,
  { projects, requirements }: Pick<SubmittedMatch, 'projects' | 'requirements'>,
) => {
  const funded = new Set(projects.filter(({ won }) => won).map(({ id }) => id))
  const won = new Map(requirements.filter(one => one.won).map(one => [one.id, one]))
  const asks = round.problem.projects.map(project =>
    funded.has(project.id) ? totalAskOfProject(project) : 0,
  )
  const bids = waysOf(round).map(way => {
    const its = won.get(way.requirement.id)
    return its?.ongoingOnly === way.ongoingOnly ? dueBidInPence(way, unitsOf(its)) : 0
  })
  return bids.reduce((a, b) => a + b, 0) - asks.reduce((a, b) => a + b, 0)
}

/** Compares two feasible matches: by surplus, then by the tie rule. */
export const compareSubmittedMatches = (
  problem: MatchProblem,
  match: SubmittedMatch,
  beside: SubmittedMatch,
  like: MatchResult,
): SubmittedMatchComparison => {
  const round = buildVerifierRound(problem)
  const [worth, other] = [worthOf(round, match), worthOf(round, beside)]
  if (worth !== other) return { worth, other, is: worth > other ? 'better' : 'worse', step: 1 }
  const [own, its] = [match, beside].map(one =>
    readWonFractions(round, resultOf(round, one, like)).parts.map((part): Fraction => part?.least ?? ZERO),
  )
  const isSame = own!.every((part, at) => compareFractions(part, its![at]!) === 0)
  if (isSame) return { worth, other, is: 'same', step: 1 }
  const { step, prefers } = compareByTieRule(round, own!, its!)
  return { worth, other, is: prefers > 0 ? 'better' : prefers < 0 ? 'worse' : 'same', step }
}
