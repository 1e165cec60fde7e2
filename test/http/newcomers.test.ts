import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'
import { sampleRow } from './world.ts'

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi()
  const days = { suppliersStart: '2026-05-01', suppliersEnd: '2026-06-30' }
  const round = sampleRow('round', {
    ...{ id: 'spring', name: 'Spring', marketId: 'levels', status: 'Open', settledAt: null },
    ...days,
  })
  await door.store.transaction(tx => tx.apply([round], { now: door.clock.now, newId: () => 'unused' }))
})
afterAll(() => door.close())

const JOIN = '/api/round/spring/action/RegisterAsParticipant'

it('a newcomer joins a round through its form, and is registered without staff', async () => {
  const email = 'nell@new.example'
  const nell = door.browser()
  await nell.post('sign-up', {
    ...{
      password: STRONG_PASSWORD,
      confirmPassword: STRONG_PASSWORD,
      displayName: 'Nell Newcomer',
      phone: '+441632960777',
    },
    ...{ email, organisationName: 'Newcomer Farm', organisationType: 'PARTICIPANT' },
  })
  await nell.post('confirm-sign-up', { email, code: await door.codeMailed(email) })
  await nell.signIn(email)
  const capacities = ['Supplier']
  const refused = await nell.send('POST', JOIN, { values: { capacities, declarations: [] } })
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    [{ field: 'mailingAddress', message: 'Field required' }],
  ])
  const mailingAddress = 'Newcomer Farm, Taunton'
  const joined = await nell.send('POST', JOIN, { values: { capacities, declarations: [], mailingAddress } })
  expect(joined.statusCode).toBe(200)
  const [organisation] = await door.store.read.list('organisation', { name: 'Newcomer Farm' })
  expect(organisation).toMatchObject({ mailingAddress, contact: 'Nell Newcomer', email })
  const [part] = await door.store.read.list('participation', { organisationId: organisation!.id })
  const confirmed = await door.ask('olga', `/api/participation/${part!.id}/action/CompleteRegistration`, {
    method: 'POST',
    payload: { values: { confirmed: true } },
  })
  expect([confirmed.statusCode, confirmed.body]).toEqual([200, expect.any(String)])
})
