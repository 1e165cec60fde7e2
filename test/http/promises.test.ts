import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionResult } from '#contract/kit/form'
import type { ProvenReceipt } from '#contract/subject/subject'
import { canonicalJson } from '@credit-market/values/canonical'
import type { MarketKeys } from '#proof/market-keys'
import { parseSubmittedProof } from '#proof/given'
import { verifySubmittedProof } from '#proof/told'
import { openSecrets } from '#server/auth/secrets'
import { buildApp } from '#server/app'
import { createEntryPromiseSigner } from '#server/log/promises'
import { createReceipt } from '#server/store/activity'

import { signLog } from '../builders/sign-log.ts'
import { verifyWithNode } from '../builders/log-of-receipts.ts'
import { sampleRow, startWorld, type World } from './world.ts'

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
        sampleRow('requirement', {
          ...{ id: 'barns', name: 'Barns', buyerId: 'builder', roundId: 'bidding', agentId: null },
          ...{ groupId: null, bid: 20_000_000, toConfirmSince: TO_CONFIRM },
        }),
      ],
      { now: clock.now, newId: () => '' },
    ),
  )
  const secrets = openSecrets(config)
  const promiseEntry = createEntryPromiseSigner(secrets.logSeal, `${new URL(config.publicUrl).host}/log`)
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
  return verifySubmittedProof(parseSubmittedProof(JSON.stringify(given)), { keys, verify: verifyWithNode })
}

/** The entry of a receipt without its number in the log. */
const withoutNumber = ({ entry }: ProvenReceipt) => {
  const { seq: _, ...said } = JSON.parse(entry) as Record<string, unknown>
  return canonicalJson(said)
}

describe('the answer to a bid or an offer', () => {
  let done: ActionResult

  it('contains a signed promise of its entry, without revealing how many others there are', async () => {
    for (const offer of [61_000, 62_000]) {
      const before = await act('fay', 'project/sedge/action/SetOffer', {
        values: { offer, declarations: [] },
      })
      expect(before.statusCode, before.body).toBe(200)
    }
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

  it('contains the same promise when the same request is sent again', async () => {
    const again = await act('bob', 'requirement/homes/action/ConfirmBid', CONFIRMED, 'once')
    expect(again.json<ActionResult>().promise).toEqual(done.promise)
  })

  it('contains one of a withdrawal', async () => {
    const answer = await act('fay', 'project/sedge/action/WithdrawOffer', CONFIRMED)
    const { entry } = answer.json<ActionResult>().promise!
    expect(JSON.parse(entry)).toMatchObject({ subjectId: 'sedge', action: 'WithdrawOffer' })
  })

  it('contains none for previews and for other actions', async () => {
    const previewed = await act('bob', 'requirement/barns/action/ConfirmBid', { ...CONFIRMED, preview: true })
    expect(previewed.json()).not.toHaveProperty('promise')
    const other = await act('fay', 'project/sedge/action/Comment', {
      values: { comment: { json: '{"root":{"type":"root","children":[]}}' } },
    })
    expect(other.json()).not.toHaveProperty('promise')
  })

  it('is reported as not proved, and fulfilled by the later receipt', async () => {
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
    expect(withoutNumber({ ...createReceipt(proof), proof: null })).toBe(done.promise!.entry)
  })
})
