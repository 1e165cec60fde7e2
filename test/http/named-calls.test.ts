import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

it.each([
  ...['projects?registry=true', 'projects?nonCompliant=true', 'requirements?registry=true'],
  ...['requirements?lateRedemptions=true', 'credits?registry=true', 'standards?active=true'],
  ...['organisations?type=PARTICIPANT', 'projects?nca=NCA142&lpa=Somerset&marketRoundId=bidding'],
  'reserved-credits?marketId=levels&creditStatus=Issued&creditType=Biodiversity',
])('the list %s is available as the specification names it', async query => {
  expect((await world.ask('olga', `/api/${query}`)).statusCode).toBe(200)
})

it('/api/auth/users lists the same people as /api/users', async () => {
  const { statusCode, headers } = await world.ask('olga', '/api/auth/users')
  expect([statusCode, headers.location]).toEqual([307, '/api/users'])
})
