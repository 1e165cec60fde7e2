import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BulkAct } from '#contract/desk/bulk'
import type { MatchReview } from '#contract/round/match'
import type { QueueView } from '#contract/desk/queue'
import { demonstrationDocumentFor } from '#server/demonstration/documents'
import { expectConsistentLedger } from '../builders/books.ts'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { runMatch, readRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { type Person, submissionOf, waitUntil, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
beforeAll(async () => {
  market = await world()
  operator = market.as('operator')
})
afterAll(() => market.close())

it('the Somerset round with all its offers, bids and groups is matched, reviewed and settled', async () => {
  expect(await runMatch(operator)).toMatchObject({ status: 'Matched' })
  const review = await operator.get<MatchReview>(`/api/round/${SOMERSET_ROUND.id}/match-review`)
  expect([review.projects.length, review.requirements.length]).toEqual([21, 27])
  expect(review.reserve).toMatchObject({ percentage: 15 })
  await operator.does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
  expect(await readRound(operator)).toMatchObject({ status: 'Settled' })
  await expectConsistentLedger(market.store, SOMERSET_ROUND.id ?? '')
  await expectSoundAuditTrail(market.store)
})

const ended = (id: string): Promise<BulkAct> =>
  waitUntil('the bulk act has ended', async () => {
    const now = await operator.get<BulkAct>(`/api/bulk-act/${id}`)
    return !['queued', 'running'].includes(now.state) && now
  })

/** One step: every item of the round that waits for an act, with one answer for all and, if required, a file for each. */
const step = async (act: string, values: Record<string, unknown>, file?: string): Promise<BulkAct> => {
  const [kind, action] = act.split('.')
  const { items: rows } = await operator.get<QueueView>(
    `/api/queue?act=${act}&marketRoundId=${SOMERSET_ROUND.id}`,
  )
  const items = []
  for (const { id, version } of rows) {
    const { name, bytes } = demonstrationDocumentFor(id)
    // The preview of the single action uploads and inspects the file; the bulk act refers to it.
    const { body } = await operator.send(
      `/api/${kind}/${id}/action/${action}`,
      submissionOf(
        { values, version, preview: true },
        file ? { [file]: { name, content: bytes } } : undefined,
      ),
    )
    items.push({ id, version, values: file ? (body as { files: object }).files : {} })
  }
  const { status, body } = await operator.send(
    '/api/bulk-act',
    submissionOf({ key: act, kind, action, values, items }),
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return ended((body as BulkAct).id)
}

it('the queue takes eight steps from settlement to credits issued by verified projects, against 141 single forms', async () => {
  const { db } = market.store
  const visit = {
    date: '2026-06-15',
    name: 'Ines Plover',
    organisation: 'Plover Field Surveys',
    isPass: true,
  }
  const before = await db.selectFrom('activity').select('id').execute()
  const steps = [
    await step('project.SetNatureBasedAgreement', {}, 'natureBasedAgreement'),
    await step('project.SetSection106Agreement', {}, 'section106Agreement'),
    await step('project.Contract', { confirmed: true }),
    await step('requirement.SetCreditSupplyAgreement', {}, 'file'),
    await step('requirement.SetCreditAllocationCertificate', { date: '2026-06-15' }, 'file'),
    await step('requirement.AllocateRights', { confirmed: true }),
    await step('project.Verify', visit, 'verificationReport'),
    await step('requirement.IssueCredits', { confirmed: true, ahead: true }),
  ]
  expect(steps.flatMap(({ items }) => items.filter(({ state }) => state !== 'done'))).toEqual([])
  const acts = steps.reduce((sum, { done }) => sum + done, 0)
  expect(acts).toBe(141)

  const sold = await market.store.read.list('project', { roundId: 'RD-SOM-1', status: 'Verified' })
  const bought = await market.store.read.list('requirement', { roundId: 'RD-SOM-1', status: 'CreditsIssued' })
  expect(sold).toHaveLength(steps[0]!.total)
  expect(bought).toHaveLength(steps[3]!.total)
  expect(await market.store.read.list('project', { roundId: 'RD-SOM-1', status: 'Matched' })).toEqual([])
  expect(
    await market.store.read.list('requirement', { roundId: 'RD-SOM-1', status: 'RightsCreated' }),
  ).toEqual([])
  // Each item is a log entry of its own, by the person who started the step.
  const logged = await db
    .selectFrom('activity')
    .select(['action', 'subjectId'])
    .where('id', '>', Math.max(...before.map(({ id }) => id)))
    .where('actorId', '=', 'operator')
    .where('subjectKind', 'in', ['project', 'requirement'])
    .execute()
  expect(new Set(logged.map(({ action, subjectId }) => `${action} ${subjectId}`)).size).toBe(acts)
  await expectConsistentLedger(market.store, 'RD-SOM-1')
  await expectSoundAuditTrail(market.store)
})
