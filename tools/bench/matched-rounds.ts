import { sortProblem } from '@credit-market/matching/formats/problem'
import { compileMarket } from '@credit-market/matching/model/compile'
import { expandSmallOpenBlocks } from '@credit-market/matching/model/expand-blocks'
import { MIN_WON_FRACTION } from '@credit-market/matching/model/program'
import { findDominatedColumns } from '@credit-market/matching/model/reduce'
import { splitIntoSubmarkets, removeColumns } from '@credit-market/matching/model/submarkets'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { initHighs } from '@credit-market/matching/solver/highs'
import { createSolver } from '@credit-market/matching/solver/solver'
import { generateOverlapChainRound } from '@credit-market/matching/test/chains'
import { generateRound, type RoundSizeName } from '@credit-market/matching/test/generate'
import { findBestMatch, UnprovenComponent } from '@credit-market/matching/winners/match'
import { tieRanksOfColumns } from '@credit-market/matching/winners/ties'

/** Seconds on the clock since a moment of `performance.now()`. */
export const since = (start: number): number => (performance.now() - start) / 1_000
/** The middle value, the upper of two. */
export const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
/** Prints a line. */
export const say = (line: string): boolean => process.stdout.write(`${line}\n`)
/** HiGHS, as WebAssembly. */
export const solver = await initHighs()

/** Seconds of processor time of this process since a moment of `process.cpuUsage()`. */
export const cpuSince = (start: NodeJS.CpuUsage): number => process.cpuUsage(start).user / 1e6

/** Reports the gap again once it has fallen to this share of the last reported gap. */
const TELL_AGAIN = 0.5

/** Determines the winners of a round within a time limit in wall-clock seconds. */
export const winnersOf = (round: MatchProblem, most = Infinity) => {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  const market = compileMarket(sortProblem(round))
  const gaps: string[] = []
  let told = Infinity
  let gap = 1
  const left = (): number => most - since(start)
  const solve = createSolver(solver)
  const matched = (() => {
    try {
      return findBestMatch(market.program, tieRanksOfColumns(market), {
        solve: request => solve({ ...request, seconds: left() }),
        isOver: () => left() <= 0,
        onProgress: ({ best, bound }) => {
          gap = (100 * (bound - best)) / bound
          if (gap > told * TELL_AGAIN) return
          told = gap
          gaps.push(`${cpuSince(cpu).toFixed(1)} s ${gap.toFixed(2)} %`)
        },
      })
    } catch (stopped) {
      if (!(stopped instanceof UnprovenComponent)) throw stopped
      return null
    }
  })()
  return { market, matched, gap, seconds: cpuSince(cpu), wall: since(start), gaps }
}

/** The winners of a generated round, which must be proven. */
export const winnersIn = (size: RoundSizeName, seed: number) => {
  const { matched, ...found } = winnersOf(generateRound(size, seed))
  if (matched === null) throw new Error(`${size} ${seed} was not proven`)
  return { ...found, matched }
}

/** Processor time, which other programs hardly change, and time on the clock, in words. */
export const inSeconds = (cpu: number, wall: number): string =>
  `${cpu.toFixed(2)} s of processor (${wall.toFixed(2)} s on the clock)`

/** The parts of a matched round as pricing gets them, each with its winners and its match. */
export const partsOf = ({ market, matched }: Pick<ReturnType<typeof winnersIn>, 'market' | 'matched'>) => {
  const reduced = removeColumns(market.program, findDominatedColumns(market.program))
  return splitIntoSubmarkets(reduced.program, false).map(({ program, from }) => {
    const players = from.flatMap((at, k) =>
      matched.x[reduced.from[at]!]! > MIN_WON_FRACTION ? [program.columns[k]!.player] : [],
    )
    const x = from.map(at => matched.x[reduced.from[at]!] ?? 0)
    return { program, x, winners: [...new Set(players)].toSorted((a, b) => a - b) }
  })
}

/** The largest part of a generated chain of eight areas as pricing gets it, with its winners and its match. */
export const chainPart = (projects: number, seed: number) => {
  const round = generateOverlapChainRound(8, projects, Math.round(projects * 1.6), seed)
  const { market, matched } = winnersOf(round, 120)
  if (matched === null) throw new Error(`The chain ${seed} was not proven`)
  const whole = { ...market, program: expandSmallOpenBlocks(market.program) }
  const parts = partsOf({ market: whole, matched })
  return parts.toSorted((a, b) => b.winners.length - a.winners.length)[0]!
}
