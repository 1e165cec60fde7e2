import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PossibleDuplicate } from '#contract/people/organisation'
import { createInvitationToken } from '#server/auth/invitations'
import { type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'
import { sampleRow } from './world.ts'

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi()
  await door.store.transaction(tx =>
    tx.apply(
      [
        sampleRow('organisation', {
          ...{ id: 'sedge', name: 'Sedgewhistle Farms Ltd', type: 'PARTICIPANT', csvId: null, lpaId: null },
          ...{ companyNumber: '07654321', email: 'edwin@sedge.example', phone: '+441632960777' },
          ...{ mailingAddress: 'Sedge Farm, Martock TA12 9ZZ', holdingNumber: '36/123/4567' },
        }),
        sampleRow('user', {
          ...{ id: 'edwin', username: 'edwin', displayName: 'Edwin Sedge', email: 'edwin@sedge.example' },
          ...{ groups: ['participant'], organisationId: 'sedge' },
        }),
      ],
      { now: door.clock.now, newId: () => 'x' },
    ),
  )
})
afterAll(() => door.close())

const post = (who: string, path: string, values: object, more: object = {}) =>
  door.ask(who, path, { method: 'POST', payload: { values, ...more } })

const entered = {
  type: 'PARTICIPANT',
  name: 'The SEDGEWHISTLE FARMS Limited',
  contact: 'Edwina',
  email: 'edwina@elsewhere.example',
  phone: '+441632960999',
  mailingAddress: 'Elsewhere',
}
const CREATE = '/api/organisations/action/CreateOrganisation'
const fieldsOf = (answer: { json(): unknown }) =>
  (answer.json() as { field: string; message: string }[]).map(({ field }) => field)

it('the operator cannot enter an organisation twice without confirming that it is a different one', async () => {
  const silent = await post('olga', CREATE, entered)
  expect([silent.statusCode, fieldsOf(silent)]).toEqual([422, ['isDifferent', 'differsBy']])
  const said = await post('olga', CREATE, { ...entered, isDifferent: true, differsBy: 'A namesake in Kent' })
  expect(said.statusCode).toBe(200)
  const ties = await door.store.read.list('organisationTie', { otherId: 'sedge' })
  expect(ties.map(({ tie, note, saidBy }) => [tie, note, saidBy])).toEqual([
    ['Different', 'A namesake in Kent', 'olga'],
  ])
})

it('a company number belongs to one organisation, in whatever form it is typed', async () => {
  const other = { ...entered, name: 'Heron Estate', companyNumber: '7654321' }
  const answer = await post('olga', CREATE, { ...other, isDifferent: true, differsBy: 'No' })
  expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, ['companyNumber']])
  const edited = await post('fay', '/api/organisation/farm/action/Update', {
    ...{ name: 'The farm', contact: 'Fay', email: 'f@farm.example', phone: '+441632960998' },
    ...{ mailingAddress: 'Farm', companyNumber: '07654321' },
  })
  expect([edited.statusCode, fieldsOf(edited)]).toEqual([422, ['companyNumber']])
  expect(edited.body).not.toContain('Sedge')
})

const applicant = (email: string, more: object) => ({
  ...{
    password: STRONG_PASSWORD,
    confirmPassword: STRONG_PASSWORD,
    displayName: 'Nell Newcomer',
    phone: '+441632960555',
    email,
  },
  ...{ organisationName: 'Sedgewhistle Farm', organisationType: 'PARTICIPANT', ...more },
})

it('a stranger who signs up with a taken number learns that it is taken, and not whose it is', async () => {
  const stranger = door.browser()
  const answer = await stranger.post('sign-up', applicant('nell@new.example', { companyNumber: '07654321' }))
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toEqual([
    {
      field: 'companyNumber',
      message:
        'An organisation with this company number is already registered. Ask that organisation or the market operator for an invitation',
    },
  ])
  expect(await door.letters('nell@new.example')).toEqual([])
})

it('attempts at numbers are limited like requests for codes, and then reveal nothing', async () => {
  const stranger = door.browser()
  const asked = applicant('nosy@new.example', { companyNumber: '07654321' })
  const statuses: number[] = []
  for (let time = 0; time < 4; time += 1) statuses.push((await stranger.post('sign-up', asked)).statusCode)
  expect(statuses).toEqual([422, 422, 422, 204])
  expect(await door.letters('nosy@new.example')).toEqual([])
})

it('requesting an invitation admits no one: its people and the operator are notified', async () => {
  const stranger = door.browser()
  const email = 'nelly@new.example'
  const asked = { companyNumber: '07654321', asksForInvitation: true }
  expect((await stranger.post('sign-up', applicant(email, asked))).statusCode).toBe(204)
  expect(await door.letters('edwin@sedge.example')).toEqual([])
  const code = await door.codeMailed(email)
  expect((await stranger.post('confirm-sign-up', { email, code })).statusCode).toBe(204)
  for (const told of ['edwin@sedge.example', 'olga@x.example'])
    expect((await door.letters(told)).map(({ letter }) => letter)).toContain('invitation-asked')
  expect((await stranger.signIn(email)).statusCode).toBe(401)
  expect(await door.store.read.list('organisation', { companyNumber: '07654321' })).toHaveLength(1)
})

it('a stranger with a similar name learns nothing; the operator sees both as possible duplicates', async () => {
  const email = 'ned@new.example'
  const stranger = door.browser()
  expect((await stranger.post('sign-up', applicant(email, {}))).statusCode).toBe(204)
  const code = await door.codeMailed(email)
  expect((await stranger.post('confirm-sign-up', { email, code })).statusCode).toBe(204)
  const listed = async () => (await door.ask('olga', '/api/possible-doubles')).json<PossibleDuplicate[]>()
  const pair = (await listed()).find(
    ({ older, newer }) => older.id === 'sedge' && newer.name === 'Sedgewhistle Farm',
  )
  expect(pair?.reasons).toEqual(['similar name'])
  expect((await door.ask('fay', '/api/possible-doubles')).statusCode).toBe(403)
  const apart = { otherId: 'sedge', note: 'The brother’s farm' }
  expect(
    (await post('olga', `/api/organisation/${pair?.newer.id}/action/SetDifferent`, apart)).statusCode,
  ).toBe(200)
  const after = (await listed()).filter(({ newer }) => newer.id === pair?.newer.id)
  expect(after.map(({ older }) => older.id)).not.toContain('sedge')
})

const clientOf = async (name: string, companyNumber: string | null = null) => {
  const form = { name, contact: 'Cass', companyNumber, marketRoundId: 'bidding' }
  const boundary = 'parts'
  const part = (head: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  return door.ask('amy', '/api/organisation/agency/action/AddParticipantClient', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${part('name="submission"', JSON.stringify({ values: form }))}${part(
      'name="authorityToAct"; filename="a.pdf"\r\ncontent-type: application/pdf',
      '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n',
    )}--${boundary}--\r\n`,
  })
}

it('an agent cannot enter its client twice, and learns only that the number is taken', async () => {
  const answer = await clientOf('Whatever Farm', '07654321')
  expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, ['companyNumber']])
  expect(answer.body).not.toContain('Sedge')
  const form = await door.ask('amy', '/api/organisation/agency/action/AddParticipantClient')
  expect(form.body).not.toContain('Sedge')
})

it('an agency completes and invites its own client, until the client has people of its own', async () => {
  expect((await clientOf('Orchard Growers')).statusCode).toBe(200)
  const [client] = await door.store.read.list('organisation', { name: 'Orchard Growers' })
  const at = `/api/organisation/${client?.id}`
  const details = {
    ...{ name: 'Orchard Growers', contact: 'Oona', email: 'oona@orchard.example', phone: '+441632960444' },
    ...{ mailingAddress: 'Orchard', holdingNumber: '36/765/4321' },
  }
  expect((await post('amy', `${at}/action/Update`, details)).statusCode).toBe(200)
  expect((await door.ask('amy', at)).json()).toMatchObject({ holdingNumber: '36/765/4321', users: [] })
  expect((await door.ask('rex', at)).statusCode).toBe(404)
  expect((await post('rex', `${at}/action/Update`, details)).statusCode).toBe(404)
  const invited = await post('amy', `${at}/action/InviteUser`, { email: 'oona@orchard.example' })
  expect(invited.statusCode).toBe(200)
  const [invitation] = await door.store.read.list('invitation', { organisationId: client?.id ?? '' })
  const oona = door.browser()
  const joined = await oona.post('complete-invitation', {
    ...{
      token: createInvitationToken(door.secrets, invitation?.id ?? ''),
      displayName: 'Oona Withy',
      phone: null,
    },
    ...{ password: STRONG_PASSWORD, confirmPassword: STRONG_PASSWORD },
  })
  expect(joined.statusCode).toBe(204)
  for (const action of ['Update', 'InviteUser'])
    expect([action, (await post('amy', `${at}/action/${action}`, details)).statusCode]).toEqual([action, 404])
  const own = await oona.send('POST', `${at}/action/Update`, {
    values: { ...details, contact: 'Oona Withy' },
  })
  expect(own.statusCode).toBe(200)
})
