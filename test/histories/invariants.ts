import { expect } from 'vitest'
import type { AnswerOf } from '#contract/kit/endpoint'
import type { readInbox } from '#contract/desk/inbox'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { toStoredCoalitionValues } from '@credit-market/matching/coalition-values/stored-values'
import { solveWithAudit } from '@credit-market/matching/solve'
import { findResultErrors } from '@credit-market/match-verifier/verify'
import { hashSolution } from '#server/matches/imported-match'
import { openActionRuntime } from '#server/open-runtime'
import { voidOutdatedProposals } from '#server/jobs/lapse-proposals'
import { expectConsistentLedger } from '../builders/books.ts'
import { expectActionableHomes } from '../builders/homes.ts'
import { followAuditTrail, type StatusChange } from '../builders/honest-trail.ts'
import { certify } from '../builders/seal.ts'
import { countIncorrectCounts } from '#server/counts/counts'
import { listLedgerFaults } from '#server/store/ledger-check'
import type { Marketplace, Step } from './history.ts'
import { followNotices } from './told.ts'

/** Every open inbox item names an action that its reader can do now, or who has to act and how. */
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

/** The number of steps between checks of all home pages. */
const HOMES_EVERY = 6

const shuffled = (problem: MatchProblem, chance: RandomNumberGenerator): MatchProblem => ({
  ...problem,
  projects: chance.shuffled(problem.projects),
  requirements: chance.shuffled(problem.requirements),
  groups: chance.shuffled(problem.groups),
})

/**
 * Market invariant 10: until bids and offers close, only the owner and those who may bid for it see an amount, not even
 * the operator.
 */
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

/**
 * Market invariants 5 to 9: the verifier accepts the engine’s match, and the engine finds it again from the same input
 * in another order.
 */
const expectSoundMatch = async ({ store }: Marketplace, resultId: string, chance: RandomNumberGenerator) => {
  const result = await store.read.one('matchResult', resultId)
  if (!result?.solution) throw new Error(`The match ${resultId} has no solution`)
  expect(findResultErrors(result.problem, result.solution)).toEqual([])
  expect(result.solution.proven).toBe(true)
  const { solution, audit } = await solveWithAudit(shuffled(result.problem, chance), {})
  const again = { ...solution, coalitionValues: toStoredCoalitionValues(audit.coalitions) }
  expect(hashSolution(again)).toBe(result.solutionHash)
}

/**
 * The market invariants, checked after a step: 1 to 4 and 11 every time, 10 while bids and offers are open, 5 to 9 for
 * each new match, and the books of a settled round every time. Sometimes, whenever the round moves on, and after a
 * merger, home pages must list only possible actions, and nothing may be stranded. Records the statuses reached.
 */
export const invariantChecks = (market: Marketplace, chance: RandomNumberGenerator) => {
  const { db, read } = market.store
  const newInTrail = followAuditTrail(market.store)
  const expectToldRight = followNotices(market)
  const sound = new Set<string>()
  const runtime = openActionRuntime(db, { certify, now: market.now })
  let steps = 0
  return async (step: Step, roundId: string): Promise<StatusChange[]> => {
    expect([step, await listLedgerFaults(db)]).toEqual([step, []])
    expect([step, await countIncorrectCounts(db)]).toEqual([step, 0])
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
    if (round?.status === 'Settled') await expectConsistentLedger(market.store, roundId)
    // While the engine runs, the round changes between reads.
    const isAtRest = round?.status !== 'Pending' && round?.status !== 'Matching'
    const isTurning = step.on.kind === 'round' || step.action === 'MergeOrganisation'
    if (isAtRest && (isTurning || steps % HOMES_EVERY === 0)) {
      // A change ends void proposals within two seconds, which could happen between reads of home pages, so it is done
      // here.
      await voidOutdatedProposals(runtime)
      await expectActionableHomes(market, [roundId])
      await expectHonestInboxes(market)
    }
    steps += 1
    return told
  }
}
