import type { WinnerCluster } from './clusters.ts'
import { readRecordedDraws, type RecordedDraws } from './draws.ts'
import type { RecordedComponentValues } from './filed.ts'
import {
  countWithNoun,
  firstEngineToleranceInPence,
  type CheckedMarket,
  type VerificationFindings,
} from './market.ts'
import { SHARE_CERTAINTIES, isResultOfFirstEngine } from './result-shape.ts'
import { readRecordedGame, type RecordedGame, type WinnerPresence } from './tables.ts'

/** With up to this many winners all coalitions are checked; with more, a random sample of `SAMPLED`. */
export const MAX_ENUMERATED_WINNERS = 9
const SAMPLED = 24

/** Filed coalition values of one cluster: enumerated parts as games, sampled parts, and parts without values. */
export interface RecordedClusterValues {
  cluster: WinnerCluster
  games: RecordedGame[]
  draws: RecordedDraws[]
  /** Parts without filed values. */
  valueless: RecordedComponentValues[]
}

/** With more winners no draws are filed, because a set of them does not fit into a number. */
const MOST_DRAWN = 53
/** With up to this many winners the values are always few enough to be filed. */
const ALWAYS_FILED = 12

/** True if the values of a part may be missing: because there would be too many, or in results of the first engine. */
const isLeftOut = (
  { result }: CheckedMarket,
  { winners, blocks, sampled }: RecordedComponentValues,
): boolean =>
  sampled === null
    ? blocks === null && winners.length > ALWAYS_FILED
    : isResultOfFirstEngine(result) || sampled.winners.length > MOST_DRAWN

/** The filed components, keyed by the cluster that their winners are in, with the errors found. */
export const readRecordedClusterValues = (
  market: CheckedMarket,
  clusters: readonly WinnerCluster[],
  coalitions: readonly RecordedComponentValues[],
): { filed: RecordedClusterValues[]; findings: string[] } => {
  const findings: string[] = []
  const filed = clusters.map((cluster): RecordedClusterValues => ({
    cluster,
    games: [],
    draws: [],
    valueless: [],
  }))
  for (const [at, part] of coalitions.entries()) {
    const of = `Part ${at + 1} of the coalition values`
    const { winners, blocks, sampled, certainty } = part
    const home = filed.find(({ cluster }) => winners.every(winner => cluster.winners.includes(winner)))
    if (home === undefined) {
      findings.push(`${of} has winners who do not trade with each other`)
      continue
    }
    if ((sampled === null) === (certainty === 'sampled')) findings.push(`${of} does not state its certainty`)
    if (isLeftOut(market, part)) home.valueless.push(part)
    else if (blocks === null) findings.push(`${of} has no values`)
    else if (sampled !== null) {
      const draws = readRecordedDraws(market.round, part, sampled, of)
      if (typeof draws === 'string') findings.push(draws)
      else home.draws.push(draws)
    } else {
      const game = readRecordedGame(market.round, part, of)
      if (typeof game === 'string') findings.push(game)
      else if (game.isWhole || isResultOfFirstEngine(market.result)) home.games.push(game)
      else findings.push(`${of} contains fractions of a penny`)
    }
  }
  return { filed, findings: [...findings, ...certaintyFindings(market, coalitions)] }
}

/** Errors of certainties: an organisation's share is as certain as the least certain part in which it won. */
const certaintyFindings = (
  { result }: CheckedMarket,
  coalitions: readonly RecordedComponentValues[],
): string[] =>
  result.organisations.flatMap(({ organisationId, certainty }) => {
    if (certainty === undefined) return []
    const parts = coalitions.filter(({ winners }) => winners.includes(organisationId))
    const places = parts.map(part => SHARE_CERTAINTIES.indexOf(part.certainty))
    const weakest = SHARE_CERTAINTIES[Math.max(0, ...places)]
    return weakest === certainty ? [] : [`${organisationId}: its share is ${weakest}, not ${certainty}`]
  })

const presenceOf = (winners: readonly string[], set: ReadonlySet<string>): WinnerPresence =>
  Uint8Array.from(winners, winner => (set.has(winner) ? 1 : 0))

const drawOf = ({ drawn, sets }: RecordedDraws, set: ReadonlySet<string>): number => {
  const wanted = drawn.map(name => (set.has(name) ? 1 : 0))
  return sets.findIndex(one => wanted.every((is, at) => one[at] === is))
}

/** Filed value of a set of a cluster's winners; null if some part of the set was not drawn. */
const toldOf = ({ games, draws }: RecordedClusterValues, set: ReadonlySet<string>): number | null => {
  let sum = 0
  for (const game of games) sum += game.valueOf(presenceOf(game.winners, set))
  for (const one of draws) {
    const at = drawOf(one, set)
    if (at < 0) return null
    sum += one.valueOf(at, presenceOf(one.others, set))
  }
  return sum
}

/**
 * Sets of a cluster's winners to check: all, if there are few winners; otherwise the full set and random ones, as
 * they were drawn.
 */
const setsOf = (
  { cluster: { winners }, draws }: RecordedClusterValues,
  chance: () => number,
): ReadonlySet<string>[] => {
  if (winners.length <= MAX_ENUMERATED_WINNERS && draws.length === 0)
    return Array.from(
      { length: 2 ** winners.length },
      (_, set) => new Set(winners.filter((_name, at) => ((set >> at) & 1) === 1)),
    )
  const random = Array.from({ length: SAMPLED - 1 }, () => {
    const dense = chance()
    const some = new Set(winners.filter(() => chance() < dense))
    const one = draws[Math.floor(chance() * draws.length)]
    const set = one?.sets[Math.floor(chance() * one.sets.length)]
    one?.drawn.forEach((name, at) => (set?.[at] === 1 ? some.add(name) : some.delete(name)))
    for (const other of draws) if (other !== one) for (const name of other.drawn) some.add(name)
    return some
  })
  const sets = [new Set(winners), ...random]
  return [...new Map(sets.map(set => [[...set].toSorted().join('\n'), set])).values()]
}

/** Compares the recorded coalition values, all or a sample, with those of the second solver. */
export const checkCoalitionValues = (
  market: CheckedMarket,
  filed: readonly RecordedClusterValues[],
): VerificationFindings => {
  const report: VerificationFindings = { findings: [], open: [], done: [] }
  let [asked, settled, all] = [0, 0, 0]
  for (const one of filed) {
    const { cluster, valueless } = one
    all += 2 ** cluster.winners.length
    if (valueless.length > 0) {
      const of = countWithNoun(cluster.winners.length, 'winner')
      report.open.push(`coalition values of ${of}: not all are filed`)
      continue
    }
    const slack = cluster.components.reduce(
      (sum, component) => sum + firstEngineToleranceInPence(market, component),
      0,
    )
    for (const set of setsOf(one, market.chance)) {
      const told = toldOf(one, set)
      if (told === null) continue
      asked += 1
      const value = cluster.valueOf(set)
      if (value === null) continue
      settled += 1
      if (Math.abs(value - told) > slack)
        report.findings.push(
          `The losers with ${[...set].join(', ') || 'no winners'} are worth ${value} pence, not ${told} as filed`,
        )
    }
  }
  const how = asked < all ? ` (a sample, seed ${market.seed})` : ''
  report.done.push(
    `The second solver recalculated ${settled} of ${countWithNoun(all, 'coalition value')}${how}.`,
  )
  if (settled < asked)
    report.open.push(
      `${countWithNoun(asked - settled, 'coalition value')} that the second solver did not settle`,
    )
  return report
}
