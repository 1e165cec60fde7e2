import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { update } from '#actions/kit/changes'
import type { PublicRound } from '#contract/public/public'
import type { PublishedInstance, SubmittedMatchResult } from '#contract/round/instance'
import type { MatchView } from '#contract/round/match'
import type { ResultSummary } from '#contract/round/result'
import type { RoundView } from '#contract/round/round'
import { performMatchTask } from '#server/matches/match-task'
import { publishInstance } from '#server/instances/publish-instance'
import { claimTask } from '#server/tasks/queue'
import { parseMatchFile } from '@credit-market/match-verifier/filed'
import { findResultErrors } from '@credit-market/match-verifier/verify'
import { compileMarket } from '@credit-market/matching/model/compile'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { assignServiceFlows } from '@credit-market/matching/reasons/flows'
import { initHighs } from '@credit-market/matching/solver/highs'
import { createSolver } from '@credit-market/matching/solver/solver'
import { findBestMatch, UnprovenComponent } from '@credit-market/matching/winners/match'
import { calculateWonQuantities } from '@credit-market/matching/winners/quantities'
import { tieRanksOfColumns } from '@credit-market/matching/winners/ties'
import { SOMERSET_ROUND } from '../builders/rounds.ts'
import { openUnfinishedRound } from '../builders/unfinished.ts'
import { type Person, world, type World } from '../builders/world.ts'
import { createEffectContext } from '../store/samples.ts'

const ROUND = 'RD-SOM-1'
const INSTANCE = `/api/public/round/${ROUND}/instance`
const answers = { reason: 'The engine has searched for two hours.', confirmed: true }

/** Seconds for each question to the solver, one attempt after the other: a busy machine needs more for a better match than that of no time. */
const SECONDS = [5, 20, 60]

/** A match of a problem, without prices, as anyone may submit it. */
const findMatch = async (problem: MatchProblem, seconds: number) => {
  const market = compileMarket(problem)
  const solver = createSolver(await initHighs())
  const search = (): Float64Array => {
    try {
      return findBestMatch(market.program, tieRanksOfColumns(market), {
        solve: question => solver({ ...question, seconds }),
        isOver: () => false,
        onProgress: () => {},
      }).x
    } catch (stopped) {
      if (stopped instanceof UnprovenComponent) return stopped.x
      throw stopped
    }
  }
  const x = search()
  const won = calculateWonQuantities(market, x)
  return {
    projects: problem.projects.map(({ id }) => ({ id, won: won.projects.includes(id) })),
    requirements: problem.requirements.map(({ id }) => {
      const its = won.requirements.get(id)
      const { ongoingOnly = false, ongoing = 0, additional = 0 } = its ?? {}
      return { id, won: its !== undefined, ongoingOnly, ongoingUnits: ongoing, additionalUnits: additional }
    }),
    flows: assignServiceFlows(market, won),
  }
}

describe('a round that uses its best known match', () => {
  let market: World
  let operator: Person
  beforeAll(async () => {
    market = await world({ from: openUnfinishedRound, works: false })
    operator = market.as('operator')
  })
  afterAll(() => market.close())

  const round = (person = operator) => person.get<RoundView>(`/api/round/${ROUND}`)
  const match = () => operator.get<MatchView>(`/api/round/${ROUND}/match`)
  const refusal = async () => operator.tries('UseBestKnownMatch', SOMERSET_ROUND, answers)
  const allows = async (bestKnownGapBasisPoints: number): Promise<void> => {
    const now = await market.store.read.one('round', ROUND)
    await market.store.transaction(tx =>
      tx.apply([update('round', now!, { bestKnownGapBasisPoints })], createEffectContext()),
    )
  }
  const searched = async (minutes: number): Promise<void> => {
    const run = await market.store.read.latest('matchResult', { roundId: ROUND })
    const { unfinished } = run!
    await market.store.transaction(tx =>
      tx.apply(
        [update('matchResult', run!, { unfinished: { ...unfinished!, minutes } })],
        createEffectContext(),
      ),
    )
  }
  const performs = async (task: 'match' | 'publishInstance', work: typeof performMatchTask) => {
    const claimed = await claimTask(market.store.db, [task])
    if (!claimed) throw new Error(`No task ${task} waits`)
    await work(market.runtime, { ...claimed, roundId: ROUND }, new AbortController().signal)
  }

  it('must have allowed it before bids opened', async () => {
    expect((await refusal()).status).toBe(409)
    expect((await round()).actions.map(({ id }) => id)).not.toContain('UseBestKnownMatch')
  })

  it('refuses a gap that is too large, and a search that was too short', async () => {
    await allows(1)
    expect(JSON.stringify((await refusal()).body)).toContain('at least 120 minutes')
    await searched(120)
    expect(JSON.stringify((await refusal()).body)).toContain('and this round allows 0.01%')
    await allows(9_900)
  })

  it('has it priced among its winners, and reviewed', async () => {
    const { surplus, bound } = (await round()).unfinishedMatch!
    await operator.does('UseBestKnownMatch', SOMERSET_ROUND, answers)
    expect((await round()).status).toBe('Matching')
    await performs('match', performMatchTask)
    expect((await round()).status).toBe('Matched')
    const { gap, ...its } = await match()
    expect(its).toMatchObject({ proven: false, rule: 'Lindsay2018' })
    expect(its.surplus).toBeGreaterThanOrEqual(surplus)
    expect(gap?.pounds).toBeCloseTo(bound - its.surplus!, 2)
    for (const { share, value, payment } of its.organisations) {
      expect(share).toBeGreaterThanOrEqual(0)
      expect(payment).toBeLessThanOrEqual(value)
    }
  })

  it('tells everyone who took part and the public by how much another match could be better', async () => {
    await operator.does('SetPublishing', { kind: 'market', id: 'MK-SOM' }, { instances: 'published' })
    await operator.does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
    await performs('publishInstance', publishInstance)
    const { part } = (await match()).gap!
    const percent = `${(part * 100).toFixed(2)}%`
    const developer = market.as('boris.bu02')
    const result = await developer.get<ResultSummary>(`/api/round/${ROUND}/result`)
    expect(result.sentences.join(' ')).toContain(`at most ${percent} below the best possible`)
    expect((await round(developer)).gapPart).toBeCloseTo(part, 5)
    const { items } = await developer.get<{ items: { notice: string; text: string[] }[] }>(
      '/api/inbox?show=all',
    )
    expect(items.find(({ notice }) => notice === 'match-accepted')?.text.join(' ')).toContain(percent)
    const rounds = await operator.get<{ items: PublicRound[] }>('/api/public/rounds')
    expect(rounds.items.find(({ id }) => id === ROUND)).toMatchObject({
      bestKnownGapPercent: 99,
      gapPart: expect.closeTo(part, 5),
    })
  })

  it('is published with its gap, and checked', async () => {
    const its = await operator.get<PublishedInstance>(INSTANCE)
    expect(its).toMatchObject({ proven: false, gap: { pounds: (await match()).gap?.pounds } })
    const { value, faults } = parseMatchFile(await operator.get(`${INSTANCE}/audit`))
    expect(faults).toBeNull()
    expect(findResultErrors(value!.problem, value!.result)).toEqual([])
  })

  it('publishes a better match that someone submits, and keeps its result', async () => {
    const problem = await operator.get<MatchProblem>(`${INSTANCE}/problem`)
    let answer: SubmittedMatchResult | undefined
    for (const seconds of SECONDS) {
      if (answer?.is === 'better') break
      const { body } = await operator.send(`${INSTANCE}/better`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(await findMatch(problem, seconds)),
      })
      answer = body as SubmittedMatchResult
    }
    const { is, says } = answer!
    expect(is).toBe('better')
    expect(says).toContain('was not proven to be the best, so its result stays as it is')
    expect((await operator.get<PublishedInstance>(INSTANCE)).better).not.toBeNull()
    expect((await round()).status).toBe('Settled')
  })
})
