import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, move, update } from '#actions/kit/changes'
import { StatusMovedOn } from '#server/store/refusals'
import type { Tx } from '#server/store/store'
import { freshStore } from './open.ts'
import { allSamples, given, samples } from './samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  await store.transaction(tx => tx.apply(allSamples(), given()))
})
afterAll(() => store.close())

/** A moment that one side announces and the other waits for. */
const moment = () => {
  let come = () => {}
  const here = new Promise<void>(resolve => (come = resolve))
  return { come, here }
}

/** Asks the database until exactly so many transactions stand waiting for a lock. */
const untilWaiting = async (count: number): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db)
    if (rows[0]?.waiting === count) return
  }
}

const openRound = async (id: string) => {
  const round = { ...samples.round, id, status: 'OpenForBidsAndOffers' as const }
  await store.transaction(tx => tx.apply([create('round', round)], given()))
  return round
}

const offerOn = async (tx: Tx, roundId: string, project: string) => {
  const round = await tx.one('round', roundId)
  if (round?.status !== 'OpenForBidsAndOffers') return 'refused'
  await tx.apply([update('project', { id: project }, { offer: 7 })], given())
  return 'offered'
}

describe('an offer and the closing of its round', () => {
  it('an offer that comes while the round is being closed waits, and finds it closed', async () => {
    const round = await openRound('closing-first')
    const closing = moment()
    const close = store.transaction(async tx => {
      await tx.lock('round', round.id)
      closing.come()
      await untilWaiting(1)
      await tx.apply([move('round', round, 'ClosedForBidsAndOffers')], given())
    })
    await closing.here
    const offer = store.transaction(tx => offerOn(tx, round.id, 'project'))
    await close
    expect(await offer).toBe('refused')
  })

  it('a round that is closed while an offer is being made waits for the offer', async () => {
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

  it('a project can be created in a round that somebody is working on', async () => {
    await store.transaction(async tx => {
      await tx.lock('round', 'round-1')
      const project = { ...samples.project, id: 'meanwhile' }
      await store.transaction(other => other.apply([create('project', project)], given()))
    })
    expect(await store.read.one('project', 'meanwhile')).toBeDefined()
  })
})

describe('moves', () => {
  it('of many who make the same move one succeeds and the others are told that the subject moved on', async () => {
    const round = await openRound('contested')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 15 }, () =>
        store.transaction(tx => tx.apply([move('round', round, 'ClosedForBidsAndOffers')], given())),
      ),
    )
    const refused = outcomes.filter(outcome => outcome.status === 'rejected')
    expect(refused).toHaveLength(14)
    expect(refused.every(outcome => outcome.reason instanceof StatusMovedOn)).toBe(true)
    expect(await store.read.one('round', round.id)).toMatchObject({
      status: 'ClosedForBidsAndOffers',
      version: 2,
    })
  })
})

describe('a transaction given up for the sake of another', () => {
  it('a transaction given up in a deadlock is tried once more: both sides come through', async () => {
    const [left, right] = [await openRound('left'), await openRound('right')]
    const [leftHeld, rightHeld, oneIsThrough] = [moment(), moment(), moment()]
    let attempts = 0
    const crossing = async (from: string, to: string, held: typeof leftHeld, otherHeld: typeof leftHeld) => {
      await store.transaction(async tx => {
        attempts += 1
        // On a busy machine whoever is tried again could be back before the other has what it waited for.
        if (attempts > 2) await oneIsThrough.here
        await tx.lock('round', from)
        held.come()
        await otherHeld.here
        await tx.lock('round', to)
        await tx.apply([update('round', { id: to }, { name: `after ${from}` })], given())
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

  it('a transaction that is given up again is not tried a third time', async () => {
    let attempts = 0
    const hopeless = store.transaction(async tx => {
      attempts += 1
      await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx.db)
    })
    await expect(hopeless).rejects.toMatchObject({ code: '40001' })
    expect(attempts).toBe(2)
  })

  it('a transaction that failed for a reason of its own is not tried again', async () => {
    let attempts = 0
    const mistaken = store.transaction(async () => {
      attempts += 1
      throw new Error('refused')
    })
    await expect(mistaken).rejects.toThrow('refused')
    expect(attempts).toBe(1)
  })
})
