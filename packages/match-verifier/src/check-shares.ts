import { MAX_ENUMERATED_WINNERS, type RecordedClusterValues } from './check-coalitions.ts'
import type { WinnerCluster } from './clusters.ts'
import type { RecordedDraws } from './draws.ts'
import { ZERO, addFractions, type Fraction } from './fraction.ts'
import {
  countWithNoun,
  firstEngineToleranceInPence,
  type CheckedMarket,
  type VerificationFindings,
} from './market.ts'
import {
  estimateShareErrors,
  estimateShareErrorsFromDraws,
  roundSharesToPence,
  shapleyShares,
  type EstimateWithError,
} from './shares.ts'
import type { RecordedGame } from './tables.ts'

/** Up to this many additions all sets are summed; above, shares are compared with an estimate. */
const MOST_WORK = 2 ** 28
/** Number of standard errors beyond which a share is wrong. */
const ERRORS = 6
/** Number of 95 percent half widths beyond which a share is wrong; one half width is exceeded in one of 20 samples. */
const WIDTHS = 3

const numberOf = ({ over, under }: Fraction | undefined = ZERO): number => Number(over) / Number(under)

const isSmall = ({ winners, work }: RecordedGame): boolean => 2 ** winners.length * work <= MOST_WORK

/** The game of a cluster by the second solver, if it is small and all values are settled. */
export const recalculateClusterGame = ({ winners, valueOf }: WinnerCluster): RecordedGame | null => {
  if (winners.length > MAX_ENUMERATED_WINNERS) return null
  const values: number[] = []
  for (let set = 0; set < 2 ** winners.length; set += 1) {
    const value = valueOf(new Set(winners.filter((_, at) => ((set >> at) & 1) === 1)))
    if (value === null) return null
    values.push(value)
  }
  const at = (present: ArrayLike<number>): number =>
    winners.reduce((set, _, player) => set + present[player]! * 2 ** player, 0)
  return { winners, valueOf: present => values[at(present)]!, work: 1, isWhole: true }
}

const addTo = (map: Map<string, number>, name: string, more: number): void => {
  map.set(name, (map.get(name) ?? 0) + more)
}

/** Shares of games that are summed completely; shares of a sum of games are sums of shares. */
export const calculateExactShares = (games: readonly RecordedGame[]): Map<string, Fraction> => {
  const shares = new Map<string, Fraction>()
  for (const { winners, valueOf, isWhole } of games) {
    const own = shapleyShares(winners.length, isWhole ? valueOf : present => Math.round(valueOf(present)))
    winners.forEach((name, at) => shares.set(name, addFractions(shares.get(name) ?? ZERO, own[at]!)))
  }
  return shares
}

/** Loss without each single winner, in pence. */
const marginals = (games: readonly RecordedGame[], draws: readonly RecordedDraws[]): Map<string, number> => {
  const lost = new Map<string, number>()
  for (const { winners, valueOf } of games) {
    const all = new Uint8Array(winners.length).fill(1)
    const whole = valueOf(all)
    winners.forEach((name, at) => addTo(lost, name, whole - valueOf(all.with(at, 0))))
  }
  for (const { drawn, others, valueOf } of draws) {
    const all = new Uint8Array(others.length).fill(1)
    const whole = valueOf(1, all)
    drawn.forEach((name, at) => addTo(lost, name, whole - valueOf(3 + 2 * at, all)))
    others.forEach((name, at) => addTo(lost, name, whole - valueOf(1, all.with(at, 0))))
  }
  return lost
}

/** Estimated errors of shares, for games too large to be summed and for sampled ones. */
const errorsOf = (
  market: CheckedMarket,
  games: readonly RecordedGame[],
  draws: readonly RecordedDraws[],
  exact: ReadonlyMap<string, Fraction>,
): Map<string, EstimateWithError> => {
  const rough = [...games, ...draws]
  const given = new Map(
    market.result.organisations.map(({ organisationId: name, share }) => {
      const parts = rough.filter(({ winners }) => winners.includes(name)).length
      return [name, (share - numberOf(exact.get(name))) / Math.max(1, parts)] as const
    }),
  )
  const errors = new Map<string, EstimateWithError>()
  const put = (name: string, { mean, error }: EstimateWithError): void => {
    const before = errors.get(name) ?? { mean: 0, error: 0 }
    errors.set(name, { mean: before.mean + mean, error: before.error + error })
  }
  for (const { winners, valueOf } of games) {
    const own = estimateShareErrors(
      winners.map(name => given.get(name) ?? 0),
      valueOf,
      market.chance,
    )
    winners.forEach((name, at) => put(name, own[at]!))
  }
  for (const one of draws)
    for (const [name, estimate] of estimateShareErrorsFromDraws(given, one, market.chance))
      put(name, estimate)
  return errors
}

const compare = (
  market: CheckedMarket,
  exact: ReadonlyMap<string, Fraction>,
  errors: ReadonlyMap<string, EstimateWithError>,
  slack: number,
): string[] => {
  const { organisations, exact: isExact } = market.result
  const pence = isExact && errors.size === 0 ? roundSharesToPence(exact) : null
  return organisations.flatMap(({ organisationId: name, share, halfWidth, certainty }) => {
    if (pence !== null) {
      const right = pence.get(name) ?? 0
      return Math.abs(right - share) <= slack ? [] : [`${name}: its share is ${right}, not ${share}`]
    }
    const { mean, error } = errors.get(name) ?? { mean: share - numberOf(exact.get(name)), error: 0 }
    const width = halfWidth * (certainty === 'bounded' ? 1 : WIDTHS)
    const off = Math.abs(mean)
    return off <= ERRORS * error + width + 1 + slack
      ? []
      : [
          `${name}: its share of ${share} differs by ${Math.round(off)} pence from the share that follows from the filed values`,
        ]
  })
}

/** Checks that the shares follow from the coalition values by the published rule. */
export const checkShares = (
  market: CheckedMarket,
  filed: readonly RecordedClusterValues[] | null,
  clusters: readonly WinnerCluster[],
): VerificationFindings => {
  const own = filed === null ? clusters.map(recalculateClusterGame) : []
  const games = filed === null ? own.filter(game => game !== null) : filed.flatMap(one => one.games)
  const missing =
    filed === null
      ? clusters.filter((_, at) => own[at] === null).flatMap(({ winners }) => winners)
      : filed.flatMap(({ valueless }) => valueless.flatMap(({ winners }) => winners))
  if (missing.length > 0) {
    const many = countWithNoun(new Set(missing).size, 'winner')
    return { findings: [], done: [], open: [`the shares: the file has no coalition values of ${many}`] }
  }
  const draws = filed?.flatMap(one => one.draws) ?? []
  const slack = market.components.reduce(
    (sum, component) => sum + firstEngineToleranceInPence(market, component),
    0,
  )
  const exact = calculateExactShares(games.filter(isSmall))
  const errors = errorsOf(
    market,
    games.filter(game => !isSmall(game)),
    draws,
    exact,
  )
  const lost = marginals(games, draws)
  const wrong = market.result.comparison.vcg.flatMap(({ organisationId: name, share }) => {
    const right = Math.round(lost.get(name) ?? 0)
    return Math.abs(right - share) <= slack
      ? []
      : [`${name}: without this organisation the others would lose ${right}, not ${share}`]
  })
  const how =
    errors.size === 0
      ? 'exactly, in fractions of whole numbers'
      : `${errors.size} by an estimate of ${ERRORS} standard errors (seed ${market.seed}), the others exactly`
  const of = countWithNoun(market.result.organisations.length, 'winner')
  const from = filed === null ? 'values of the second solver' : 'filed values'
  return {
    findings: [...compare(market, exact, errors, slack), ...wrong],
    open: [],
    done: [`The shares of ${of} were recalculated from the ${from}: ${how}.`],
  }
}
