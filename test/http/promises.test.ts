import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Done } from '#contract/form'
import type { ProvenReceipt } from '#contract/subject'
import { canonicalJson } from '#domain/canonical'
import type { MarketKeys } from '#proof/checked-note'
import { readGiven } from '#proof/given'
import { verdictOn } from '#proof/told'
import { openSecrets } from '#server/auth/secrets'
import { buildApp } from '#server/http/app'
import { promiseWith } from '#server/log/promises'
import { receiptOf } from '#server/store/activity'

import { signLog } from '../builders/sign-log.ts'
import { byNode } from '../builders/log-of-receipts.ts'
import { like, startWorld, type World } from './world.ts'

const TO_CONFIRM = '2026-05-30T12:00:00.000Z'

let world: World
let app: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  world = await startWorld()
  const { store, config, clock } = world
  await store.transaction(tx =>
    tx.apply(
      [
        {
          change: 'update',
          kind: 'requirement',
          id: 'homes',
          patch: { toConfirmSince: TO_CONFIRM },
        },
        like('requirement', {
          ...{ id: 'barns', name: 'Barns', buyerId: 'builder', roundId: 'bidding', agentId: null },
          ...{ groupId: null, bid: 20_000_000, toConfirmSince: TO_CONFIRM },
        }),
      ],
      { now: clock.now, newId: () => '' },
    ),
  )
  const secrets = openSecrets(config)
  const promiseEntry = promiseWith(secrets.logSeal, `${new URL(config.publicUrl).host}/log`)
  app = await buildApp({
    ...world,
    runtime: { ...world.runtime, promiseEntry },
    log: pino({ level: 'silent' }),
  })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const act = async (who: string, path: string, payload: object, key?: string) =>
  app.inject({
    ...{ method: 'POST', url: `/api/${path}`, payload },
    headers: { cookie: await world.cookieOf(who), ...(key && { 'idempotency-key': key }) },
  })
const CONFIRMED = { values: { confirmed: true } }

const verdictOf = async (given: object) => {
  const keys = (await world.ask(null, '/verify/keys')).json<MarketKeys>()
  return verdictOn(readGiven(JSON.stringify(given)), { keys, verify: byNode })
}

/** The entry of a receipt without the number that it has in the log. */
const withoutNumber = ({ entry }: ProvenReceipt) => {
  const { seq: _, ...said } = JSON.parse(entry) as Record<string, unknown>
  return canonicalJson(said)
}

describe('the answer to a bid or an offer', () => {
  let done: Done

  it('holds a signed promise of its entry, which says nothing of how many others there are', async () => {
    await act('fay', 'project/sedge/action/SetOffer', { values: { offer: '61000', declarations: [] } })
    await act('fay', 'project/sedge/action/SetOffer', { values: { offer: '62000', declarations: [] } })
    const answer = await act('bob', 'requirement/homes/action/ConfirmBid', CONFIRMED, 'once')
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    done = answer.json()
    const { entry } = done.promise!
    // It is the first entry of this owner in the round, although others came before.
    expect(JSON.parse(entry)).toMatchObject({ subjectId: 'homes', position: 1 })
    expect(Object.keys(JSON.parse(entry) as object)).not.toContain('seq')
    expect(done.promise!.promise.split('\n').slice(1, 5)).toEqual([
      'promise',
      expect.stringMatching(/^[0-9a-f]{64}$/),
      world.clock.now,
      '2026-06-01T14:00:00.000Z',
    ])
  })

  it('holds it also where the same request is sent again', async () => {
    const again = await act('bob', 'requirement/homes/action/ConfirmBid', CONFIRMED, 'once')
    expect(again.json<Done>().promise).toEqual(done.promise)
  })

  it('holds none where nothing was done, or it is no offer and no bid', async () => {
    const previewed = await act('bob', 'requirement/barns/action/ConfirmBid', { ...CONFIRMED, preview: true })
    expect(previewed.json()).not.toHaveProperty('promise')
    const other = await act('fay', 'project/sedge/action/Comment', {
      values: { comment: { json: '{"root":{"type":"root","children":[]}}' } },
    })
    expect(other.json()).not.toHaveProperty('promise')
  })

  it('is said to be not proved, and is kept by the receipt that follows', async () => {
    await signLog(world)
    expect(await verdictOf(done.promise!)).toMatchObject({ tone: 'notProved' })
    const { id } = await world.store.db
      .selectFrom('activity')
      .select('id')
      .where('action', '=', 'ConfirmBid')
      .executeTakeFirstOrThrow()
    const proof = await world.store.db
      .selectFrom('activityChained')
      .selectAll()
      .where('entryId', '=', id)
      .executeTakeFirstOrThrow()
    expect(withoutNumber({ ...receiptOf(proof), proof: null })).toBe(done.promise!.entry)
  })
})
