import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  OFFERED_PROJECT,
  type OfferingRound,
  openOfferingRound,
  SET_OFFER,
  submitDirectly,
} from '../builders/offering.ts'
import { openMatchedRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { type Answer, submissionOf, world, type World } from '../builders/world.ts'

let place: OfferingRound
let market: World
beforeAll(async () => {
  place = await openOfferingRound()
  market = place.market
})
afterAll(() => market.close())

const changesNothing = async <T>(work: () => Promise<T>): Promise<T> => {
  const { answer, isUnchanged } = await place.unchangedBy(work)
  expect(isUnchanged).toBe(true)
  return answer
}

describe('actions at the wrong time', () => {
  it('are refused by status, phase or window, and the answer says which', async () => {
    const by = (answer: Answer) => [answer.status, (answer.body as { reason?: string }).reason]
    expect(
      by(await place.operator.tries('CompleteRegistration', OFFERED_PROJECT, { confirmed: true })),
    ).toEqual([409, 'from'])
    expect(
      by(
        await place.operator.tries(
          'AddScreeningOutcome',
          { kind: 'project', id: 'P123' },
          { outcome: 'Pass' },
        ),
      ),
    ).toEqual([409, 'during'])
    expect(
      by(await market.as('umbershaw.su14').tries('Register', { kind: 'project', id: 'P122' }, {}))[0],
    ).toBe(409)
    expect(
      by(await place.operator.tries('Match', { kind: 'round', id: 'RD-SOL-1' }, { confirmed: true })),
    ).toEqual([409, 'from'])
  })

  it('are refused for the second of two edits of one version', async () => {
    const { version } = await place.owner.form('SetOffer', OFFERED_PROJECT)
    const [first, second] = await Promise.all(
      [201_000, 202_000].map(async amount =>
        submitDirectly(place.owner, SET_OFFER, { values: await place.offer(amount), version }),
      ),
    )
    const answers = [first!, second!]
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'Changed by someone else since you opened this form',
      reason: 'version',
    })
    for (const wrong of [0, version + 50])
      expect(
        (await submitDirectly(place.owner, SET_OFFER, { values: await place.offer(1), version: wrong }))
          .status,
      ).toBe(409)
  })

  it('are refused when there is an identical item already', async () => {
    const before = await market.store.read.list('organisation', {})
    const contact = {
      contact: 'Ann',
      email: 'ann@avon.example',
      phone: '+441632960199',
      mailingAddress: 'Avon',
    }
    const values = { type: 'PARTICIPANT', name: 'Avon Farm', csvId: 'SOM-S-01', ...contact }
    expect(await place.operator.tries('CreateOrganisation', { kind: 'organisations' }, values)).toMatchObject(
      {
        status: 409,
        body: { reason: 'resource exists' },
      },
    )
    expect(await market.store.read.list('organisation', {})).toHaveLength(before.length)
  })

  it('settle a round for one of two acceptances, and refuse the other', async () => {
    const round = await world({ from: openMatchedRound, works: false })
    const both = await Promise.all(
      ['operator', 'operator2'].map(who =>
        round.as(who).tries('AcceptMatch', SOMERSET_ROUND, { confirmed: true }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const told = await round.store.db
      .selectFrom('activity')
      .select('id')
      .where('action', '=', 'AcceptMatch')
      .where('subjectKind', '=', 'round')
      .where('roundId', '=', 'RD-SOM-1')
      .execute()
    expect(told).toHaveLength(1)
    await round.close()
  })
})

describe('a submission sent twice at once', () => {
  it('acts once and gets the same answer both times', async () => {
    const values = await place.offer(222_000)
    const entries = async () =>
      (
        await market.store.db
          .selectFrom('activity')
          .select('id')
          .where('action', '=', 'SetOffer')
          .where('subjectId', '=', 'P207')
          .execute()
      ).length
    const before = { version: (await place.own())!.version, entries: await entries() }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        submitDirectly(
          place.owner,
          SET_OFFER,
          { values, version: before.version },
          { 'idempotency-key': 'twice' },
        ),
      ),
    )
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
    expect((await place.own())!.version).toBe(before.version + 1)
    expect(await entries()).toBe(before.entries + 1)
  })

  it('is not repeated later, and returns the current state', async () => {
    const key = { 'idempotency-key': 'later' }
    const values = await place.offer(225_000)
    const done = await submitDirectly(place.owner, SET_OFFER, { values }, key)
    await submitDirectly(place.owner, SET_OFFER, { values: await place.offer(226_000) })
    const now = await place.own()
    const again = await submitDirectly(place.owner, SET_OFFER, { values }, key)
    expect(await place.own()).toEqual(now)
    expect(again).toMatchObject({
      status: 200,
      body: {
        message: (done.body as { message: string }).message,
        context: { id: 'P207', offer: 226_000, version: now?.version },
      },
    })
  })

  it('is refused with other content under a used key', async () => {
    const refused = await changesNothing(async () =>
      submitDirectly(
        place.owner,
        SET_OFFER,
        { values: await place.offer(333_000) },
        { 'idempotency-key': 'twice' },
      ),
    )
    expect(refused).toMatchObject({ status: 422, body: [{ field: '' }] })
  })

  it('recognises a file by its content under the same key, and refuses another one', async () => {
    const sends = (content: string) =>
      place.operator.send('/api/project/P207/action/ReplaceDocument', {
        ...submissionOf(
          { values: { tag: 'LandholderInfo', reason: 'A better copy' } },
          { replacementFile: { name: 'land.pdf', content: `%PDF-1.4\n% ${content}\n%%EOF\n` } },
        ),
        headers: { 'idempotency-key': 'file' },
      })
    const filed = async () =>
      (await market.store.read.list('filedDocument', { ownerId: 'P207', tag: 'LandholderInfo' })).length
    const before = await filed()
    const [first, again] = [await sends('one'), await sends('one')]
    expect([first.status, again]).toEqual([200, { ...again, status: 200, body: first.body }])
    expect((await sends('another')).status).toBe(422)
    expect(await filed()).toBe(before + 1)
  })

  it('is a separate request under another person’s key', async () => {
    const { context } = (
      await submitDirectly(
        place.operator,
        SET_OFFER,
        { values: await place.offer(223_000) },
        { 'idempotency-key': 'twice' },
      )
    ).body as { context: object }
    expect(context).toMatchObject({ offerIsSealed: true })
    expect(await place.own()).toMatchObject({ offer: 22_300_000 })
  })

  it('can be corrected after a refusal under the same key', async () => {
    const key = { 'idempotency-key': 'corrected' }
    expect((await submitDirectly(place.owner, SET_OFFER, { values: {} }, key)).status).toBe(422)
    expect(
      (await submitDirectly(place.owner, SET_OFFER, { values: await place.offer(224_000) }, key)).status,
    ).toBe(200)
  })
})
