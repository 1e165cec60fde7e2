import { describe, expect, it } from 'vitest'
import { valueAllCoalitions } from '../src/pricing/coalitions.ts'
import { MatchCancelledError } from '../src/formats/errors.ts'
import type { Column, MarketProgram } from '../src/model/program.ts'
import { createSeededRandom } from '../src/pricing/random.ts'
import { estimateShares } from '../src/pricing/sample.ts'
import { createSampledGame } from '../src/pricing/sampled-game.ts'
import type { ValueTableJob } from '../src/pricing/tables.ts'
import { solveWithBranchAndBound } from '../src/solver/dense-program.ts'
import { runPricingJob, type PricingJob, type WorkerPool } from '../src/pricing/pool.ts'
import { createWorkerPool } from './worker-pool.ts'

const WINNERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

/**
 * A market of two kinds of unit in three periods that cannot be split: five suppliers, seven buyers (some divisible,
 * some with alternatives), and losers on both sides.
 */
const market = (seed: number): MarketProgram => {
  const r = createSeededRandom(seed)
  const column = (player: number, value: number, whole: boolean): Column => ({
    player,
    value,
    whole,
    upper: 1,
  })
  const columns: Column[] = []
  const needs: number[][] = []
  const sells = (player: number, ask: number): void => {
    columns.push(column(player, -ask * 1_000, true))
    needs.push(Array.from({ length: 6 }, () => -r.whole(2_000, 9_000)))
  }
  const buys = (player: number, bid: number, whole: boolean): void => {
    columns.push(column(player, bid * 1_000, whole))
    needs.push(Array.from({ length: 6 }, () => r.whole(1_000, 5_000)))
  }
  for (let player = 0; player < 5; player += 1) sells(player, r.whole(20, 60))
  for (let player = 5; player < 12; player += 1) {
    buys(player, r.whole(20, 60), player % 2 === 0)
    if (player % 2 === 0) buys(player, r.whole(10, 40), true)
  }
  for (let player = 12; player < 15; player += 1) sells(player, r.whole(50, 90))
  for (let player = 15; player < 19; player += 1) buys(player, r.whole(5, 30), true)
  const all = columns.map((_, at) => at)
  const balance = all.slice(0, 6).map(kind => ({
    columns: all,
    coefficients: needs.map(of => of[kind]!),
    limit: 0,
    equal: false,
  }))
  return { players: Array.from({ length: 19 }, (_, at) => `${at}`), columns, rows: balance }
}

/** Three threads, of which one has started before the main thread asks its first question. */
const threeThreads: WorkerPool = job => {
  createWorkerPool(3)(job)
  Atomics.wait(job.counters, 1, 0)
}

const valuesBy = (seed: number, pool: WorkerPool | undefined): Float64Array =>
  valueAllCoalitions(market(seed), WINNERS, pool, () => {})!.blockValues[0]!.values

describe.each([1, 2, 3])('coalition values of a market that cannot be split (seed %i)', seed => {
  const alone = valuesBy(seed, undefined)

  it('are identical to the last bit for any number of threads and any division of work', () => {
    expect([...valuesBy(seed, threeThreads)]).toEqual([...alone])
    expect([...valuesBy(seed, runPricingJob)]).toEqual([...alone])
  })

  it('equal the value of each coalition solved separately', () => {
    const { columns, ...rest } = market(seed)
    for (let set = 0; set < alone.length; set += 37) {
      const upper = columns.map(({ player }) => (player >= WINNERS.length ? 1 : (set >> player) & 1))
      expect(alone[set]).toBeCloseTo(
        solveWithBranchAndBound({ program: { columns, ...rest }, upper }).value,
        2,
      )
    }
  })
})

describe('samples shared among threads', () => {
  const sampledBy = (pool: WorkerPool | undefined) => {
    const game = createSampledGame(market(1), WINNERS, pool, () => {})
    const limits = {
      seed: 7777,
      kinds: [],
      batches: 16,
      work: Infinity,
      onProgress: () => {},
      pulse: () => {},
    }
    return estimateShares(game, limits, pool)
  }
  const alone = sampledBy(undefined)

  it('give the same shares and report the same work for any number of threads, to the last bit', () => {
    expect(sampledBy(createWorkerPool(3))).toEqual(alone)
  })

  it('stop when the caller cancels them', () => {
    const game = createSampledGame(market(1), WINNERS, undefined, () => {})
    const pulse = (): void => {
      throw new MatchCancelledError()
    }
    const limits = { seed: 7777, kinds: [], work: Infinity, onProgress: () => {}, pulse }
    expect(() => estimateShares(game, limits, createWorkerPool(2))).toThrow(MatchCancelledError)
  })
})

describe('a job shared among threads', () => {
  const jobOf = (
    onProgress: (done: number) => void,
    pool: WorkerPool,
  ): { job: ValueTableJob; failure: unknown } => {
    const jobs: PricingJob[] = []
    let failure: unknown = null
    try {
      valueAllCoalitions(
        market(1),
        WINNERS,
        job => {
          jobs.push(job)
          pool(job)
        },
        onProgress,
      )
    } catch (thrown) {
      failure = thrown
    }
    const job = jobs.find(one => 'games' in one)
    if (job === undefined) throw new Error('No tables were filled')
    return { job, failure }
  }

  it('is abandoned by all threads when it is cancelled', () => {
    const { job, failure } = jobOf(
      done => {
        if (done > 0.5) throw new MatchCancelledError()
      },
      () => {},
    )
    expect(failure).toBeInstanceOf(MatchCancelledError)
    const { length } = job.values.filter(value => value > 0)
    runPricingJob(job)
    expect(job.values.filter(value => value > 0)).toHaveLength(length)
  })

  it('fails without waiting when a worker fails', () => {
    const { failure } = jobOf(
      () => {},
      job => expect(() => runPricingJob({ ...job, games: [] })).toThrow(TypeError),
    )
    expect(failure).toEqual(new Error('A pricing thread failed'))
  })
})
