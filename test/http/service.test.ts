import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceFigures } from '#contract/service'
import { serviceFigures } from '#server/views/service-figures'
import { FEWEST_ANSWERS } from '#domain/satisfaction'
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
  // What anybody is told is kept for seconds: this asks where it comes from.
  return serviceFigures(world.store.db, '2026-06-01')
}

it('the completion rate is of what was begun, and nothing is made up where there is nothing', async () => {
  // Of two projects that have come in and one draft, and a requirement with a bid.
  expect(await figures()).toMatchObject({
    completion: { begun: 4, registered: 3, rate: 0.75 },
    satisfaction: { answers: 0, satisfied: null },
    takeUp: { participations: 0, rate: null },
    costPerTransaction: null,
  })
  const answer = await world.ask(null, '/api/public/service')
  expect(answer.json()).toMatchObject({ completion: { begun: 4, registered: 3 } })
})

it('the one question is answered without scripts, and only counted', async () => {
  const thanks = await send('about=registering&answer=5')
  expect([thanks.statusCode, thanks.headers.location]).toEqual([303, '/feedback/thanks'])
  expect((await world.ask(null, '/feedback/thanks')).body).toContain('Your answer has been counted')
  for (const nothing of ['about=registering', 'answer=6', 'answer=4.5', ''])
    expect((await send(nothing)).headers.location).toBe('/feedback?missing=true')
  expect((await world.ask(null, '/feedback?missing=true')).body).toContain('Choose one of the answers')
  expect((await send('answer=5', { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
  expect(await world.store.db.selectFrom('satisfaction').selectAll().execute()).toEqual([
    { day: '2026-06-01', about: 'registering', answer: 5, number: 1 },
  ])
  expect((await world.ask(null, '/feedback')).body).not.toMatch(/<script(?! type="module")/)
})

it('satisfaction is told once enough have answered', async () => {
  for (let at = 1; at < FEWEST_ANSWERS; at += 1) await send(`answer=${at % 2 ? 4 : 2}`)
  // Five satisfied and four not, and the one before.
  expect((await figures()).satisfaction).toEqual({ answers: 10, satisfied: 0.6 })
})
