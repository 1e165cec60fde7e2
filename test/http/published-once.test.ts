import loadHighs from 'highs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PublishedMatchData } from '#domain/match/instance'
import { parseMatchFile } from '@credit-market/match-verifier/filed'
import { createSecondSolver } from '@credit-market/match-verifier/second-solver'
import { verifyMatchFile } from '@credit-market/match-verifier/verdict'
import { findReceiptLine } from '#proof/own-line'
import { chainPendingEntries } from '#server/log/chaining'
import type { RoundTask } from '#server/tasks/queue'
import { publishInstance } from '#server/instances/publish-instance'
import { waitUntil } from '../builders/world.ts'
import { operator, roundToPublish } from './published-round.ts'

const ROUND = { kind: 'round', id: 'levels-round-1' } as const
const INSTANCE = `/api/public/round/${ROUND.id}/instance`

let market: Awaited<ReturnType<typeof roundToPublish>>
beforeAll(async () => {
  market = await roundToPublish()
})
afterAll(() => market.close())

/** The log entries that name a published match. */
const named = async (): Promise<string[]> => {
  await chainPendingEntries(market.store.db)
  const leaves = await market.store.db
    .selectFrom('logLeaf')
    .select('said')
    .where('said', 'like', '%PublishInstance%')
    .execute()
  return leaves.map(({ said }) => (JSON.parse(said) as { sha256: string }).sha256)
}

const files = async (): Promise<number> =>
  (await market.store.db.selectFrom('instanceFile').select('sha256').execute()).length

it('a match from elsewhere can replace the engine’s and be accepted', async () => {
  const person = market.as(operator.userId ?? '')
  const file = async (format: string) => {
    const { body } = await person.send(`/api/round/${ROUND.id}/match?format=${format}`)
    return { name: `${format}.csv`, content: String(body) }
  }
  const made = { winners: await file('winners'), dataset: await file('dataset') }
  await person.does('RejectMatch', ROUND, { reason: 'To be made elsewhere' })
  await person.does('ImportMatch', ROUND, { reason: 'Made by the calculator of the board' }, made)
  await market.does(operator, 'round', ROUND.id, 'AcceptMatch', { confirmed: true })
  const result = await market.store.read.latest('matchResult', { roundId: ROUND.id })
  expect(result?.solution?.rule).toBe('Imported')
  expect(await named()).toEqual([])
})

it('an interrupted, repeated or concurrent publication happens once', async () => {
  const { runtime, store } = market
  await market.does(operator, 'market', 'levels', 'SetPublishing', { instances: 'published' })
  const last = await store.db.selectFrom('task').selectAll().executeTakeFirstOrThrow()
  // No one holds this task any more, so writing to it changes nothing.
  const task: RoundTask = { ...last, kind: 'publishInstance', roundId: ROUND.id, attempt: -1 }
  const publish = (its = runtime) => publishInstance(its, task)
  const killed = () => Promise.reject(new Error('Killed'))
  await expect(publish({ ...runtime, store: { ...store, transactionAnd: killed } })).rejects.toThrow('Killed')
  expect([await files(), await named(), (await market.roundNow()).instanceSha256]).toEqual([1, [], null])

  await Promise.all([publish(), publish()])
  const { instanceSha256 } = await market.roundNow()
  expect(await named()).toEqual([instanceSha256])
  const kept = await files()
  await publish()
  expect(await named()).toEqual([instanceSha256])
  expect(await files()).toBe(kept)
})

it('an imported match has problem, solution and audit, passes the verifier, and lets participants find their line', async () => {
  await waitUntil(
    'the cached answer has expired',
    async () => (await market.stranger.send(INSTANCE)).status === 200,
  )
  const file = (name: string) => market.stranger.get<PublishedMatchData>(`${INSTANCE}/${name}`)
  const audit = await file('audit')
  expect(await file('problem')).toEqual(audit.problem)
  expect(await file('solution')).toEqual(audit.solution)
  expect(audit.solution.rule).toBe('Imported')
  const { value } = parseMatchFile(JSON.parse(JSON.stringify(audit)))
  const solver = createSecondSolver(await loadHighs(), () => 60)
  expect(verifyMatchFile(value!, { solver, seed: 1 }).findings).toEqual([])
  await market.signs()
  const own = async (kind: 'project' | 'requirement', id: string) =>
    findReceiptLine(JSON.parse(JSON.stringify(await market.receiptFor(kind, id))), audit)
  expect(await own('project', 'sedge')).toMatchObject({ won: true, payment: expect.any(Number) })
  expect(await own('project', 'reed')).toMatchObject({ won: false })
  expect(await own('requirement', 'north')).toMatchObject({ won: true, payment: expect.any(Number) })
})
