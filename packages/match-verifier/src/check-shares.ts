import { MAX_ENUMERATED_WINNERS, type RecordedClusterValues } from './check-coalitions.ts'
import { listWinningComponents, type WinnerCluster } from './clusters.ts'
import type { RecordedDraws } from './draws.ts'
import { exactShares } from './exact-shares.ts'
import { ZERO, addFractions, ratio, type Fraction } from './exact/fraction.ts'
import { countWithNoun, inPounds, type CheckedMarket, type VerificationFindings } from './market.ts'
import { sharesFromDraws } from './sampled-shares.ts'
import { estimateShareErrors, roundSharesToPence } from './shares.ts'
import type { RecordedGame } from './tables.ts'

/** Number of standard errors beyond which an estimate shows that a share is wrong. */
const ERRORS = 6
/** Standard errors that an error beyond these exceeds 99 times of 100. */
const POWER = 2.33
/** Sets drawn of each size if values are filed, and in all if the second solver has to find them. */
const DRAWS = { filed: 2_000, solved: 120 } as const
/** Sampled shares are floating-point sums, which whole pence can round differently. */
const ROUNDING = 1
/** A sample ends when every half width is at most this, in pence, or this part of the share. */
const NARROW = 5_000
const RELATIVELY_NARROW = 0.005
/** Fractions of a penny in which sampled shares are counted. */
const GRAIN = 2 ** 20

const numberOf = ({ over, under }: Fraction | undefined = ZERO): number => Number(over) / Number(under)

/** The game of a component by the second solver; values that it does not settle are not numbers. */
const gameOf = ({ winners, valueOf }: WinnerCluster): RecordedGame => ({
  winners,
  valueOf: present => valueOf(new Set(winners.filter((_, at) => present[at] === 1))) ?? Number.NaN,
  work: 1,
  tables: [],
  ways: [],
})

/** Adds shares by name; the shares of a sum of games are the sums of shares. */
const addShares = (into: Map<string, Fraction>, shares: Iterable<readonly [string, Fraction]>): void => {
  for (const [name, share] of shares) into.set(name, addFractions(into.get(name) ?? ZERO, share))
}

/** The exact shares of some games together; null if one is too large. */
const sharesOfGames = (games: readonly RecordedGame[]): Map<string, Fraction> | null => {
  const shares = new Map<string, Fraction>()
  for (const game of games) {
    const own = exactShares(game)
    if (own === null) return null
    addShares(
      shares,
      game.winners.map((name, at) => [name, own[at]!]),
    )
  }
  return shares
}

/** The exact shares of a component by the second solver; null if it is too large or a value is not settled. */
const recalculateShares = (component: WinnerCluster): Map<string, Fraction> | null => {
  const { winners, valueOf, allValues } = component
  if (winners.length > MAX_ENUMERATED_WINNERS) {
    const games = allValues()
    return games && sharesOfGames(games)
  }
  for (let set = 0; set < 2 ** winners.length; set += 1)
    if (valueOf(new Set(winners.filter((_, at) => ((set >> at) & 1) === 1))) === null) return null
  const own = exactShares(gameOf(component))
  return own && new Map(winners.map((name, at) => [name, own[at]!]))
}

const addTo = (map: Map<string, number>, name: string, more: number): void => {
  map.set(name, (map.get(name) ?? 0) + more)
}

/** Loss without each single winner, in pence; not a number where a value is not known. */
const marginals = (games: readonly RecordedGame[], draws: readonly RecordedDraws[]): Map<string, number> => {
  const lost = new Map<string, number>()
  for (const { winners, valueOf } of games) {
    const all = new Uint8Array(winners.length).fill(1)
    const whole = valueOf(all)
    winners.forEach((name, at) => addTo(lost, name, whole - valueOf(all.with(at, 0))))
  }
  for (const { drawn, others, valueOf } of draws) {
    const all = new Set(others)
    const whole = valueOf(0, 0, all)
    drawn.forEach((name, at) =>
      addTo(lost, name, whole - (drawn.length > 1 ? valueOf(1 + at, 0, all) : valueOf(0, 1, all))),
    )
    others.forEach(name =>
      addTo(lost, name, whole - valueOf(0, 0, new Set(others.filter(other => other !== name)))),
    )
  }
  return lost
}

/** Everything that is known of the shares: exact ones, sampled ones, and games that can only be estimated. */
export interface KnownShares {
  exact: Map<string, Fraction>
  /** Half widths of sampled shares. */
  widths: Map<string, number>
  /** Games too large to be summed, with the number of sets to draw of each size. */
  rough: { game: RecordedGame; draws: number }[]
  games: RecordedGame[]
  draws: RecordedDraws[]
}

/** The shares that follow from filed values and, where there are none and few winners, from those of the second solver. */
export const collectKnownShares = (
  market: CheckedMarket,
  filed: readonly RecordedClusterValues[] | null,
): KnownShares => {
  const known: KnownShares = { exact: new Map(), widths: new Map(), rough: [], games: [], draws: [] }
  const isFiled = (names: readonly string[]): boolean =>
    filed?.some(({ cluster, valueless }) => valueless.length === 0 && cluster.winners.includes(names[0]!)) ??
    false
  for (const { games, draws, valueless } of filed ?? []) {
    if (valueless.length > 0) continue
    known.games.push(...games)
    for (const game of games) {
      const own = exactShares(game)
      if (own === null) known.rough.push({ game, draws: DRAWS.filed })
      else
        addShares(
          known.exact,
          game.winners.map((name, at) => [name, own[at]!]),
        )
    }
    for (const one of draws) {
      const own = sharesFromDraws(one)
      known.draws.push(one)
      if (own === null) continue
      addShares(
        known.exact,
        own.names.map((name, at) => [name, ratio(Math.round(own.shares[at]! * GRAIN), GRAIN)]),
      )
      own.names.forEach((name, at) => addTo(known.widths, name, own.halfWidths[at]!))
    }
  }
  for (const component of listWinningComponents(market)) {
    if (isFiled(component.winners)) continue
    const game = gameOf(component)
    known.games.push(game)
    const own = recalculateShares(component)
    if (own !== null) addShares(known.exact, own)
    else
      known.rough.push({
        game,
        draws: Math.max(2, Math.ceil(DRAWS.solved / Math.max(1, component.winners.length - 3))),
      })
  }
  return known
}

/** Estimates of how far shares are from those of games that cannot be summed, in pence; not a number if unknown. */
const estimateErrors = (market: CheckedMarket, { exact, rough }: KnownShares) => {
  const errors = new Map<string, { mean: number; error: number }>()
  const given = new Map(
    market.result.organisations.map(({ organisationId: name, share }) => {
      const parts = rough.filter(({ game }) => game.winners.includes(name)).length
      return [name, (share - numberOf(exact.get(name))) / Math.max(1, parts)] as const
    }),
  )
  for (const { game, draws } of rough) {
    const own = estimateShareErrors(
      game.winners.map(name => given.get(name) ?? 0),
      game.valueOf,
      { chance: market.chance, draws },
    )
    game.winners.forEach((name, at) => {
      const before = errors.get(name) ?? { mean: 0, error: 0 }
      errors.set(name, { mean: before.mean + own[at]!.mean, error: before.error + own[at]!.error })
    })
  }
  return errors
}

/** Differences of the shares from those that are known to the penny. */
const compareKnown = (
  { organisations, surplus }: CheckedMarket['result'],
  { exact, widths }: KnownShares,
  estimated: ReadonlySet<string>,
): string[] => {
  const isComplete = estimated.size === 0
  const pence = roundSharesToPence(exact, isComplete ? surplus : undefined)
  return organisations.flatMap(({ organisationId: name, share, halfWidth }) => {
    if (estimated.has(name)) return []
    const right = pence.get(name) ?? 0
    const width = widths.get(name)
    const slack = width === undefined && isComplete && widths.size === 0 ? 0 : ROUNDING
    return [
      ...(Math.abs(right - share) <= slack ? [] : [`${name}: its share is ${right}, not ${share}`]),
      ...(width === undefined || Math.abs(Math.ceil(width) - halfWidth) <= ROUNDING
        ? []
        : [`${name}: the half width of its share is ${Math.ceil(width)}, not ${halfWidth}`]),
    ]
  })
}

/**
 * Checks that the shares follow from the coalition values by the published rule: to the penny where all values are
 * filed or the part is small, or coalitions were drawn and all draws are filed; otherwise by an estimate, whose
 * precision is stated. What the file says of its own certainty plays no role.
 */
export const checkShares = (
  market: CheckedMarket,
  filed: readonly RecordedClusterValues[] | null,
): VerificationFindings => {
  const { organisations, comparison } = market.result
  const known = collectKnownShares(market, filed)
  const errors = estimateErrors(market, known)
  const lost = marginals(known.games, known.draws)
  const wrong = comparison.vcg.flatMap(({ organisationId: name, share }) => {
    const right = lost.get(name) ?? 0
    return Number.isNaN(right) || right === share
      ? []
      : [`${name}: without this organisation the others would lose ${right}, not ${share}`]
  })
  const far = organisations.flatMap(({ organisationId: name, share }) => {
    const { mean, error } = errors.get(name) ?? { mean: 0, error: 0 }
    const off = Math.abs(mean)
    return off <= ERRORS * error + ROUNDING || Number.isNaN(off)
      ? []
      : [
          `${name}: its share of ${share} differs by about ${Math.round(off)} pence from the share by the rule`,
        ]
  })
  const most = Math.max(0, ...[...errors.values()].map(({ error }) => (ERRORS + POWER) * error + ROUNDING))
  const of = (many: number): string => countWithNoun(many, 'winner')
  const exactly = organisations.length - errors.size
  const sampled = known.draws.map(one => ({ winners: one.winners, its: sharesFromDraws(one) }))
  const unread = sampled.filter(({ its }) => its === null)
  const wide = sampled.filter(
    ({ its }) =>
      its !== null &&
      its.halfWidths.some((width, at) => width > Math.max(NARROW, RELATIVELY_NARROW * its.shares[at]!)),
  )
  return {
    findings: [
      ...compareKnown(
        market.result,
        known,
        new Set([...errors.keys(), ...unread.flatMap(({ winners }) => winners)]),
      ),
      ...far,
      ...wrong,
    ],
    open: [
      ...(errors.size === 0
        ? []
        : [
            Number.isNaN(most)
              ? `the shares of ${of(errors.size)}: the second solver did not settle the values for an estimate`
              : `the shares of ${of(errors.size)} to the penny: they were estimated, and a shift of more than ${inPounds(most)} in any share would have been found 99 times of 100`,
          ]),
      ...unread.map(({ winners }) => `the shares of ${of(winners.length)}: too many classes of sets to add`),
      ...wide.map(
        ({ winners }) =>
          `whether the sample for ${of(winners.length)} ended where the rule says: it ended before its intervals were narrow, as only the limit of work allows`,
      ),
    ],
    done: [
      `The shares of ${of(exactly)} were recalculated to the penny${known.widths.size === 0 ? '' : `, those of ${of(known.widths.size)} from the draws that the published seed gives`}.`,
    ],
  }
}
