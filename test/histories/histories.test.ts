import { expect, test } from 'vitest'
import { random } from '#matching/random'
import { connect } from '#server/store/database'
import { openStore } from '#server/store/store'
import { expectSoundBooks } from '../builders/books.ts'
import { expectHonestTrail } from '../builders/honest-trail.ts'
import { ledgerFaults } from '../builders/ledger-faults.ts'
import { copyOf, demonstration } from '../builders/templates.ts'
import { bundleServer } from '../faults/process.ts'
import { doomedMarket } from './doomed.ts'
import { type Marketplace, play } from './history.ts'

/** The everyday run plays one; SOAK_HISTORIES says how many a long one does, with twenty kills among them. */
const HISTORIES = Number(process.env.SOAK_HISTORIES) || 1
const EVERY = Math.ceil(HISTORIES / 20)
const FIRST = Number(process.env.SOAK_FIRST_HISTORY) || 1

/** Market invariant 10: until bids and offers close, not even the operator is told an amount. */
const expectSealed = async ({ as, store }: Marketplace, roundId: string): Promise<void> => {
  const round = await store.read.one('round', roundId)
  if (round?.status !== 'OpenForBidsAndOffers') return
  for (const { id, offer } of await store.read.list('project', { roundId }))
    if (offer !== null) expect(await as('operator').get(`/api/project/${id}`)).toMatchObject({ offer: null })
  for (const { id, bid } of await store.read.list('requirement', { roundId }))
    if (bid !== null) expect(await as('operator').get(`/api/requirement/${id}`)).toMatchObject({ bid: null })
}

test('whatever people do that they may, and however often the server is killed, the invariants hold after every step', async () => {
  const bundle = await bundleServer()
  const { connection, dataDir, remove } = await copyOf(demonstration)
  const store = openStore(connect({ ...connection, max: 4 }))
  const chance = random(FIRST)
  const { market, doom, kills, stop } = await doomedMarket(bundle.main, dataDir, {
    connection,
    store,
    chance,
  })

  for (let seed = FIRST; seed < FIRST + HISTORIES; seed += 1) {
    const moment = seed % EVERY === 0 ? chance.whole(10, 110) : -1
    let nth = 0
    const steps = await play(market, seed, async (step, roundId) => {
      expect([seed, step, await ledgerFaults(store.db)]).toEqual([seed, step, []])
      if (step.action === 'SetOffer' || step.action === 'SetBid') await expectSealed(market, roundId)
      if (step.action === 'AcceptMatch') await expectSoundBooks(store, roundId)
      nth += 1
      if (nth === moment) doom()
    })
    expect(steps.length).toBeGreaterThanOrEqual(60)
    if (process.env.SOAK_HISTORIES) console.log(seed, steps.length, steps.at(-1)?.action, kills())
  }
  await expectHonestTrail(store)
  expect(kills()).toBeGreaterThan(0)
  await stop()
  await store.db.destroy()
  await remove()
  bundle.remove()
}, 36_000_000)
