import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SolverTask } from '#contract/match'
import { expectHonestTrail } from '../builders/honest-trail.ts'
import { readRound, smallRound, SOMERSET } from '../builders/rounds.ts'
import { copyOf, demonstration, type Template } from '../builders/templates.ts'
import { until } from '../builders/world.ts'
import { operatedMarket } from './operated.ts'
import { bundleServer } from './process.ts'

let server: Awaited<ReturnType<typeof bundleServer>>
beforeAll(async () => {
  server = await bundleServer()
  // Made before the tests begin, since the first who ask wait for it.
  await (await copyOf(smallRound)).remove()
})
afterAll(() => server.remove())

const market = async (template: Template) => {
  const { store, start } = await operatedMarket(server, template)
  const task = () =>
    store.db
      .selectFrom('task')
      .selectAll()
      .where('roundId', '=', SOMERSET.id ?? '')
      .executeTakeFirstOrThrow()
  return { store, start, task }
}

const TEN_SECONDS = 200

it('a server killed while it matches goes on with the match when it is back, and the round is not stuck', async () => {
  const { store, start, task } = await market(smallRound)
  const first = await start()
  await first.operator.does('Match', SOMERSET, { confirmed: true })
  await until('the match is running', async () => (await task()).state === 'running')
  await first.kill('SIGKILL')
  const broken = await task()
  expect(['running', 'done']).toContain(broken.state)

  const second = await start()
  await until(
    'the task is taken up again',
    async () => {
      const { state, attempt } = await task()
      return state !== 'running' || attempt > broken.attempt
    },
    TEN_SECONDS,
  )
  const round = await until('the match has ended', async () => {
    const now = await readRound(second.operator)
    return !['Pending', 'Matching'].includes(now.status) && now
  })
  expect(round.status).toBe('Matched')
  expect(await task()).toMatchObject({ state: 'done', attempt: broken.attempt + 1 })
  expect(await store.read.list('matchResult', { roundId: 'RD-SOM-1' })).toHaveLength(1)
  await expectHonestTrail(store)
})

it('a server asked to stop while it matches gives the match back, untouched', async () => {
  const { store, start, task } = await market(demonstration)
  const first = await start()
  await first.operator.does('Match', SOMERSET, { confirmed: true })
  await until('the round is matching', async () => (await readRound(first.operator)).status === 'Matching')
  expect((await first.kill('SIGTERM')).code).toBe(0)
  expect(await task()).toMatchObject({ state: 'queued', leaseUntil: null, attempt: 0 })
  // Another server would take it up at once (either-of-two.test.ts).
  expect(await store.read.one('round', SOMERSET.id ?? '')).toMatchObject({ status: 'Matching' })
})

it('a match that is running ends at once when the operator cancels it, and the round has failed for that reason', async () => {
  const { store, start } = await market(demonstration)
  const { operator } = await start()
  const { context } = await operator.does('Match', SOMERSET, { confirmed: true })
  const { self } = (context as unknown as { solverTask: { links: { self: string } } }).solverTask.links
  await until('the match reports', async () => (await operator.get<SolverTask>(self)).phase !== null)
  expect((await operator.send(self, { method: 'DELETE' })).status).toBe(204)
  await until(
    'the round has failed',
    async () => (await readRound(operator)).status === 'Failed',
    TEN_SECONDS,
  )
  // The round has failed in one transaction, and the task ends in the next.
  const ended = await until('the task has ended', async () => {
    const now = await operator.get<SolverTask>(self)
    return now.state !== 'running' && now
  })
  expect(ended).toMatchObject({ state: 'cancelled', message: 'Cancelled by Ada Fennimarsh' })
  expect(await store.read.latest('matchResult', { roundId: 'RD-SOM-1' })).toMatchObject({
    failure: 'Cancelled by Ada Fennimarsh',
  })
  await expectHonestTrail(store)
})
