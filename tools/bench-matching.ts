import { availableParallelism } from 'node:os'
import { createWorkerPool } from '@credit-market/matching/node/worker-pool'
import { generateOverlapChainRound } from '@credit-market/matching/test/chains'
import type { RoundSizeName } from '@credit-market/matching/test/generate'
import { measureIntervalCoverage, knownMarkets } from '@credit-market/matching/test/coverage'
import { findConnectorCut } from '@credit-market/matching/model/connectors'
import { expandSmallOpenBlocks } from '@credit-market/matching/model/expand-blocks'
import { findDominatedColumns } from '@credit-market/matching/model/reduce'
import { strengthenRelaxation } from '@credit-market/matching/model/strong'
import { removeColumns } from '@credit-market/matching/model/submarkets'
import { valueAllCoalitions } from '@credit-market/matching/pricing/coalitions'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { createCoalitionEvaluator } from '@credit-market/matching/solver/evaluator'
import { fractionToNumber } from '@credit-market/matching/pricing/fraction'
import { priceMatch } from '@credit-market/matching/pricing/pricing'
import { createFlowCoalitionEvaluator } from '@credit-market/matching/solver/flow-evaluator'
import { solveWithHighs } from '@credit-market/matching/solver/highs'
import { solveWithBranchAndBound } from '@credit-market/matching/solver/dense-program'
import {
  chainPart,
  cpuSince,
  inSeconds,
  median,
  partsOf,
  say,
  since,
  solver,
  winnersIn,
  winnersOf,
} from './bench/matched-rounds.ts'
import { pairwise, solveWithCbc } from './bench/peers.ts'

const measureChain = (areas: number, projects: number, seeds: number, goal: string): void => {
  const requirements = Math.round(projects * 1.6)
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { matched, gap, seconds, wall } = winnersOf(
      generateOverlapChainRound(areas, projects, requirements, seed),
      120,
    )
    const found = matched === null ? `stopped at a gap of ${gap.toFixed(3)} %` : 'proven'
    say(
      `chain of ${areas}, ${projects} x ${requirements}, ${seed}: ${inSeconds(seconds, wall)}, ${found} (goal ${goal})`,
    )
  }
}

/** Rounds of a size, one line each, and what they come to. */
const measure = (size: RoundSizeName, seeds: number, goal: string): void => {
  const runs = Array.from({ length: seeds }, (_, at) => {
    const { seconds, wall, matched, gaps } = winnersIn(size, at + 1)
    const told = gaps.length > 0 ? `; gap after ${gaps.join(', ')}` : ''
    say(`${size} ${at + 1}: ${inSeconds(seconds, wall)}, tie step ${matched.decidedBy}${told}`)
    return { seconds, wall }
  })
  const cpu = runs.map(({ seconds }) => seconds)
  const middle = inSeconds(median(cpu), median(runs.map(({ wall }) => wall)))
  say(`${size}, ${seeds} rounds: median ${middle}, worst ${Math.max(...cpu).toFixed(1)} s (goal ${goal})`)
}

/** Seconds of processor time of a piece of work that none of our search is in: HiGHS matches the parts of a round. */
const measureBaseLine = (): number => {
  const parts = partsOf(winnersIn('real', 1)).filter(({ winners }) => winners.length >= 10)
  return median(
    [1, 2, 3].map(() => {
      const start = process.cpuUsage()
      for (const { program } of parts) solveWithHighs(solver, { program, seconds: 60 })
      return cpuSince(start)
    }),
  )
}

/** Prices the part of a made-up round that has this many winners. */
const priceLargePart = (seed: number, winners: number) => {
  const part = partsOf(winnersIn('real', seed)).find(one => one.winners.length === winners)
  if (!part) throw new Error(`Round ${seed} has no part with ${winners} winners`)
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  const { certainty, shares } = priceMatch(part.program, part.x, { ...UNWATCHED, pool: createWorkerPool() })
  const mean = shares.reduce((sum, { share }) => sum + fractionToNumber(share), 0) / shares.length
  const worst = (100 * Math.max(...shares.map(({ halfWidth }) => halfWidth))) / mean
  return { certainty, worst, seconds: cpuSince(cpu), wall: since(start) }
}

const UNWATCHED = { seed: 7777, onProgress: () => {}, pulse: () => {} }

/** Goals of the matching engine, measured on made-up rounds; run alone, for a quiet machine. */
const cases: Record<string, () => void | Promise<void>> = {
  real: () => measure('real', 20, 'median 3 s, worst 30 s'),
  peer: () => {
    for (const seed of [1, 2, 3]) {
      for (const { program, winners } of partsOf(winnersIn('real', seed))) {
        if (winners.length < 10) continue
        const start = performance.now()
        const own = solveWithBranchAndBound({ program })
        const middle = performance.now()
        const peer = solveWithHighs(solver, { program, seconds: 60 })
        const ratio = (performance.now() - middle) / (middle - start)
        say(
          `real ${seed}: HiGHS takes ${ratio.toFixed(1)} times as long; same value ${Math.abs(own.value - peer.value) < 1}`,
        )
      }
    }
  },
  /** The same model, ours and a peer's in turn. */
  cbc: () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { market, matched, seconds } = winnersIn('real', seed)
      const reduced = removeColumns(market.program, findDominatedColumns(market.program)).program
      const peer = solveWithCbc(strengthenRelaxation(reduced, true), 30)
      if (peer === null) return void say('CBC is not installed, so there is no comparison with it')
      const ratio = `${peer.proven ? '' : 'more than '}${(peer.seconds / seconds).toFixed(1)}`
      const difference = matched.surplus / 100 - peer.surplus
      say(
        `real ${seed}: CBC takes ${ratio} times our ${seconds.toFixed(1)} s (goal 1); we find GBP ${difference.toFixed(2)} more`,
      )
    }
  },
  naive: () => {
    for (const seed of [1, 2, 3]) {
      const { market, matched, seconds, wall } = winnersIn('real', seed)
      const start = process.cpuUsage()
      const plain = solveWithHighs(solver, { program: pairwise(market), seconds: 100 * wall })
      const ratio = `${plain.status === 'optimal' ? '' : 'more than '}${(cpuSince(start) / seconds).toFixed(1)}`
      const difference = (matched.surplus - plain.value) / 100
      say(
        `real ${seed}: a flow for every pair and period takes ${ratio} times our ${seconds.toFixed(1)} s (goal 10); we find GBP ${difference.toFixed(2)} more`,
      )
    }
  },
  /** Parts with at most 18 winners as they come, then the first 18 of larger ones, the others taken for losers. */
  pricing: () => {
    const pool = createWorkerPool()
    say(`Exact shares with ${availableParallelism()} threads`)
    const parts = [6, 222, 254, 282, 1].flatMap(seed =>
      partsOf(winnersIn('real', seed)).map(part => ({ seed, ...part })),
    )
    const small = parts.filter(({ winners }) => winners.length > 14 && winners.length <= 18)
    const large = parts.filter(({ seed, winners }) => seed === 1 && winners.length > 18)
    for (const { seed, program, winners: all } of [...small, ...large]) {
      const winners = all.slice(0, 18)
      const [start, cpu] = [performance.now(), process.cpuUsage()]
      valueAllCoalitions(program, winners, pool, () => {})
      const seconds = since(start)
      const cut = findConnectorCut(program)?.connectors.length ?? 0
      say(
        `real ${seed}, ${winners.length} winners of ${all.length}, ${cut} connectors: ${inSeconds(cpuSince(cpu), seconds)}, ${Math.round(2 ** winners.length / seconds)} values a second (goals 60 s, 5,000)`,
      )
    }
  },
  /** Parts of about 25 winners and more, one at a time: how sure their shares are, and what that took. */
  shares: () => {
    const pool = createWorkerPool()
    const parts = Array.from({ length: 24 }, (_, at) => at + 1).flatMap(seed =>
      partsOf(winnersIn('real', seed)).map(part => ({ seed, ...part })),
    )
    for (const { seed, program, winners, x } of parts.filter(part => part.winners.length >= 25)) {
      if (winners.length > 41) continue
      const [start, cpu] = [performance.now(), process.cpuUsage()]
      const { certainty, shares } = priceMatch(program, x, { ...UNWATCHED, pool })
      const mean = shares.reduce((sum, { share }) => sum + fractionToNumber(share), 0) / shares.length
      const widths = shares.map(({ halfWidth }) => (100 * halfWidth) / mean)
      const time = inSeconds(cpuSince(cpu), since(start))
      say(
        `real ${seed}, ${winners.length} winners: ${certainty}, ${time}, half width ${median(widths).toFixed(2)} % of the mean share, worst ${Math.max(...widths).toFixed(2)} % (goals: up to 31 exact in 30 s, about 40 below 0.5 % in 120 s)`,
      )
    }
  },
  chains: () => {
    measureChain(8, 80, 5, '4 s')
    measureChain(8, 160, 2, '30 s')
    measureChain(16, 500, 1, '0.1 % in 120 s')
  },
  /** Values of random coalitions of a chain by our own search, and by HiGHS over flows as a base line. */
  chainValues: () => {
    const { program: part, winners } = chainPart(80, 1)
    const r = createSeededRandom(1)
    const own = createCoalitionEvaluator(part, () => {}, true)
    const flows = createFlowCoalitionEvaluator(part, () => {})
    for (const share of [1, 0.75, 0.5, 0.25]) {
      const there = new Set(r.shuffled(winners).slice(0, Math.round(share * winners.length) - 1))
      const present = Uint8Array.from(part.columns, ({ player }) =>
        there.has(player) || !winners.includes(player) ? 1 : 0,
      )
      const [begun, before] = [process.cpuUsage(), own(present, 0)?.value ?? 0]
      const seconds = cpuSince(begun)
      const [middle, after] = [process.cpuUsage(), flows(present, 0)?.value ?? 0]
      const ratio = cpuSince(middle) / seconds
      say(
        `chain of 8, 80 x 128: a coalition of ${there.size} of ${winners.length} winners ${seconds.toFixed(2)} s of processor (goal 0.17 s, so that shares take 60 s); HiGHS over flows takes ${ratio.toFixed(1)} times as long; same value ${before === after}`,
      )
    }
  },
  /** All shares of a chain. */
  chainPrices: () => {
    const { program: part, winners, x } = chainPart(80, 1)
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const { certainty, parts } = priceMatch(part, x, { ...UNWATCHED, pool: createWorkerPool() })
    const batches = parts.map(({ sampled }) => sampled?.batches ?? 0)
    say(
      `chain of 8, 80 x 128: ${winners.length} winners priced, ${certainty}, ${batches.join()} batches, ${inSeconds(cpuSince(cpu), since(start))} (goal 60 s of processor; 567 s with HiGHS for every coalition)`,
    )
  },
  /** Measures how often the final intervals of sampling contain the true share: with few samples, and as in a round. */
  coverage: () => {
    for (const known of knownMarkets([1, 4, 7], 14))
      for (const work of [1_000, 10_000]) {
        const { held, batches } = measureIntervalCoverage(known, 200, work)
        say(
          `${known.name}, ${known.winners} winners, 200 seeds, ${batches.toFixed(0)} batches each: ${(100 * held).toFixed(1)} % of intervals hold the share (goal 93 to 97)`,
        )
      }
  },
  /** A market of thousands, priced too. */
  pricedHuge: () => {
    const { market, matched } = winnersIn('huge', 1)
    const whole = expandSmallOpenBlocks(market.program)
    const x = Float64Array.from(whole.columns, (_, at) => matched.x[at] ?? 0)
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const { certainty, shares } = priceMatch(whole, x, { ...UNWATCHED, pool: createWorkerPool() })
    const mean = shares.reduce((sum, { share }) => sum + fractionToNumber(share), 0) / shares.length
    const worst = (100 * Math.max(...shares.map(({ halfWidth }) => halfWidth))) / mean
    const memory = process.resourceUsage().maxRSS / 2 ** 20
    say(
      `huge 1: ${shares.length} winners, ${certainty}, worst half width ${worst.toFixed(1)} % of the mean share, ${inSeconds(cpuSince(cpu), since(start))} (goal 600 s on the clock), ${memory.toFixed(2)} GB (goal 1.5)`,
    )
  },
  /** Goals for hard rounds, each next to the base line of this run. */
  goals: () => {
    const base = measureBaseLine()
    say(`base line: HiGHS matches the parts of real 1 in ${base.toFixed(2)} s of processor`)
    const line = (what: string, seconds: number, wall: number, goal: string) =>
      say(`${what}: ${inSeconds(seconds, wall)}, ${(seconds / base).toFixed(1)} base lines (goal ${goal})`)
    const { seconds, wall, matched } = winnersOf(generateOverlapChainRound(8, 160, 256, 1), 120)
    line(`chain of 8, 160 x 256 matched, ${matched ? 'proven' : 'not proven'}`, seconds, wall, '5 s')
    const { program, x } = chainPart(80, 1)
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const { certainty } = priceMatch(program, x, { ...UNWATCHED, pool: createWorkerPool() })
    line(`chain of 8, 80 x 128 priced, ${certainty}`, cpuSince(cpu), since(start), '60 s')
    for (const [seed, winners, goal] of [
      [18, 31, 'exact in 5 s'],
      [5, 41, 'half width below 0.5 % in 60 s'],
      [20, 76, 'finished in 600 s on the clock'],
    ] as const) {
      const priced = priceLargePart(seed, winners)
      const sure = `${priced.certainty}, worst half width ${priced.worst.toFixed(2)} % of the mean share`
      line(`${winners} winners of real ${seed} priced, ${sure}`, priced.seconds, priced.wall, goal)
    }
  },
  large: () => measure('large', 3, 'median 60 s'),
  huge: () => measure('huge', 1, '300 s'),
}

const asked = process.argv.slice(2)
for (const [name, run] of Object.entries(cases)) if (asked.length === 0 || asked.includes(name)) await run()
