import { hashProblem } from './canonical.ts'
import { findEngineRecordErrors, findImportedMatchErrors } from './engine.ts'
import { findFlowErrors } from './flows.ts'
import { commonDenominator, floorOfProduct, ZERO, type Fraction } from './exact/fraction.ts'
import { findUnequalShares, mustShareEqually } from './kinds.ts'
import { findMoneyErrors } from './money.ts'
import { canMeetLimit, dueFractionOfBid, readWonFractions, type WonFractionRange } from './parts.ts'
import type { MatchProblem } from './shapes/problem-shape.ts'
import type { RequirementResult, MatchResult } from './shapes/result-shape.ts'
import {
  usableUnitsSuppliedOnDay,
  unitsNeededOnDay,
  buildVerifierRound,
  type VerifierRound,
} from './round.ts'
import { findServingRuleErrors } from './serving-rule.ts'
import { findSupplyShortage } from './exact/transport.ts'
import { isTieOfWinners, restrictToWinners } from './winners-alone.ts'
import { findBestKnownLossErrors, findExplanationErrors, findGroupResultErrors } from './words.ts'

export const haveSameIds = (a: readonly { id: string }[], b: readonly { id: string }[]): boolean => {
  const ids = (list: readonly { id: string }[]): string =>
    list
      .map(({ id }) => JSON.stringify(id))
      .toSorted()
      .join()
  return ids(a) === ids(b)
}

const identity = ({ problem }: VerifierRound, result: MatchResult): string[] => [
  ...(result.problemHash === hashProblem(problem) ? [] : ['The result belongs to another problem']),
  ...(haveSameIds(problem.projects, result.projects) ? [] : ['Not every project has one result']),
  ...(haveSameIds(problem.requirements, result.requirements) ? [] : ['Not every requirement has one result']),
]

const isPart = ({ over, under }: Fraction): boolean => over !== 0n && over !== under

/**
 * Checks exactly, whatever was rounded down later, that the parts won keep to the groups and to supply. If nothing is
 * divided, the flows of the result show that.
 */
export const findGroupAndSupplyErrors = (
  round: VerifierRound,
  parts: readonly (WonFractionRange | null)[],
): string[] => {
  const { problem, items, limits, offers, serves, periods } = round
  const broken = limits
    .filter(limit => !canMeetLimit(limit, parts))
    .map(limit => {
      const ids = limit.items.flatMap(at => [
        ...items[at]!.projects.map(({ id }) => id),
        ...items[at]!.ways.map(({ requirement }) => requirement.id),
      ])
      const why = limit.isEqual
        ? 'its members did not win the same part'
        : 'more than one whole member has won'
      return `Group of ${[...new Set(ids)].join(', ')}: ${why}`
    })
  const won = parts.map(part => part?.least ?? ZERO)
  const scale = commonDenominator(won)
  const missing = (won.some(isPart) ? periods : []).filter(at => {
    const wants = items.flatMap(({ ways }, item) =>
      ways.flatMap(way => {
        const need = BigInt(unitsNeededOnDay(problem, way, at)) * won[item]!.over * (scale / won[item]!.under)
        return need === 0n ? [] : [{ amount: need, from: serves.get(way.requirement.id)! }]
      }),
    )
    const supplies = offers.map(({ service, item }) =>
      won[item]!.over === 0n ? 0n : BigInt(usableUnitsSuppliedOnDay(problem, service, at)) * scale,
    )
    return findSupplyShortage(wants, supplies) !== null
  })
  return [...broken, ...missing.map(at => `From ${at} on, what is won is more than what is supplied`)]
}

/** Checks that the displayed part of each requirement, in ten-thousandths rounded down, contracts its units. */
const shownParts = (
  { items }: VerifierRound,
  parts: readonly (WonFractionRange | null)[],
  result: MatchResult,
): string[] => {
  const told = new Map(result.requirements.map(one => [one.id, one]))
  const isWrong = (one: RequirementResult, part: WonFractionRange, low: number): boolean => {
    if (!one.won) return false
    if (part.below === null) return one.fraction !== 10_000
    const high = (10_000n * part.below.over - 1n) / part.below.under
    return one.fraction > Math.max(1, Number(high)) || one.fraction < Math.max(1, low)
  }
  return items.flatMap(({ ways }, at) =>
    ways.flatMap(way => {
      const { requirement, ongoingOnly } = way
      const one = told.get(requirement.id)
      const part = parts[at] ?? null
      if (one === undefined || part === null || one.ongoingOnly !== ongoingOnly) return []
      const due = dueFractionOfBid(way, { ongoing: one.ongoingUnits, additional: one.additionalUnits })
      if (!isWrong(one, part, floorOfProduct(10_000, due))) return []
      return [`Requirement ${requirement.id}: the part shown is not the part won`]
    }),
  )
}

/** Only divisible bids may be won in part, in any match. */
const importedWholes = ({ problem }: VerifierRound, { requirements }: MatchResult): string[] =>
  problem.requirements.flatMap(({ id, divisible, ongoingUnits, additionalUnits }) => {
    const one = requirements.find(result => result.id === id)
    if (one?.won !== true || (divisible && !one.ongoingOnly)) return []
    const wanted = ongoingUnits + (one.ongoingOnly ? 0 : additionalUnits)
    const isWhole = one.fraction === 10_000 && one.ongoingUnits + one.additionalUnits === wanted
    return isWhole ? [] : [`Requirement ${id}: it must win whole or not at all`]
  })

/** Imported matches have parts in four decimals only, so groups are checked with those. */
const importedGroups = ({ problem }: VerifierRound, { projects, requirements }: MatchResult): string[] =>
  problem.groups.flatMap(({ id, of, type, memberIds }) => {
    const parts = memberIds.map(member => {
      const project = projects.find(one => one.id === member)
      if (of === 'project') return project?.won === true ? 10_000 : 0
      return requirements.find(one => one.id === member)?.fraction ?? 0
    })
    if (type === 'XOR')
      return parts.reduce((a, b) => a + b, 0) > 10_000
        ? [`Group ${id}: more than one whole member has won`]
        : []
    return Math.max(...parts) - Math.min(...parts) > 1
      ? [`Group ${id}: its members did not win the same part`]
      : []
  })

/** The first version of the engine that decides who serves whom by the published rule. */
const FIRST_WITH_RULE = 4

/** True if who serves whom must follow the published rule; in earlier and imported matches any allowed way counts as right. */
export const followsServingRule = ({ rule, engine }: MatchResult): boolean =>
  rule !== 'Imported' && Number(engine.version) >= FIRST_WITH_RULE

/**
 * Every error of a match that is not proven to be the best: in the whole round, and as the proven match of its winners
 * alone, of whom all win.
 */
const findBestKnownErrors = (round: VerifierRound, result: MatchResult, bound: number): string[] => {
  const { parts, findings } = readWonFractions(round, result)
  const alone = restrictToWinners({ problem: round.problem, result })
  return [
    ...new Set([
      ...identity(round, result),
      ...findFlowErrors(round, result),
      ...findMoneyErrors(round, result),
      ...findings,
      ...findGroupAndSupplyErrors(round, parts),
      ...findBestKnownLossErrors(result),
      ...findGroupResultErrors(round, result),
      ...(result.proven ? ['The match is marked as proven, and has a bound above its surplus'] : []),
      ...(result.rule === 'Imported'
        ? ['An imported match cannot be the best known match of the engine']
        : []),
      ...(isTieOfWinners(result.tie.note)
        ? []
        : ['The note on ties does not say that it is about the winners alone']),
      ...(bound < result.surplus
        ? ['The surplus is greater than what the file calls the most possible']
        : []),
      ...findErrorsInParsedResult(buildVerifierRound(alone.problem), alone.result),
    ]),
  ]
}

/** Every error of a result for a parsed round. */
export const findErrorsInParsedResult = (round: VerifierRound, result: MatchResult): string[] => {
  if (result.bestKnown !== undefined) return findBestKnownErrors(round, result, result.bestKnown.bound)
  const flowErrors = findFlowErrors(round, result)
  const common = [...identity(round, result), ...flowErrors, ...findMoneyErrors(round, result)]
  if (result.rule === 'Imported')
    return [
      ...common,
      ...importedWholes(round, result),
      ...importedGroups(round, result),
      ...findImportedMatchErrors(result),
    ]
  const { parts, findings } = readWonFractions(round, result)
  return [
    ...common,
    ...(flowErrors.length === 0 && followsServingRule(result) ? findServingRuleErrors(round, result) : []),
    ...(mustShareEqually(result) ? findUnequalShares(round, result) : []),
    ...findings,
    ...findGroupAndSupplyErrors(round, parts),
    ...shownParts(round, parts, result),
    ...findExplanationErrors(round, result),
    ...findEngineRecordErrors(result),
  ]
}

/**
 * Every error of a result, from the problem alone in whole numbers: flows on every day, money, groups, reserve,
 * sentences and sums. Whether a better match exists, and whether the shares are right, takes a solver: see
 * `verdict.ts`.
 */
export const findResultErrors = (problem: MatchProblem, result: MatchResult): string[] =>
  findErrorsInParsedResult(buildVerifierRound(problem), result)
