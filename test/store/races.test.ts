import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, changeStatus, update } from '#actions/kit/changes'
import { StatusChangedError } from '#server/store/refusals'
import type { StoreTransaction } from '#server/store/store'
import { freshStore } from './open.ts'
import { allSamples, createEffectContext, SAMPLES } from './samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  await store.transaction(tx => tx.apply(allSamples(), createEffectContext()))
})
afterAll(() => store.close())

/** An instant that one side announces and the other waits for. */
const moment = () => {
  let come = () => {}
  const here = new Promise<void>(resolve => (come = resolve))
  return { come, here }
}

/** Polls the database until exactly this many transactions wait for a lock. */
const untilWaiting = async (count: number): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db)
    if (rows[0]?.waiting === count) return
  }
}

const openRound = async (id: string) => {
  const round = { ...SAMPLES.round, id, status: 'OpenForBidsAndOffers' as const }
  await store.transaction(tx => tx.apply([create('round', round)], createEffectContext()))
  return round
}

const offerOn = async (tx: StoreTransaction, roundId: string, project: string) => {
  const round = await tx.one('round', roundId)
  if (round?.status !== 'OpenForBidsAndOffers') return 'refused'
  await tx.apply([update('project', { id: project }, { offer: 7 })], createEffectContext())
  return 'offered'
}

describe('an offer and the closing of its round', () => {
  it('an offer during the closing of its round waits, and finds it closed', async () => {
    const round = await openRound('closing-first')
    const closing = moment()
    const close = store.transaction(async tx => {
      await tx.lock('round', round.id)
      closing.come()
      await untilWaiting(1)
      await tx.apply([changeStatus('round', round, 'ClosedForBidsAndOffers')], createEffectContext())
    })
    await closing.here
    const offer = store.transaction(tx => offerOn(tx, round.id, 'project'))
    await close
    expect(await offer).toBe('refused')
  })

  it('closing a round during an offer waits for the offer', async () => {
    const round = await openRound('offer-first')
    const offering = moment()
    const steps: string[] = []
    const offer = store.transaction(async tx => {
      const done = await offerOn(tx, round.id, 'project')
      offering.come()
      await untilWaiting(1)
      steps.push(done)
    })
    await offering.here
    await store.transaction(async tx => {
      await tx.lock('round', round.id)
      steps.push('closed')
    })
    await offer
    expect(steps).toEqual(['offered', 'closed'])
  })

  it('two offers in one round do not wait for each other', async () => {
    const round = await openRound('both')
    await store.transaction(async first => {
      await first.one('round', round.id)
      expect(await store.transaction(second => offerOn(second, round.id, 'project'))).toBe('offered')
    })
  })

  it('a project can be created in a round in which someone is working', async () => {
    await store.transaction(async tx => {
      await tx.lock('round', 'round-1')
      const project = { ...SAMPLES.project, id: 'meanwhile' }
      await store.transaction(other => other.apply([create('project', project)], createEffectContext()))
    })
    expect(await store.read.one('project', 'meanwhile')).toBeDefined()
  })
})

describe('moves', () => {
  it('one of many identical moves succeeds, and the others learn that the subject has moved on', async () => {
    const round = await openRound('contested')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 15 }, () =>
        store.transaction(tx =>
          tx.apply([changeStatus('round', round, 'ClosedForBidsAndOffers')], createEffectContext()),
        ),
      ),
    )
    const refused = outcomes.filter(outcome => outcome.status === 'rejected')
    expect(refused).toHaveLength(14)
    expect(refused.every(outcome => outcome.reason instanceof StatusChangedError)).toBe(true)
    expect(await store.read.one('round', round.id)).toMatchObject({
      status: 'ClosedForBidsAndOffers',
      version: 2,
    })
  })
})

describe('a transaction rolled back for another', () => {
  it('is tried once more after a deadlock, and both succeed', async () => {
    const [left, right] = [await openRound('left'), await openRound('right')]
    const [leftHeld, rightHeld, oneIsThrough] = [moment(), moment(), moment()]
    let attempts = 0
    const crossing = async (from: string, to: string, held: typeof leftHeld, otherHeld: typeof leftHeld) => {
      await store.transaction(async tx => {
        attempts += 1
        // On a busy machine a repeated transaction could be back before the other has its lock.
        if (attempts > 2) await oneIsThrough.here
        await tx.lock('round', from)
        held.come()
        await otherHeld.here
        await tx.lock('round', to)
        await tx.apply([update('round', { id: to }, { name: `after ${from}` })], createEffectContext())
      })
      oneIsThrough.come()
    }
    await Promise.all([
      crossing(left.id, right.id, leftHeld, rightHeld),
      crossing(right.id, left.id, rightHeld, leftHeld),
    ])
    expect(attempts).toBe(3)
    expect(await store.read.one('round', left.id)).toMatchObject({ name: 'after right', version: 2 })
    expect(await store.read.one('round', right.id)).toMatchObject({ name: 'after left', version: 2 })
  })

  it('is not tried a third time', async () => {
    let attempts = 0
    const hopeless = store.transaction(async tx => {
      attempts += 1
      await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx.db)
    })
    await expect(hopeless).rejects.toMatchObject({ code: '40001' })
    expect(attempts).toBe(2)
  })

  it('is not tried again if it failed for its own reason', async () => {
    let attempts = 0
    const mistaken = store.transaction(async () => {
      attempts += 1
      throw new Error('refused')
    })
    await expect(mistaken).rejects.toThrow('refused')
    expect(attempts).toBe(1)
  })
})
