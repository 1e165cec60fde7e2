import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreed, matchedRound, SOMERSET } from '../builders/rounds.ts'
import { type Answer, type Person, type Subject, submissionOf, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
let owner: Person
beforeAll(async () => {
  market = await world({ works: false })
  operator = market.as('operator')
  owner = market.as('fallowmarten.su22')
}, 300_000)
afterAll(() => market.close())

const project: Subject = { kind: 'project', id: 'P207' }
const SET_OFFER = '/api/project/P207/action/SetOffer'
const own = () => market.store.read.one('project', 'P207')

const submit = (person: Person, path: string, submission: object, headers: Record<string, string> = {}) => {
  const init = submissionOf(submission)
  return person.send(path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })
}
const offer = async (amount: number) => ({
  offer: amount,
  declarations: await agreed(owner, 'SetOffer', project),
})

/** Whatever is asked for, the project stays as it is. */
const changesNothing = async <T>(work: () => Promise<T>): Promise<T> => {
  const before = await own()
  const result = await work()
  expect(await own()).toEqual(before)
  return result
}

describe('who may not', () => {
  it('is asked to sign in first, or told that nobody is signed in', async () => {
    for (const path of ['/api/projects', '/api/project/P207', SET_OFFER, '/api/home', '/api/events'])
      expect([path, await market.stranger.send(path)]).toMatchObject([
        path,
        { status: 401, body: { error: 'Sign in first' } },
      ])
    expect(await market.stranger.tries('SetOffer', project, { offer: 1 })).toMatchObject({ status: 401 })
    expect(await market.stranger.send('/api/auth/user')).toMatchObject({ status: 403 })
  })

  it('is refused with the reason of the gate when the thing may be seen but not done', async () => {
    const refused = await changesNothing(() => owner.tries('SetCosts', project, { maintenance: 0 }))
    expect(refused).toMatchObject({ status: 403, body: { error: expect.any(String) } })
    expect(await market.as('lpa.winchester').tries('SetOffer', project, { offer: 1 })).toMatchObject({
      status: 403,
    })
  })

  it('finds nothing where a thing is not theirs to see, in the same words as where there is none', async () => {
    const rival = market.as('harestow.su17')
    const words = async (path: string, init?: RequestInit) => {
      const { status, body } = await rival.send(path, init)
      return { status, body }
    }
    const missing = { status: 404, body: { error: 'Not found' } }
    for (const id of ['P207', 'P999']) {
      expect([id, await words(`/api/project/${id}`)]).toEqual([id, missing])
      expect([id, await words(`/api/project/${id}/action/SetOffer`)]).toEqual([id, missing])
      expect([
        id,
        await words(`/api/project/${id}/action/SetOffer`, submissionOf({ values: { offer: 1 } })),
      ]).toEqual([id, missing])
      for (const path of [
        `/api/activity?subjectType=project&subjectId=${id}`,
        `/api/files?ownerType=project&ownerId=${id}`,
        `/api/comments?subjectType=project&subjectId=${id}`,
        `/api/location/${id}?ownerType=project&ownerId=${id}`,
      ])
        expect([path, await words(path)]).toEqual([path, missing])
    }
  })

  it('has no use of a session that has idled out, has ended, or was signed out', async () => {
    const cookie = await market.cookieOf('fallowmarten.su22')
    const ask = async (given: string) =>
      (await market.stranger.send('/api/home', { headers: { cookie: given } })).status
    expect(await ask(cookie)).toBe(200)
    market.setClock('2026-06-15T18:29:00.000Z')
    expect(await ask(cookie)).toBe(200)
    market.setClock('2026-06-15T19:00:00.000Z')
    expect(await ask(cookie)).toBe(401)
    market.setClock('2026-06-15T18:00:00.000Z')

    const login = await market.stranger.send('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'Fallowmarten.SU22', password: 'market-garden-2026' }),
    })
    expect(login.status).toBe(204)
    const set = login.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/HttpOnly/)
    expect(set).toMatch(/SameSite=Lax/)
    const fresh = set.split(';')[0] ?? ''
    expect(await ask(fresh)).toBe(200)
    await market.stranger.send('/api/auth/logout', { method: 'POST', headers: { cookie: fresh } })
    expect(await ask(fresh)).toBe(401)
    for (const forged of ['session=', 'session=x', `${cookie}x`])
      expect([forged, await ask(forged)]).toEqual([forged, 401])
  })

  it('acts from another site is refused', async () => {
    for (const [name, from] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const refused = await changesNothing(async () =>
        raw(
          'POST',
          SET_OFFER,
          { [name]: from, 'content-type': 'application/json' },
          '{"values":{"offer":1}}',
        ),
      )
      expect(refused.status).toBe(403)
    }
  })
})

/** A request with headers that no browser lets a page set. */
const raw = async (method: string, path: string, headers: Record<string, string>, body: string) => {
  const cookie = await market.cookieOf('fallowmarten.su22')
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(`${market.url}${path}`, { method, headers: { cookie, ...headers } }, answer => {
      let text = ''
      answer.on('data', chunk => (text += String(chunk)))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('what the moment does not allow', () => {
  it('is refused by status, by phase and by window, and the answer says which', async () => {
    const by = (answer: Answer) => [answer.status, (answer.body as { reason?: string }).reason]
    expect(by(await operator.tries('CompleteRegistration', project, { confirmed: true }))).toEqual([
      409,
      'from',
    ])
    expect(
      by(await operator.tries('AddScreeningOutcome', { kind: 'project', id: 'P123' }, { outcome: 'Pass' })),
    ).toEqual([409, 'during'])
    expect(
      by(await market.as('umbershaw.su14').tries('Register', { kind: 'project', id: 'P122' }, {}))[0],
    ).toBe(409)
    expect(by(await operator.tries('Match', { kind: 'round', id: 'RD-SOL-1' }, { confirmed: true }))).toEqual(
      [409, 'from'],
    )
  })

  it('is refused when somebody else was faster: two edits of one version, one wins', async () => {
    const { version } = await owner.form('SetOffer', project)
    const [first, second] = await Promise.all(
      [201_000, 202_000].map(async amount =>
        submit(owner, SET_OFFER, { values: await offer(amount), version }),
      ),
    )
    const answers = [first!, second!]
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'Changed by someone else since you opened this form',
      reason: 'version',
    })
    for (const wrong of [0, version + 50])
      expect((await submit(owner, SET_OFFER, { values: await offer(1), version: wrong })).status).toBe(409)
  })

  it('is refused when there is an identical thing already', async () => {
    const before = await market.store.read.list('organisation', {})
    const contact = {
      contact: 'Ann',
      email: 'ann@avon.example',
      phone: '+441632960199',
      mailingAddress: 'Avon',
    }
    const values = { type: 'PARTICIPANT', name: 'Avon Farm', csvId: 'SOM-S-01', ...contact }
    expect(await operator.tries('CreateOrganisation', { kind: 'organisations' }, values)).toMatchObject({
      status: 409,
      body: { reason: 'resource exists' },
    })
    expect(await market.store.read.list('organisation', {})).toHaveLength(before.length)
  })

  it('lets one of two acceptances settle the round and refuses the other', async () => {
    const round = await world({ from: matchedRound, works: false })
    const both = await Promise.all(
      ['operator', 'operator2'].map(who => round.as(who).tries('AcceptMatch', SOMERSET, { confirmed: true })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const told = await round.store.db
      .selectFrom('activity')
      .select('seq')
      .where('action', '=', 'AcceptMatch')
      .where('subjectKind', '=', 'round')
      .where('roundId', '=', 'RD-SOM-1')
      .execute()
    expect(told).toHaveLength(1)
    await round.close()
  })
})

describe('a submission sent twice at once', () => {
  it('acts once and is answered alike', async () => {
    const values = await offer(222_000)
    const entries = async () =>
      (
        await market.store.db
          .selectFrom('activity')
          .select('seq')
          .where('action', '=', 'SetOffer')
          .where('subjectId', '=', 'P207')
          .execute()
      ).length
    const before = { version: (await own())!.version, entries: await entries() }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        submit(owner, SET_OFFER, { values, version: before.version }, { 'idempotency-key': 'twice' }),
      ),
    )
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
    expect((await own())!.version).toBe(before.version + 1)
    expect(await entries()).toBe(before.entries + 1)
  })

  it('under the same key but with another body is refused', async () => {
    const refused = await changesNothing(async () =>
      submit(owner, SET_OFFER, { values: await offer(333_000) }, { 'idempotency-key': 'twice' }),
    )
    expect(refused).toMatchObject({ status: 422, body: [{ field: '' }] })
  })

  it('under the key of somebody else is another request', async () => {
    const { context } = (
      await submit(operator, SET_OFFER, { values: await offer(223_000) }, { 'idempotency-key': 'twice' })
    ).body as { context: object }
    expect(context).toMatchObject({ offerIsSealed: true })
    expect(await own()).toMatchObject({ offer: 22_300_000 })
  })

  it('that was refused may be corrected and sent under the same key', async () => {
    const key = { 'idempotency-key': 'corrected' }
    expect((await submit(owner, SET_OFFER, { values: {} }, key)).status).toBe(422)
    expect((await submit(owner, SET_OFFER, { values: await offer(224_000) }, key)).status).toBe(200)
  })
})

describe('wrong answers', () => {
  it('are listed by field with a message', async () => {
    const { status, body } = await changesNothing(() =>
      operator.tries('SetCosts', project, { maintenance: -1 }),
    )
    expect(status).toBe(422)
    const fields = (body as { field: string; message: string }[]).map(({ field }) => field)
    expect(fields.toSorted()).toEqual([
      'complianceMonitoring',
      'maintenance',
      'marketOperator',
      'performanceMonitoring',
    ])
    for (const { message } of body as { message: string }[]) expect(message).not.toBe('')
  })

  it.each([
    ['a text', 'much'],
    ['a fraction of a penny', 1.005],
    ['less than nothing', -5],
    ['more than there is', 1e300],
    ['a list', [1]],
    ['an object', { pounds: 1 }],
    ['true', true],
    ['nothing', null],
  ])('of the wrong type are refused: %s as an amount', async (_what, amount) => {
    const refused = await changesNothing(async () =>
      owner.tries('SetOffer', project, { ...(await offer(1)), offer: amount }),
    )
    expect(refused).toMatchObject({ status: 422, body: [{ field: 'offer', message: expect.any(String) }] })
  })

  it('that name things of others or nothing at all are refused', async () => {
    const wrong = {
      creditTypes: ['NutrientMitigationNitrogen'],
      lpaId: 'Atlantis',
      subcatchmentId: 'SomersetLevelsAndMoorsTone',
    }
    const { status, body } = await operator.tries('SetLocation', { kind: 'project', id: 'P214' }, wrong)
    expect(status).toBe(422)
    expect((body as { field: string }[]).map(({ field }) => field).toSorted()).toEqual([
      'lpaId',
      'subcatchmentId',
    ])
    const foreign = await changesNothing(async () =>
      owner.tries('SetOffer', project, {
        offer: 1,
        declarations: [{ id: 'RD-SOM-1-OfferBinding', answer: true }],
      }),
    )
    expect(foreign.status).toBe(422)
  })

  it('to questions that are not asked are ignored', async () => {
    await owner.does('SetOffer', project, {
      ...(await offer(225_000)),
      status: 'Matched',
      version: 99,
      id: 'P999',
      supplierId: 'SU01',
      agentId: 'AG01',
      costs: null,
      name: 'Mine now',
      __proto__: { isOperator: true },
    })
    expect(await own()).toMatchObject({
      id: 'P207',
      status: 'Offered',
      supplierId: 'SU22',
      name: 'Fallowmarten Meon Buffers',
    })
    expect((await own())?.costs).not.toBeNull()
    const comment = { comment: { text: 'Hello', json: '{}' }, offer: 1, status: 'Draft' }
    await changesNothing(() => owner.tries('Comment', project, comment))
  })
})

describe('what is not understood', () => {
  it('is refused as such', async () => {
    const json = { 'content-type': 'application/json' }
    for (const [body, status] of [
      ['{', 400],
      ['', 400],
      ['[]', 400],
      ['null', 400],
      ['{"values":[]}', 400],
      ['{"values":{},"version":"1"}', 400],
      ['{"values":{},"version":-1}', 400],
      ['{"__proto__":{},"values":{}}', 400],
    ] as const)
      expect([body, (await owner.send(SET_OFFER, { method: 'POST', headers: json, body })).status]).toEqual([
        body,
        status,
      ])
    expect(
      (await owner.send(SET_OFFER, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' }))
        .status,
    ).toBe(415)
    expect(
      (await owner.send(SET_OFFER, { method: 'POST', headers: json, body: `"${'x'.repeat(3_000_000)}"` }))
        .status,
    ).toBe(413)
  })

  it('an action that does not exist is not found, and the system’s own are nobody’s', async () => {
    for (const action of ['Explode', 'constructor', '__proto__', 'toString', 'setOffer'])
      expect([action, (await owner.tries(action, project, {})).status]).toEqual([action, 404])
    expect((await operator.tries('BeginMatch', SOMERSET, {})).status).toBe(403)
    expect((await operator.tries('RecordMatch', SOMERSET, { outcome: 'Failed' })).status).toBe(403)
  })

  it('a query value that means nothing is refused', async () => {
    for (const query of [
      'limit=0',
      'limit=201',
      'limit=many',
      'cursor=%00',
      'sort=password',
      'format=exe',
      'limit=1&limit=2',
    ])
      expect([query, (await owner.send(`/api/projects?${query}`)).status]).toEqual([query, 400])
  })
})
