import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionForm, ActionPreview } from '#contract/kit/form'
import type { PricesView } from '#contract/round/prices'
import { type Subject, world as marketWorld, type World as MarketWorld } from '../builders/world.ts'
import { startWorld, type World, sampleRow } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    sampleRow('participation', {
      ...{ id: 'estate-part', organisationId: 'estate', roundId: 'bidding', status: 'Registered' },
    }),
    sampleRow('participation', {
      ...{
        id: 'builder-part',
        organisationId: 'builder',
        roundId: 'bidding',
        capacity: 'Buyer',
        status: 'Registered',
      },
    }),
  )
  await world.store.db.updateTable('requirement').set({ bid: 638_000_00 }).where('id', '=', 'homes').execute()
})
afterAll(() => world.close())

const HOMES = '/api/requirement/homes/action/SetBid'
const REED = '/api/project/reed/action/SetOffer'
const act = async (by: string, url: string, values: object) => {
  const answer = await world.ask(by, url, { method: 'POST', payload: { values } })
  return { status: answer.statusCode, body: answer.json<unknown>() }
}
const form = async (by: string, url: string) => (await world.ask(by, url)).json<ActionForm>()
const bidNow = async () => (await world.store.read.one('requirement', 'homes'))?.bid

describe('an amount far from the last one', () => {
  const FIGURES =
    '£99,000,000 is more than five times your last bid for this requirement, £638,000. Change the amount, or tick that it is correct'

  it('needs a tick after a warning with both figures', async () => {
    const bid = { bid: 99_000_000, acceptOngoingOnly: false }
    for (const confirmsAmount of [undefined, null, false])
      expect(await act('bob', HOMES, { ...bid, confirmsAmount })).toMatchObject({
        status: 422,
        body: [{ field: 'confirmsAmount', message: FIGURES }],
      })
    expect(await bidNow()).toBe(638_000_00)
    expect((await act('bob', HOMES, { ...bid, confirmsAmount: true })).status).toBe(200)
    expect(await bidNow()).toBe(99_000_000_00)
  })

  it('needs one below a fifth, for offers too', async () => {
    expect(await act('eve', REED, { offer: 15_399 })).toMatchObject({
      status: 422,
      body: [
        {
          field: 'confirmsAmount',
          message:
            '£15,399 is less than a fifth of your last offer for this project, £77,000. Change the amount, or tick that it is correct',
        },
      ],
    })
    expect((await act('eve', REED, { offer: 15_400 })).status).toBe(200)
  })

  it('reveals the last amount to no one: a person who may not know it is not asked', async () => {
    const { bid } = (await world.store.read.one('requirement', 'homes'))!
    const given = JSON.stringify(await form('olga', HOMES))
    expect(given).not.toContain(String(bid))
    expect(given).not.toContain(String(bid! / 100))
    for (const amount of [1, 5_000_000])
      expect(
        (await act('olga', HOMES, { bid: amount, acceptOngoingOnly: false })).body,
        'every amount is answered alike',
      ).not.toMatchObject([{ field: 'confirmsAmount' }])
  })

  it('is a field of the preview that programs can read', async () => {
    const answer = await world.ask('eve', REED, {
      method: 'POST',
      payload: { values: { offer: 1 }, preview: true },
    })
    const { fields, messages } = answer.json<ActionPreview>()
    expect(fields.find(({ id }) => id === 'confirmsAmount')).toMatchObject({ type: 'Checkbox' })
    expect(messages).toMatchObject([{ field: 'confirmsAmount' }])
  })
})

describe('a first amount', () => {
  let solent: MarketWorld
  const bid: Subject = { kind: 'requirement', id: 'R202' }
  const offer: Subject = { kind: 'project', id: 'P203' }
  beforeAll(async () => {
    solent = await marketWorld()
    const { db } = solent.store
    await db
      .updateTable('requirement')
      .set({ bid: null, bidAt: null, status: 'Registered' })
      .where('id', '=', bid.id!)
      .execute()
    await db
      .updateTable('project')
      .set({ offer: null, offeredAt: null, status: 'ApprovedRound' })
      .where('id', '=', offer.id!)
      .execute()
  })
  afterAll(() => solent.close())

  const pounds = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: 'GBP',
    trailingZeroDisplay: 'stripIfInteger',
  })
  /** The cost of this many units of nitrogen by the published prices of the market’s newest settled round. */
  const published = async (units: number) => {
    const { cells } = (
      await solent.stranger.send(
        '/api/public/prices?round=RD-SOL-B&scope=round&type=NutrientMitigationNitrogen',
      )
    ).body as PricesView
    const price = cells[0]!.price!
    return [price.lower, price.upper].map(end => pounds.format((end ?? price.median) * units))
  }

  it('is questioned when far from the published prices, whoever enters it', async () => {
    const [low, high] = await published(351.9)
    const range = low === high ? low : `${low} to ${high}`
    const by = `the cost of its units at the published prices of Interim round: six catchments, ${range}`
    for (const who of ['linus.bu12', 'operator']) {
      const asked = async (amount: number) =>
        (await solent.as(who).rehearses('SetBid', bid, { bid: amount })).messages.filter(
          ({ field }) => field === 'confirmsAmount',
        )
      expect(await asked(99_000_000)).toMatchObject([
        {
          message: `£99,000,000 is more than five times ${by}. Change the amount, or tick that it is correct`,
        },
      ])
      expect(await asked(1_000_000)).toEqual([])
    }
  })

  it('is questioned for an offer by the project’s supply at its fullest', async () => {
    const { messages } = await solent.as('bellfinch.su23').rehearses('SetOffer', offer, { offer: 1 })
    expect(messages).toContainEqual({
      field: 'confirmsAmount',
      message: expect.stringMatching(
        /^£1 is less than a fifth of the cost of its units at the published prices of Interim round: six catchments, £/,
      ),
    })
  })
})
