import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { MatchReview, MatchView, SolverTask } from '#contract/round/match'
import { expectConsistentLedger } from '../builders/books.ts'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import {
  readRound,
  type Round,
  openSmallRound,
  SOMERSET_ROUND,
  readStatusesInRound,
} from '../builders/rounds.ts'
import { runTool } from '../builders/tools.ts'
import { type Person, waitUntil, type World, world } from '../builders/world.ts'

let market: World
let operator: Person
beforeAll(async () => {
  market = await world({ from: openSmallRound })
  operator = market.as('operator')
})
afterAll(() => market.close())

const offeredNow = ({ actions }: Round) => actions.map(({ id }) => id)

it('the operator starts the match of a closed round and sees its progress to the end, never backwards', async () => {
  expect(offeredNow(await readRound(operator))).toContain('Match')
  const { context } = await operator.does('Match', SOMERSET_ROUND, { confirmed: true })
  const { solverTask } = context as unknown as Round
  expect(context).toMatchObject({ status: 'Pending', solverTask: { links: { self: expect.any(String) } } })
  const progress: number[] = []
  const task = await waitUntil('the match is done', async () => {
    const seen = await operator.get<SolverTask>(solverTask?.links.self ?? '')
    progress.push(seen.progress)
    return seen.finishedAt !== null && seen
  })
  expect(task).toMatchObject({
    roundId: SOMERSET_ROUND.id,
    state: 'done',
    progress: 1,
    gap: 0,
    message: null,
  })
  expect(task.surplus).toBeGreaterThan(0)
  expect(task.bound).toBe(task.surplus)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(await readRound(operator)).toMatchObject({ status: 'Matched' })
})

it('the review of a match shows who won and what everyone pays, adding up to zero to the penny', async () => {
  const review = await operator.get<MatchReview>(`/api/round/${SOMERSET_ROUND.id}/match-review`)
  const { match, projects, requirements, groups } = review
  expect(match).toMatchObject({ rule: 'Lindsay2018', proven: true })
  const payments = match.organisations.map(one => Math.round(one.payment * 100))
  expect(payments.reduce((sum, one) => sum + one, 0)).toBe(0)
  expect(match.totalPaid).toBe(match.totalReceived)
  for (const item of requirements.filter(one => one.won))
    expect(item.payment).toBeLessThanOrEqual(item.amount)
  for (const item of projects.filter(one => one.won))
    expect(-item.payment).toBeGreaterThanOrEqual(item.amount + item.costs)
  for (const item of [...projects, ...requirements].filter(one => !one.won)) {
    expect(item).toMatchObject({ payment: 0, reason: expect.any(String) })
    expect(item.sentence).not.toBe('')
  }
  const either = groups.find(group => group.type === 'XOR')
  const both = groups.find(group => group.type === 'AND')
  expect(either?.winners.length).toBeLessThanOrEqual(1)
  expect([0, both?.members.length]).toContain(both?.winners.length)
})

it('the audit of the match lets anyone reproduce it exactly', async () => {
  const audit = await operator.get(`/api/round/${SOMERSET_ROUND.id}/match?format=audit`)
  const { problemHash } = audit as { problemHash: string }
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  const judge = (filed: unknown) => {
    const path = join(folder, 'audit.json')
    writeFileSync(path, JSON.stringify(filed))
    return runTool('verify-match', path, '--logged', problemHash)
  }
  const verdict = await judge(audit)
  expect(verdict).toMatchObject({ status: 0, stderr: '' })
  expect(verdict.stdout).toMatch(/^The second solver recalculated 2,048 of 2,048 coalition values\.$/m)
  expect(verdict.stdout).toMatch(/^The shares of 11 winners were recalculated to the penny\.$/m)
  expect(verdict.stdout).toMatch(/^Nothing wrong was found\.$/m)
  const { solution } = audit as { solution: MatchSolution }
  const [first, ...others] = solution.organisations
  const share = first!.share + 1
  const spoilt = { ...solution, organisations: [{ ...first!, share }, ...others] }
  const other = await judge({ ...(audit as object), solution: spoilt })
  rmSync(folder, { recursive: true })
  expect(other.status).toBe(1)
  expect(other.stdout).toContain(`${first!.organisationId}: its money is not the sum of its items`)
})

it('only the operator sees a match before it is accepted', async () => {
  const paths = [
    'match',
    'match-review',
    'match?format=audit',
    'unmatched-projects',
    'unmatched-requirements',
  ]
  for (const who of ['withybank.su11', 'boris.bu02', 'cass', 'lpa.somerset'])
    for (const path of paths)
      expect([who, path, await market.as(who).send(`/api/round/${SOMERSET_ROUND.id}/${path}`)]).toMatchObject(
        [who, path, { status: 404, body: { error: 'Not found' } }],
      )
})

it('accepting a match settles the round: projects, requirements and credits, and everyone is notified', async () => {
  const review = await operator.get<MatchReview>(`/api/round/${SOMERSET_ROUND.id}/match-review`)
  const before = {
    ...(await readStatusesInRound(market, 'project')),
    ...(await readStatusesInRound(market, 'requirement')),
  }
  expect(await operator.does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })).toMatchObject({
    message: 'The match has been accepted, and the round is settled',
    context: { status: 'Settled' },
  })
  const won = new Set([...review.projects, ...review.requirements].filter(one => one.won).map(one => one.id))
  const becomes = (status: string, id: string, winner: string): string =>
    ['FailedScreening', 'NotCertified'].includes(status) ? status : won.has(id) ? winner : 'Unmatched'
  for (const [kind, winner] of [
    ['project', 'Matched'],
    ['requirement', 'RightsCreated'],
  ] as const)
    for (const [id, status] of Object.entries(await readStatusesInRound(market, kind)))
      expect([id, status]).toEqual([id, becomes(before[id] ?? '', id, winner)])
  const letters = await market.store.db
    .selectFrom('mailOutbox')
    .innerJoin('user', 'user.id', 'mailOutbox.userId')
    .select('user.organisationId')
    .where('letter', '=', 'match-accepted')
    .execute()
  expect(letters.map(one => one.organisationId)).toEqual(expect.arrayContaining(['SU11', 'BU02', 'BU06']))
})

it('nothing in a settled round waits for an impossible step, and owners see what they can do', async () => {
  const { db, read } = market.store
  const roundId = SOMERSET_ROUND.id ?? ''
  const statuses = async (kind: 'participation' | 'agentAuthority') =>
    new Set((await read.list(kind, { roundId })).map(({ status }) => status))
  expect(await statuses('participation')).toEqual(new Set(['Registered', 'Withdrawn']))
  expect([...(await statuses('agentAuthority'))]).not.toContain('Pending')
  const letters = await db
    .selectFrom('mailOutbox')
    .innerJoin('user', 'user.id', 'mailOutbox.userId')
    .select(['user.organisationId', 'facts'])
    .where('letter', '=', 'round-ended')
    .execute()
  const late = await read.one('project', 'P123')
  expect(letters).toContainEqual({
    organisationId: late?.supplierId,
    facts: expect.objectContaining({
      where: 'Somerset Levels Nature Market (demonstration), Round 1',
      ended: expect.stringContaining(`Your project ${late?.name} had no offer.`),
    }),
  })
})

it('the books of a settled round are sound', () =>
  expectConsistentLedger(market.store, SOMERSET_ROUND.id ?? ''))

it('each participant sees only its own result of a settled round', async () => {
  const all = await operator.get<MatchView>(`/api/round/${SOMERSET_ROUND.id}/match`)
  for (const [who, organisation] of [
    ['withybank.su11', 'SU11'],
    ['copperlark.su12', 'SU12'],
    ['boris.bu02', 'BU02'],
    ['felix.bu06', 'BU06'],
    ['sedgewhistle.su01', 'SU01'],
  ] as const) {
    const own = await market.as(who).get<MatchView>(`/api/round/${SOMERSET_ROUND.id}/match`)
    expect([who, own.organisations]).toEqual([who, all.organisations.filter(one => one.id === organisation)])
    for (const list of ['unmatched-projects', 'unmatched-requirements']) {
      const { items } = await market
        .as(who)
        .get<{ items: { organisation: { id: string } }[] }>(`/api/round/${SOMERSET_ROUND.id}/${list}`)
      expect([who, items.filter(item => item.organisation.id !== organisation)]).toEqual([who, []])
    }
  }
  expect(await market.as('copperlark.su12').get('/api/project/P119')).toMatchObject({
    status: 'Matched',
    result: { won: true },
  })
  expect(await market.as('withybank.su11').get('/api/project/P118')).toMatchObject({
    status: 'Unmatched',
    result: { won: false },
  })
})

it('a settlement cannot be undone: only the approval of allocation remains among the round’s actions', async () => {
  expect(offeredNow(await readRound(operator))).toEqual(['ApproveAllocation'])
  for (const action of ['AcceptMatch', 'RejectMatch', 'Match', 'OpenBidsAndOffers'])
    expect(
      await operator.tries(action, SOMERSET_ROUND, { confirmed: true, reason: 'Why not' }),
    ).toMatchObject({
      status: 409,
      body: { reason: 'from' },
    })
})

it('the audit trail of a settlement has every change of status once, in an unbroken chain', () =>
  expectSoundAuditTrail(market.store))
