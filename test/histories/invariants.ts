import { expect } from 'vitest'
import type { AnswerOf } from '#contract/endpoint'
import type { readInbox } from '#contract/inbox'
import type { MatchProblem } from '#domain/match-problem'
import type { Random } from '#matching/pricing/random'
import { solve } from '#matching/solve'
import { verify } from '#matching/verify/verify'
import { hashOfSolution } from '#server/imported-match'
import { openRuntime } from '#server/open-runtime'
import { voidOutdated } from '#server/tasks/lapse-proposals'
import { expectSoundBooks } from '../builders/books.ts'
import { expectHonestHomes } from '../builders/homes.ts'
import { followTrail, type Told } from '../builders/honest-trail.ts'
import { certify } from '../builders/seal.ts'
import { wrongCounts } from '#server/store/counts'
import { ledgerFaults } from '#server/store/ledger-check'
import type { Marketplace, Step } from './history.ts'
import { followNotices } from './told.ts'

/** Every item of an inbox that waits names what its reader can do now, or whose turn it is, and to do what. */
const expectHonestInboxes = async ({ as, store }: Marketplace) => {
  const users = await store.read.list('user', {})
  const faults = await Promise.all(
    users.map(async ({ id }) => {
      const { items, counts, total } = await as(id).get<AnswerOf<typeof readInbox>>('/api/inbox?limit=200')
      expect([id, counts.toDo]).toEqual([id, total])
      const isHonest = await Promise.all(
        items.map(async ({ action, waitsFor }) =>
          action
            ? (await as(id).send(`${action.links.self}/action/${action.id}`)).status === 200
            : (waitsFor?.name ?? '') !== '' && waitsFor?.to !== '',
        ),
      )
      return items.filter((_, nth) => !isHonest[nth]).map(({ notice, title }) => [id, notice, title])
    }),
  )
  expect(faults.flat()).toEqual([])
}

/** After every how many steps the homes of all people are read. */
const HOMES_EVERY = 6

const shuffled = (problem: MatchProblem, chance: Random): MatchProblem => ({
  ...problem,
  projects: chance.shuffled(problem.projects),
  requirements: chance.shuffled(problem.requirements),
  groups: chance.shuffled(problem.groups),
})

/** Market invariant 10: until bids and offers close nobody is told an amount, not even the operator, but the owner and who may bid for it. */
const expectSealed = async ({ as, store, operatorId }: Marketplace, { on }: Step, roundId: string) => {
  const [projects, requirements, users, authorities] = await Promise.all([
    store.read.list('project', { roundId }),
    store.read.list('requirement', { roundId }),
    store.read.list('user', {}),
    store.read.list('agentAuthority', { roundId, status: 'Approved' }),
  ])
  const items = [
    ...projects.map(({ id, offer, supplierId }) => ({
      path: `/api/project/${id}`,
      id,
      amount: offer,
      ownerId: supplierId,
    })),
    ...requirements.map(({ id, bid, buyerId }) => ({
      path: `/api/requirement/${id}`,
      id,
      amount: bid,
      ownerId: buyerId,
    })),
  ].filter(({ amount }) => amount !== null)
  const mayKnow = (organisationId: string | null, ownerId: string) =>
    organisationId === ownerId ||
    authorities.some(
      ({ agentId, clientId, permissions }) =>
        agentId === organisationId && clientId === ownerId && permissions.includes('MakeOffersOrBids'),
    )
  for (const { path, id, ownerId } of items) {
    const strangers = users.filter(({ organisationId }) => !mayKnow(organisationId, ownerId))
    for (const user of id === on.id ? strangers : strangers.filter(one => one.id === operatorId)) {
      const { status, body } = await as(user.id).send(path)
      const { offer = null, bid = null } = status === 200 ? (body as { offer?: number; bid?: number }) : {}
      expect([user.id, path, status === 200 || status === 404, offer, bid]).toEqual([
        user.id,
        path,
        true,
        null,
        null,
      ])
    }
  }
}

/** Market invariants 5 to 9: what the engine found stands before its verifier, and is found again from the same things in another order. */
const expectSoundMatch = async ({ store }: Marketplace, resultId: string, chance: Random) => {
  const result = await store.read.one('matchResult', resultId)
  if (!result?.solution) throw new Error(`The match ${resultId} has no solution`)
  expect(verify(result.problem, result.solution)).toEqual([])
  expect(result.solution.proven).toBe(true)
  const again = await solve(shuffled(result.problem, chance), {})
  expect(hashOfSolution(again)).toBe(result.solutionHash)
}

/**
 * The market invariants, asked after a step: 1 to 4 and 11 every time, 10 while bids and offers are open, 5 to 9 of each
 * match that has come, and of the books of a settled round every time. Now and then, whenever the round moves on, and after a merger, no
 * home holds what its reader cannot act on, and nothing is stranded. Says which statuses were come to.
 */
export const invariantsOf = (market: Marketplace, chance: Random) => {
  const { db, read } = market.store
  const newInTrail = followTrail(market.store)
  const expectToldRight = followNotices(market)
  const sound = new Set<string>()
  const runtime = openRuntime(db, { certify, now: market.now })
  let steps = 0
  return async (step: Step, roundId: string): Promise<Told[]> => {
    expect([step, await ledgerFaults(db)]).toEqual([step, []])
    expect([step, await wrongCounts(db)]).toEqual([step, 0])
    const told = await newInTrail()
    await expectToldRight()
    const round = await read.one('round', roundId)
    if (round?.status === 'OpenForBidsAndOffers') await expectSealed(market, step, roundId)
    const found = await db
      .selectFrom('matchResult')
      .select('id')
      .where('roundId', '=', roundId)
      .where('solutionHash', 'is not', null)
      .execute()
    for (const { id } of found.filter(one => !sound.has(one.id))) {
      await expectSoundMatch(market, id, chance)
      sound.add(id)
    }
    if (round?.status === 'Settled') await expectSoundBooks(market.store, roundId)
    // While the engine is at work the round changes under whoever looks.
    const isAtRest = round?.status !== 'Pending' && round?.status !== 'Matching'
    const isTurning = step.on.kind === 'round' || step.action === 'MergeOrganisation'
    if (isAtRest && (isTurning || steps % HOMES_EVERY === 0)) {
      // What a change made void ends within two seconds of it: under whoever reads homes meanwhile, were it not ended here.
      await voidOutdated(runtime)
      await expectHonestHomes(market, [roundId])
      await expectHonestInboxes(market)
    }
    steps += 1
    return told
  }
}
