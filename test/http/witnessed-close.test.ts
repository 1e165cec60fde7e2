import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SolverTask } from '#contract/round/match'
import { readCheckpointNote } from '#server/log/read'
import { registerWitness, acceptCosignature } from '#server/log/witnesses'
import { claimTask } from '#server/tasks/queue'
import { cosign, keyLineOfWitness } from '../../tools/witness/witness.mjs'
import { generateKeyPairSync } from 'node:crypto'
import { signLog } from '../builders/sign-log.ts'
import { startWorld, startWorldWith, type World } from './world.ts'

const aWitness = () => ({
  name: 'council.example/witness',
  privateKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
})

let world: World
const act = (actionName: string, values: object) =>
  world.ask('olga', `/api/round/bidding/action/${actionName}`, { method: 'POST', payload: { values } })
const done = async (actionName: string, values: object) => {
  const answer = await act(actionName, values)
  expect([actionName, answer.statusCode, answer.json<{ errors?: unknown }>().errors]).toEqual([
    ...[actionName, 200, undefined],
  ])
}
const closeAndMatch = async () => {
  await done('CloseBidsAndOffers', { confirmed: true })
  await done('Match', { confirmed: true })
}
const begun = async () => (await claimTask(world.store.db, ['match']))?.roundId
const task = async () => {
  const { id } = await world.store.db.selectFrom('task').select('id').executeTakeFirstOrThrow()
  return (await world.ask('olga', `/api/solver/task/${id}`)).json<SolverTask>()
}

describe('the match of a closed round', () => {
  beforeEach(async () => {
    world = await startWorld()
  })
  afterEach(() => world.close())

  it('starts at once without a registered witness', async () => {
    await closeAndMatch()
    expect(await task()).toMatchObject({ awaitsWitness: false })
    expect(await begun()).toBe('bidding')
  })

  it('starts only after a registered witness has co-signed a checkpoint that contains the close', async () => {
    const { store } = world
    const witness = aWitness()
    await registerWitness(store.db, keyLineOfWitness(witness), world.clock.now)
    const cosigned = async (size: number) =>
      acceptCosignature(
        store.db,
        { size, line: cosign(witness, await readCheckpointNote(store.db, size)) },
        new Date().toISOString(),
      )
    // A co-signature from before the close does not count.
    await cosigned(await signLog(world))
    await closeAndMatch()
    expect(await begun()).toBeUndefined()
    expect(await task()).toMatchObject({ state: 'queued', awaitsWitness: true })
    const size = await signLog(world)
    expect(size).toBeGreaterThan(0)
    expect(await begun()).toBeUndefined()
    await cosigned(size)
    expect(await task()).toMatchObject({ awaitsWitness: false })
    expect(await begun()).toBe('bidding')
  })

  it('continues without a witness if a reason is given', async () => {
    await registerWitness(world.store.db, keyLineOfWitness(aWitness()), world.clock.now)
    await closeAndMatch()
    expect((await act('MatchWithoutWitness', { reason: '' })).statusCode).toBe(422)
    await done('MatchWithoutWitness', { reason: 'The council has moved house' })
    expect(await begun()).toBe('bidding')
  })

  it('is claimed when it is to be cancelled', async () => {
    await registerWitness(world.store.db, keyLineOfWitness(aWitness()), world.clock.now)
    await closeAndMatch()
    await world.store.db.updateTable('task').set({ cancelRequested: true }).execute()
    expect(await begun()).toBe('bidding')
  })
})

describe('matching without a witness', () => {
  beforeAll(async () => {
    world = await startWorldWith({ SECOND_PERSON: 'operator' })
  })
  afterAll(() => world.close())

  it('needs approval', async () => {
    await registerWitness(world.store.db, keyLineOfWitness(aWitness()), world.clock.now)
    await world.store.db.updateTable('round').set({ status: 'Pending' }).where('id', '=', 'bidding').execute()
    const answer = await world.ask('olga', '/api/round/bidding/action/MatchWithoutWitness', {
      method: 'POST',
      payload: { values: { reason: 'The council has moved house' }, reason: 'It is away' },
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { outcome: 'proposed' }])
  })
})
