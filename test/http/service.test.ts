import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceFigures } from '#contract/desk/service'
import { type ActivityEntry, appendLogEntries } from '#server/store/activity'
import { calculateServiceFigures } from '#server/register/service-figures'
import { MIN_SATISFACTION_ANSWERS } from '#domain/project/satisfaction'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const send = (payload: string, headers = {}) =>
  world.ask(null, '/feedback', {
    method: 'POST',
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const figures = async (): Promise<ServiceFigures> => {
  // Public figures are cached for seconds, so this calls their source.
  return calculateServiceFigures(world.store.db, '2026-06-01')
}

it('the completion rate counts what was begun, and is empty without data', async () => {
  // Two registered projects, one draft, and a requirement with a bid.
  expect(await figures()).toMatchObject({
    completion: { begun: 4, registered: 3, rate: 0.75 },
    satisfaction: { answers: 0, satisfied: null },
    takeUp: { participations: 0, rate: null },
    costPerTransaction: null,
  })
  const answer = await world.ask(null, '/api/public/service')
  expect(answer.json()).toMatchObject({ completion: { begun: 4, registered: 3 } })
})

it('the cost per transaction divides a year’s cost by the registrations of the last year', async () => {
  const told = async (on: string) =>
    (await calculateServiceFigures(world.store.db, on, 90_000_00)).costPerTransaction
  const left = (id: string, day: string, toStatus: string): ActivityEntry => ({
    ...{ at: `${day}T10:00:00Z`, action: 'Register', title: 'Register', message: '', details: {} },
    ...{ actorId: null, forClientId: null, roundId: null, fromStatus: 'Draft', toStatus },
    ...{ subjectKind: 'project', subjectId: id },
  })
  await world.store.db
    .transaction()
    .execute(trx =>
      appendLogEntries(trx, [
        left('long-ago', '2025-05-31', 'Registered'),
        left('pond', '2025-06-02', 'Registered'),
        left('meadow', '2026-05-31', 'Provisional'),
        left('given-up', '2026-05-31', 'Unmatched'),
      ]),
    )
  expect(await told('2026-06-01')).toEqual({ runningCost: 90_000, registrations: 2, cost: 45_000 })
  expect(await told('2028-06-02')).toEqual({ runningCost: 90_000, registrations: 0, cost: null })
})

it('the survey question works without scripts, and is only counted', async () => {
  const thanks = await send('about=registering&answer=5')
  expect([thanks.statusCode, thanks.headers.location]).toEqual([303, '/feedback/thanks'])
  expect((await world.ask(null, '/feedback/thanks')).body).toContain('Your answer has been counted')
  for (const nothing of ['about=registering', 'answer=6', 'answer=4.5', ''])
    expect((await send(nothing)).headers.location).toBe('/feedback?missing=true')
  expect((await world.ask(null, '/feedback?missing=true')).body).toContain(
    'Choose an answer before you send the form',
  )
  expect((await send('answer=5', { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
  expect(await world.store.db.selectFrom('satisfaction').selectAll().execute()).toEqual([
    { day: '2026-06-01', about: 'registering', answer: 5, number: 1 },
  ])
  expect((await world.ask(null, '/feedback')).body).not.toMatch(/<script(?! type="module")/)
})

it('satisfaction is shown once enough have answered', async () => {
  for (let at = 1; at < MIN_SATISFACTION_ANSWERS; at += 1) await send(`answer=${at % 2 ? 4 : 2}`)
  // Five satisfied and four not, plus the earlier one.
  expect((await figures()).satisfaction).toEqual({ answers: 10, satisfied: 0.6 })
})
