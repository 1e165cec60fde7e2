import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SolverTask } from '#contract/round/match'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { readRound, openSmallRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { copyTemplate, demonstration, type Template } from '../builders/templates.ts'
import { waitUntil } from '../builders/world.ts'
import { operatedMarket } from './operated.ts'
import { bundleServer } from './process.ts'

let server: Awaited<ReturnType<typeof bundleServer>>
beforeAll(async () => {
  server = await bundleServer()
  // Made before the tests begin, because the first users wait for it.
  await (await copyTemplate(openSmallRound)).remove()
})
afterAll(() => server.remove())

const market = async (template: Template) => {
  const { store, start } = await operatedMarket(server, template)
  const task = () =>
    store.db
      .selectFrom('task')
      .selectAll()
      .where('roundId', '=', SOMERSET_ROUND.id ?? '')
      .executeTakeFirstOrThrow()
  return { store, start, task }
}

const TEN_SECONDS = 200

it('a server killed while matching continues the match after the restart, and the round is not stuck', async () => {
  const { store, start, task } = await market(openSmallRound)
  const first = await start()
  await first.operator.does('Match', SOMERSET_ROUND, { confirmed: true })
  await waitUntil('the match is running', async () => (await task()).state === 'running')
  await first.kill('SIGKILL')
  const broken = await task()
  expect(['running', 'done']).toContain(broken.state)

  const second = await start()
  await waitUntil(
    'the task is taken up again',
    async () => {
      const { state, attempt } = await task()
      return state !== 'running' || attempt > broken.attempt
    },
    TEN_SECONDS,
  )
  const round = await waitUntil('the match has ended', async () => {
    const now = await readRound(second.operator)
    return !['Pending', 'Matching'].includes(now.status) && now
  })
  expect(round.status).toBe('Matched')
  expect(await task()).toMatchObject({ state: 'done', attempt: broken.attempt + 1 })
  expect(await store.read.list('matchResult', { roundId: 'RD-SOM-1' })).toHaveLength(1)
  await expectSoundAuditTrail(store)
})

it('a server asked to stop while matching returns the match to the queue untouched', async () => {
  const stopWhileMatching = async () => {
    const { store, start, task } = await market(demonstration)
    const first = await start()
    await first.operator.does('Match', SOMERSET_ROUND, { confirmed: true })
    await waitUntil(
      'the round is matching',
      async () => (await readRound(first.operator)).status === 'Matching',
    )
    expect((await first.kill('SIGTERM')).code).toBe(0)
    return { left: await task(), round: await store.read.one('round', SOMERSET_ROUND.id ?? '') }
  }
  // On a busy machine the match may be done before the server hears that it is to stop.
  let stopped = await stopWhileMatching()
  for (let tries = 1; tries < 5 && stopped.left?.state === 'done'; tries += 1)
    stopped = await stopWhileMatching()
  expect(stopped.left).toMatchObject({ state: 'queued', leaseUntil: null, attempt: 0 })
  // Another server would continue it at once (either-of-two.test.ts).
  expect(stopped.round).toMatchObject({ status: 'Matching' })
})

it('cancelling a running match ends it at once, and the round has failed for that reason', async () => {
  const { store, start } = await market(demonstration)
  const { operator } = await start()
  const { context } = await operator.does('Match', SOMERSET_ROUND, { confirmed: true })
  const { self } = (context as unknown as { solverTask: { links: { self: string } } }).solverTask.links
  await waitUntil('the match reports', async () => (await operator.get<SolverTask>(self)).phase !== null)
  expect((await operator.send(self, { method: 'DELETE' })).status).toBe(204)
  await waitUntil(
    'the round has failed',
    async () => (await readRound(operator)).status === 'Failed',
    TEN_SECONDS,
  )
  // The round fails in one transaction, and the task ends in the next.
  const ended = await waitUntil('the task has ended', async () => {
    const now = await operator.get<SolverTask>(self)
    return now.state !== 'running' && now
  })
  expect(ended).toMatchObject({ state: 'cancelled', message: 'Cancelled by Ada Fennimarsh' })
  expect(await store.read.latest('matchResult', { roundId: 'RD-SOM-1' })).toMatchObject({
    failure: 'Cancelled by Ada Fennimarsh',
  })
  await expectSoundAuditTrail(store)
})
