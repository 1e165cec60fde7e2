import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionResult } from '#contract/kit/form'
import type { HomeView } from '#contract/desk/home'
import type { OrganisationView } from '#contract/people/organisation'
import type { QueueView } from '#contract/desk/queue'
import { type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'
import { sampleRow } from './world.ts'

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi()
  await door.store.transaction(tx =>
    tx.apply([sampleRow('lpa', { id: 'Exmoor', name: 'Exmoor' })], {
      now: door.clock.now,
      newId: () => 'unused',
    }),
  )
})
afterAll(() => door.close())

/** Signs up a planning authority as the page does; returns the person, their email address and the organisation’s id. */
const signUp = async (name: string, address: string) => {
  const email = `${name.toLowerCase()}@authority.example`
  const person = door.browser(address)
  await person.post('sign-up', {
    ...{
      password: STRONG_PASSWORD,
      confirmPassword: STRONG_PASSWORD,
      displayName: 'Petra Planner',
      phone: '+441632960777',
    },
    ...{ email, organisationName: name, organisationType: 'LPA' },
  })
  await person.post('confirm-sign-up', { email, code: await door.codeMailed(email) })
  const { id } = await door.store.db
    .selectFrom('organisation')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { person, email, id }
}
const act = async (id: string, action: string, values: object, kind = 'organisation') => {
  const answer = await door.ask('olga', `/api/${kind}/${id}/action/${action}`, {
    method: 'POST',
    payload: { values },
  })
  return { status: answer.statusCode, body: answer.json<ActionResult>() }
}
const queue = async () => (await door.ask('olga', '/api/queue?act=organisation.Admit')).json<QueueView>()
const waitingItems = async (id: string) =>
  door.store.db
    .selectFrom('inboxItem')
    .select(['kind', 'waitsFor', 'endedAt'])
    .where('userId', '=', 'olga')
    .where('subjectId', '=', id)
    .execute()

describe('a planning authority that signs up', () => {
  it('waits for admission in the queue, on home and in the inbox, and is admitted with its area', async () => {
    const { person, email, id } = await signUp('Exmoor', '192.0.2.41')
    await person.signIn(email)
    expect((await person.send('GET', '/api/home')).json()).toMatchObject({ reason: 'approval' })

    const { items, acts } = await queue()
    expect(items).toMatchObject([
      { id, name: 'Exmoor', kind: 'organisation', link: `/lpas/${id}`, round: null, missing: null },
    ])
    expect(items[0]?.since).toBe(door.clock.now)
    expect(acts.find(({ id: one }) => one === 'organisation.Admit')).toMatchObject({
      stage: 'admit',
      count: 1,
    })
    const home = (await door.ask('olga', '/api/home')).json<HomeView>()
    expect(home.next.map(({ detail }) => detail).join()).toContain(
      '1 planning authority that waits to be admitted',
    )
    expect(await waitingItems(id)).toEqual([
      { kind: 'authority-to-admit', waitsFor: ['Admit', 'Refuse'], endedAt: null },
    ])

    const page = (await door.ask('olga', `/api/organisation/${id}`)).json<OrganisationView>()
    expect(page).toMatchObject({ admissionAskedAt: door.clock.now })
    expect(page.actions.slice(0, 2).map(one => one.id)).toEqual(['Admit', 'Refuse'])

    expect(await act(id, 'Admit', { lpaId: null })).toMatchObject({
      status: 422,
      body: [{ field: 'lpaId', message: 'Field required' }],
    })
    expect((await act(id, 'Admit', { lpaId: 'Exmoor' })).status).toBe(200)
    await person.signIn(email)
    expect((await person.get('user')).json()).toMatchObject({ groups: ['lpa'] })
    expect((await person.send('GET', '/api/workbench')).statusCode).toBe(200)
    const { rows } = await sql<{
      kind: string
    }>`select kind from inbox_item join "user" on "user".id = user_id
      where email = ${email}`.execute(door.store.db)
    expect(rows).toEqual([{ kind: 'authority-admitted' }])
    expect((await queue()).items).toEqual([])
    expect((await waitingItems(id)).map(({ endedAt }) => endedAt)).toEqual([door.clock.now])
    expect((await act(id, 'Admit', { lpaId: 'Exmoor' })).status).toBe(409)
  })

  it('is refused with a reason by email, and can then not sign in', async () => {
    const { person, email, id } = await signUp('Nowhere', '192.0.2.42')
    expect((await act(id, 'Refuse', { reason: 'There is no such authority' })).status).toBe(200)
    expect((await queue()).items).toEqual([])
    const last = (await door.letters(email)).at(-1)
    expect([last?.letter, last?.facts]).toEqual([
      'admission-refused',
      { organisation: 'Nowhere', reason: 'There is no such authority' },
    ])
    expect((await person.signIn(email)).statusCode).toBe(401)
  })

  it('is admitted only with its area, and its people not before it', async () => {
    const { id } = await signUp('Dartmoor', '192.0.2.43')
    const { id: userId } = await door.store.db
      .selectFrom('user')
      .select('id')
      .where('organisationId', '=', id)
      .executeTakeFirstOrThrow()
    for (const [action, values] of [
      ['AdmitPerson', {}],
      ['ChangeGroups', { groups: ['lpa'] }],
    ] as const)
      expect(await act(userId, action, values, 'user')).toMatchObject({
        status: 422,
        body: [
          {
            field: '',
            message: 'Dartmoor is not admitted yet. Admit the organisation to admit its people',
          },
        ],
      })
  })
})
