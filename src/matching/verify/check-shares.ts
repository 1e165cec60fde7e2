import { MOST_ALL, type FiledCluster } from './check-coalitions.ts'
import type { Cluster } from './clusters.ts'
import type { FiledDraws } from './draws.ts'
import { NOTHING, plus, type Fraction } from './fraction.ts'
import { counted, slackOf, type Market, type Verdict } from './market.ts'
import { estimatedError, estimatedErrorOfDraws, inPence, shapleyOf, type Estimate } from './shares.ts'
import type { FiledGame } from './tables.ts'

/** Up to so many additions all sets are summed; beyond, shares are compared with an estimate. */
const MOST_WORK = 2 ** 28
/** An estimate that is further off than so many standard errors is wrong. */
const ERRORS = 6
/** A 95 percent half width holds 19 times out of 20; so many of them hold all but always. */
const WIDTHS = 3

const numberOf = ({ over, under }: Fraction | undefined = NOTHING): number => Number(over) / Number(under)

const isSmall = ({ winners, work }: FiledGame): boolean => 2 ** winners.length * work <= MOST_WORK

/** The game of a cluster by the second solver, where it is small and all is settled. */
export const ownGame = ({ winners, valueOf }: Cluster): FiledGame | null => {
  if (winners.length > MOST_ALL) return null
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
export const exactShares = (games: readonly FiledGame[]): Map<string, Fraction> => {
  const shares = new Map<string, Fraction>()
  for (const { winners, valueOf, isWhole } of games) {
    const own = shapleyOf(winners.length, isWhole ? valueOf : present => Math.round(valueOf(present)))
    winners.forEach((name, at) => shares.set(name, plus(shares.get(name) ?? NOTHING, own[at]!)))
  }
  return shares
}

/** What every winner's absence alone would cost, in pence. */
const marginals = (games: readonly FiledGame[], draws: readonly FiledDraws[]): Map<string, number> => {
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

/** How far off shares are by estimates, of games too large to be summed and of those that were drawn. */
const errorsOf = (
  market: Market,
  games: readonly FiledGame[],
  draws: readonly FiledDraws[],
  exact: ReadonlyMap<string, Fraction>,
): Map<string, Estimate> => {
  const rough = [...games, ...draws]
  const given = new Map(
    market.result.organisations.map(({ organisationId: name, share }) => {
      const parts = rough.filter(({ winners }) => winners.includes(name)).length
      return [name, (share - numberOf(exact.get(name))) / Math.max(1, parts)] as const
    }),
  )
  const errors = new Map<string, Estimate>()
  const put = (name: string, { mean, error }: Estimate): void => {
    const before = errors.get(name) ?? { mean: 0, error: 0 }
    errors.set(name, { mean: before.mean + mean, error: before.error + error })
  }
  for (const { winners, valueOf } of games) {
    const own = estimatedError(
      winners.map(name => given.get(name) ?? 0),
      valueOf,
      market.chance,
    )
    winners.forEach((name, at) => put(name, own[at]!))
  }
  for (const one of draws)
    for (const [name, estimate] of estimatedErrorOfDraws(given, one, market.chance)) put(name, estimate)
  return errors
}

const compare = (
  market: Market,
  exact: ReadonlyMap<string, Fraction>,
  errors: ReadonlyMap<string, Estimate>,
  slack: number,
): string[] => {
  const { organisations, exact: isExact } = market.result
  const pence = isExact && errors.size === 0 ? inPence(exact) : null
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
      : [`${name}: its share of ${share} is ${Math.round(off)} pence from what follows from the values filed`]
  })
}

/** Are the shares those that follow from the values of coalitions, by the published rule? */
export const checkShares = (
  market: Market,
  filed: readonly FiledCluster[] | null,
  clusters: readonly Cluster[],
): Verdict => {
  const own = filed === null ? clusters.map(ownGame) : []
  const games = filed === null ? own.filter(game => game !== null) : filed.flatMap(one => one.games)
  const missing =
    filed === null
      ? clusters.filter((_, at) => own[at] === null).flatMap(({ winners }) => winners)
      : filed.flatMap(({ valueless }) => valueless.flatMap(({ winners }) => winners))
  if (missing.length > 0) {
    const many = counted(new Set(missing).size, 'winner')
    return { findings: [], done: [], open: [`the shares: of ${many} the file holds no values of coalitions`] }
  }
  const draws = filed?.flatMap(one => one.draws) ?? []
  const slack = market.components.reduce((sum, component) => sum + slackOf(market, component), 0)
  const exact = exactShares(games.filter(isSmall))
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
      : [`${name}: what the others would lose without it is ${right}, not ${share}`]
  })
  const how =
    errors.size === 0
      ? 'exactly, in fractions of whole numbers'
      : `${errors.size} by an estimate of ${ERRORS} standard errors (seed ${market.seed}), the others exactly`
  const of = counted(market.result.organisations.length, 'winner')
  const from = filed === null ? 'values of the second solver' : 'values filed'
  return {
    findings: [...compare(market, exact, errors, slack), ...wrong],
    open: [],
    done: [`The shares of ${of} were worked out from the ${from}: ${how}.`],
  }
}
