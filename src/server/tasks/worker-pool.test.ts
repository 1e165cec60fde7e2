import { describe, expect, it } from 'vitest'
import { coalitionValues } from '#matching/pricing/coalitions'
import { Cancelled } from '#matching/formats/errors'
import type { Column, Program } from '#matching/model/program'
import { random } from '#matching/pricing/random'
import { sumsOfPairs } from '#matching/pricing/pairs'
import { sampledShares } from '#matching/pricing/sample'
import { sampledGame } from '#matching/pricing/sampled-game'
import type { TableJob } from '#matching/pricing/tables'
import { solveWithBranchAndBound } from '#matching/solver/dense-program'
import { work, type Job, type WorkerPool } from '#matching/pricing/pool'
import { workerPool } from './worker-pool.ts'

const WINNERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

/**
 * A market of two kinds of unit in three periods that nothing cuts: five suppliers, seven buyers of whom some
 * take a part and some have an alternative, and losers of both sides.
 */
const market = (seed: number): Program => {
  const r = random(seed)
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

/** Threads of which one is under way before the first question is asked here. */
const threeThreads: WorkerPool = job => {
  workerPool(3)(job)
  Atomics.wait(job.counters, 1, 0)
}

const valuesBy = (seed: number, pool: WorkerPool | undefined): Float64Array =>
  coalitionValues(market(seed), WINNERS, pool, () => {}).blockValues[0]!.values

describe.each([1, 2, 3])('coalition values of a market that nothing cuts (seed %i)', seed => {
  const alone = valuesBy(seed, undefined)

  it('coalition values are the same to the last bit, however many threads there are and whoever works', () => {
    expect([...valuesBy(seed, threeThreads)]).toEqual([...alone])
    expect([...valuesBy(seed, work)]).toEqual([...alone])
  })

  it('coalition values are what each coalition is worth, asked by itself', () => {
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

describe('pairs of kinds of sets that are shared among threads', () => {
  /** Ten winners beside three connectors, each of whom gains something else by each connector. */
  const block = (seed: number, winners: number[]) => {
    const r = random(seed)
    const connectors = [0, 1, 2]
    const gains = winners.map(() => connectors.map(() => r.whole(1, 30_000_000)))
    const values = Float64Array.from({ length: 2 ** 13 }, (_, set) => {
      const funded = connectors.filter(at => ((set >> at) & 1) === 1)
      const there = gains.filter((__, at) => ((set >> (at + 3)) & 1) === 1)
      return there.reduce((sum, own) => sum + funded.reduce((all, at) => all + own[at]!, 0), 0)
    })
    return { connectors, winners, values }
  }

  it('pairs of kinds of sets add up to the same, however many threads there are', () => {
    const tables = [0, 1].map(side =>
      block(
        side + 1,
        Array.from({ length: 10 }, (_, at) => 10 * side + at),
      ),
    )
    const costs = [150_000_000, 90_000_000, 60_000_000].map(cost => ({ cost, owner: -1 }))
    const shared: Job[] = []
    const sumsBy = (pool: WorkerPool | undefined) =>
      sumsOfPairs([tables[0]!, tables[1]!], 20, [], costs, { pool, pulse: () => {} })
    const alone = sumsBy(undefined)
    expect(alone.sums.all[20]).toBeGreaterThan(0n)
    const together = sumsBy(job => {
      shared.push(job)
      workerPool(3)(job)
    })
    expect(shared).toHaveLength(1)
    expect(together).toEqual(alone)
  })
})

describe('draws that are shared among threads', () => {
  const sampledBy = (pool: WorkerPool | undefined) => {
    const game = sampledGame(market(1), WINNERS, pool, () => {})
    const limits = { seed: 7777, batches: 16, work: Infinity, onProgress: () => {}, pulse: () => {} }
    return sampledShares(game, limits, pool)
  }
  const alone = sampledBy(undefined)

  it('sampled shares and the work they took are the same to the last bit, however many threads there are', () => {
    expect(sampledBy(workerPool(3))).toEqual(alone)
  })

  it('draws that are shared among threads are broken off by whoever asked for them', () => {
    const game = sampledGame(market(1), WINNERS, undefined, () => {})
    const pulse = (): void => {
      throw new Cancelled()
    }
    const limits = { seed: 7777, work: Infinity, onProgress: () => {}, pulse }
    expect(() => sampledShares(game, limits, workerPool(2))).toThrow(Cancelled)
  })
})

describe('a job that is shared among threads', () => {
  const jobOf = (
    onProgress: (done: number) => void,
    pool: WorkerPool,
  ): { job: TableJob; failure: unknown } => {
    const jobs: Job[] = []
    let failure: unknown = null
    try {
      coalitionValues(
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

  it('a job that is shared among threads is left by all of them when it is cancelled', () => {
    const { job, failure } = jobOf(
      done => {
        if (done > 0.5) throw new Cancelled()
      },
      () => {},
    )
    expect(failure).toBeInstanceOf(Cancelled)
    const { length } = job.values.filter(value => value > 0)
    work(job)
    expect(job.values.filter(value => value > 0)).toHaveLength(length)
  })

  it('a job that is shared among threads fails when a worker fails, and waits for nobody', () => {
    const { failure } = jobOf(
      () => {},
      job => expect(() => work({ ...job, games: [] })).toThrow(TypeError),
    )
    expect(failure).toEqual(new Error('A thread that helps with pricing failed'))
  })
})
