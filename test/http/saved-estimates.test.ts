import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AreaInterest } from '#contract/desk/saved-estimate'
import type { HomeView } from '#contract/desk/home'
import { MAX_CONFIRMATIONS_A_DAY } from '#domain/project/saved-estimate'
import { openSecrets } from '#server/auth/secrets'
import { composeEmail } from '#server/mail/letters'
import { unsubscribePath } from '#server/mail/unsubscribe'
import { blankPerson } from '#server/persons/blank'
import { exportPerson } from '#server/persons/export'
import { estimateLinkPath } from '#server/saved-estimates/links'
import { readCachedBrand } from '#server/brand/brand'
import { STRONG_PASSWORD } from './browser.ts'
import { sampleRow, startWorld, type World } from './world.ts'

const LAND = { place: 'Somerset', hectares: '6.5', now: 'Cereal crops' }
const NEED = { place: 'Somerset', biodiversity: '4.2' }
const OPEN_FROM = { suppliersStart: '2026-01-01', buyersStart: '2026-01-01' }
const OPEN_TO = { suppliersEnd: '2026-12-31', buyersEnd: '2026-12-31' }
const WINDOWS = { ...OPEN_FROM, ...OPEN_TO, projectsEnd: '2026-12-31', requirementsEnd: '2026-12-31' }

let world: World
let address = 0
beforeAll(async () => {
  const planned = {
    status: 'Draft',
    expectedFrom: null,
    settledAt: null,
    marketId: 'levels',
    ...WINDOWS,
  } as const
  world = await startWorld(
    sampleRow('round', { id: 'here', name: 'Round 3', ...planned, ...{ subcatchmentIds: [], ncaIds: [] } }),
    sampleRow('round', {
      ...{ id: 'elsewhere', name: 'Round 4', ...planned },
      ...{ subcatchmentIds: [], ncaIds: [], lpaIds: ['Dorset'] },
    }),
  )
})
afterAll(() => world.close())

const send = (url: string, form: Record<string, string> = {}) => {
  address += 1
  return world.ask(null, url, {
    method: 'POST',
    remoteAddress: `192.0.2.${address}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
}
const save = (email: string, form: Record<string, string> = LAND) =>
  send(form.hectares === undefined ? '/desk/need' : '/desk/land', { ...form, email })
const rows = () => world.store.db.selectFrom('savedEstimate').selectAll().orderBy('ordinal').execute()
const emails = (to: string) =>
  world.store.db
    .selectFrom('mailOutbox')
    .select(['letter', 'facts', 'userId'])
    .where('toAddress', '=', to)
    .orderBy('createdAt')
    .execute()
const secrets = () => openSecrets(world.config)
const lastOf = async (email: string) => {
  const id = (await rows()).findLast(row => row.email === email)?.id ?? ''
  const path = (purpose: 'confirm' | 'end') => estimateLinkPath(secrets(), purpose, id)
  return { id, confirm: path('confirm'), end: path('end') }
}
const saveConfirmed = async (email: string, form: Record<string, string> = LAND) => {
  expect((await save(email, form)).statusCode).toBe(303)
  const links = await lastOf(email)
  expect((await send(links.confirm)).statusCode).toBe(200)
  return links
}
const act = async (on: string, action: string, values: object, by = 'olga') => {
  const answer = await world.ask(by, `/api/${on}/action/${action}`, { method: 'POST', payload: { values } })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
}

describe('saving an estimate', () => {
  it('asks for an email address only, and sends it a link that confirms it once, by a press of its button', async () => {
    const shown = await world.ask(null, `/desk/land?${new URLSearchParams(LAND)}`)
    expect(shown.body).toContain('Email me about rounds')
    const answer = await save('Nell@New.example')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/desk/saved'])
    expect((await emails('nell@new.example')).map(({ letter }) => letter)).toEqual(['estimate-saved'])
    const { id, confirm } = await lastOf('nell@new.example')
    const opened = await world.ask(null, confirm)
    expect(opened.body).toContain('6.5 ha of land in Somerset')
    expect((await rows()).find(row => row.id === id)?.confirmedAt).toBeNull()
    expect((await send(confirm)).statusCode).toBe(200)
    expect((await rows()).find(row => row.id === id)?.confirmedAt).toBe(world.clock.now)
    expect((await send(confirm)).statusCode).toBe(404)
    expect((await world.ask(null, confirm)).statusCode).toBe(404)
  })

  it('contains nothing in the email that its sender wrote', async () => {
    await save('quoted@new.example', { ...LAND, place: ' SOMERSET ', habitat: 'lowland meadows' })
    const [email] = await emails('quoted@new.example')
    const brand = await readCachedBrand(world.store.db)
    const sender = { publicUrl: 'https://market.example', brand, secrets: secrets() }
    const written = composeEmail(email!.letter, email!.facts, sender)
    expect(written?.text).toContain('6.5 ha of land in Somerset')
    expect(written?.text).not.toMatch(/SOMERSET|lowland/)
  })

  it('sends an address at most some links a day, and answers the same', async () => {
    const answers = []
    for (let nth = 0; nth <= MAX_CONFIRMATIONS_A_DAY; nth += 1) answers.push(await save('often@new.example'))
    expect(await emails('often@new.example')).toHaveLength(MAX_CONFIRMATIONS_A_DAY)
    const known = await save('fay@x.example')
    const told = [...answers, known].map(({ statusCode, headers, body }) =>
      JSON.stringify([statusCode, headers.location, body]),
    )
    expect(new Set(told).size).toBe(1)
  })

  it('refuses a form without an address, or with answers that give no estimate, with the page and a sentence', async () => {
    const before = (await rows()).length
    const nameless = await save('nell at home')
    expect(nameless.statusCode).toBe(422)
    expect(nameless.body).toContain('such as name@example.com')
    const empty = await save('empty@new.example', { ...LAND, now: 'lawn' })
    expect(empty.statusCode).toBe(422)
    expect(empty.body).toContain('such as Cereal crops')
    expect(await rows()).toHaveLength(before)
  })

  it('takes ten forms an hour from one place of the network', async () => {
    const statuses = []
    for (let nth = 0; nth <= 10; nth += 1) {
      const options = { method: 'POST', remoteAddress: '198.51.100.7', payload: 'email=' } as const
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      statuses.push((await world.ask(null, '/desk/need', { ...options, headers })).statusCode)
    }
    expect(statuses.slice(0, 10)).not.toContain(429)
    expect(statuses[10]).toBe(429)
  })

  it('refuses links for another purpose or estimate, and those that are older than a day', async () => {
    await save('late@new.example')
    const { id, confirm } = await lastOf('late@new.example')
    const other = estimateLinkPath(secrets(), 'end', id).replace('/end/', '/confirm/')
    expect((await send(other)).statusCode).toBe(404)
    const before = world.clock.now
    world.clock.now = '2026-06-02T12:00:01.000Z'
    expect((await send(confirm)).statusCode).toBe(404)
    world.clock.now = before
  })

  it('ends with one press, or one click in an email program, and deletes the address', async () => {
    const { id, end } = await saveConfirmed('ended@new.example')
    const facts = { estimate: id }
    expect(unsubscribePath(secrets(), { userId: null, letter: 'estimate-round-opened', facts })).toBe(end)
    expect((await world.ask(null, end)).body).toContain('Stop these emails?')
    expect((await rows()).some(row => row.id === id)).toBe(true)
    expect((await send(end, { 'List-Unsubscribe': 'One-Click' })).statusCode).toBe(200)
    expect((await rows()).some(row => row.email === 'ended@new.example')).toBe(false)
    expect(await emails('ended@new.example')).toEqual([])
    expect((await send(end)).statusCode).toBe(404)
  })
})

describe('the market operator', () => {
  it('sees confirmed estimates by area, and no address; others see nothing', async () => {
    await saveConfirmed('needs@new.example', NEED)
    const answer = await world.ask('olga', '/api/saved-estimates/areas')
    expect(answer.json<{ items: AreaInterest[] }>().items).toEqual([
      {
        ...{ area: 'Somerset', sites: 1, hectares: 6.5, developments: 1 },
        needs: [{ creditType: 'Biodiversity', units: 4.2 }],
      },
    ])
    expect(answer.body).not.toContain('example')
    for (const other of ['fay', 'amy', 'sue'])
      expect((await world.ask(other, '/api/saved-estimates/areas')).statusCode).toBe(404)
  })
})

describe('a round', () => {
  it('that is announced or opens is emailed to confirmed estimates that it fits, and to no others', async () => {
    await save('silent@new.example')
    await act('round/here', 'AnnouncePlan', { expectedFrom: '2026-09-01' })
    await act('round/elsewhere', 'AnnouncePlan', { expectedFrom: '2026-09-01' })
    await act('round/here', 'Open', { confirmed: true })
    await act('round/here', 'Close', { confirmed: true })
    await act('round/here', 'Open', { confirmed: true })
    const about = async (to: string) =>
      (await emails(to)).flatMap(({ letter, facts }) =>
        letter === 'estimate-saved' ? [] : [[letter, facts.roundId]],
      )
    const both = [
      ['estimate-round-planned', 'here'],
      ['estimate-round-opened', 'here'],
    ]
    expect(await about('nell@new.example')).toEqual(both)
    expect(await about('needs@new.example')).toEqual(both)
    for (const other of ['silent@new.example', 'ended@new.example']) expect(await about(other)).toEqual([])
  })
})

describe('signing up with the address', () => {
  it('takes the estimates over, and a round that the organisation joins turns those that fit into drafts', async () => {
    await world.store.db
      .updateTable('savedEstimate')
      .set({ organisationId: 'estate' })
      .where('email', 'in', ['nell@new.example', 'needs@new.example'])
      .execute()
    const before = (await world.ask('eve', '/api/home')).json<HomeView>().estimates
    expect(before.map(({ text, rounds }) => [text, rounds.map(({ id }) => id)])).toEqual([
      ['6.5 ha of land in Somerset', ['here']],
      ['4.20 biodiversity units for a development in Somerset', ['here']],
    ])
    expect((await world.ask('fay', '/api/home')).json<HomeView>().estimates).toEqual([])
    await act('round/here', 'RegisterAsParticipant', { capacities: ['Supplier'], declarations: [] }, 'eve')
    const drafts = await world.store.read.list('project', { roundId: 'here' })
    expect(drafts).toMatchObject([
      { name: 'Land in Somerset', supplierId: 'estate', status: 'Draft', lpaId: 'Somerset' },
    ])
    const after = (await world.ask('eve', '/api/home')).json<HomeView>().estimates
    expect(after.map(({ text }) => text)).toEqual([before[1]!.text])
    const remove = (by: string) => world.ask(by, `/api/saved-estimate/${before[1]!.id}`, { method: 'DELETE' })
    expect((await remove('fay')).statusCode).toBe(404)
    expect((await remove('eve')).statusCode).toBe(204)
  })

  it('turns them into drafts also when the organisation joins a round from its own page', async () => {
    await saveConfirmed('later@new.example', { place: 'Taunton', biodiversity: '4.2' })
    await world.store.db
      .updateTable('savedEstimate')
      .set({ organisationId: 'estate' })
      .where('email', '=', 'later@new.example')
      .execute()
    const joining = { marketRoundId: 'here', capacities: ['Buyer'], declarations: [] }
    await act('organisation/estate', 'RegisterAsParticipant', joining, 'eve')
    expect(await world.store.read.list('requirement', { roundId: 'here' })).toMatchObject([
      { name: 'Development in Somerset', buyerId: 'estate', status: 'Draft' },
    ])
    expect((await world.ask('eve', '/api/home')).json<HomeView>().estimates).toEqual([])
  })

  it('needs the code that is sent to the address', async () => {
    await saveConfirmed('pat@new.example')
    const applicant = {
      ...{ password: STRONG_PASSWORD, confirmPassword: STRONG_PASSWORD, displayName: 'Pat Newcomer' },
      ...{ phone: '+441632960777', email: 'pat@new.example', organisationName: 'Newcomer Farm' },
      organisationType: 'PARTICIPANT',
    }
    const post = (path: string, payload: object) =>
      world.ask(null, `/api/auth/${path}`, { method: 'POST', payload })
    expect((await post('sign-up', applicant)).statusCode).toBe(204)
    const ownerOf = async () =>
      (await rows()).find(({ email }) => email === 'pat@new.example')?.organisationId
    expect(await ownerOf()).toBeNull()
    const [code] = (await emails('pat@new.example')).filter(({ letter }) => letter === 'sign-up-code')
    const answer = await post('confirm-sign-up', {
      email: 'pat@new.example',
      code: secrets().codeOf(code!.facts.code!),
    })
    expect(answer.statusCode).toBe(204)
    expect(await ownerOf()).not.toBeNull()
  })
})

describe('the data of a person', () => {
  it('include saved estimates, and blanking the person deletes them', async () => {
    await saveConfirmed('gone@new.example')
    const { db } = world.store
    const exported = await exportPerson(db, 'gone@new.example', world.clock.now)
    expect(exported.sections.find(({ title }) => title === 'Saved estimates')?.rows).toMatchObject([
      { desk: 'land', area: 'Somerset', hectares: 6.5 },
    ])
    await blankPerson(db, { called: 'gone@new.example', reason: 'On request', now: world.clock.now })
    expect((await rows()).some(({ email }) => email.includes('gone'))).toBe(false)
  })
})
