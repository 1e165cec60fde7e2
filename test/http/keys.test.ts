import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportPerson } from '#server/persons/export'
import { sendKeyExpiryReminders } from '#server/notifications/remind-keys'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    sampleRow('user', {
      id: 'flo',
      username: 'flo',
      email: 'flo@x.example',
      groups: ['participant'],
      organisationId: 'farm',
    }),
    sampleRow('user', {
      id: 'sam',
      username: 'sam',
      email: 'sam@x.example',
      groups: ['sysadmin'],
      organisationId: 'operator',
    }),
  )
})
afterAll(() => world.close())

interface Key {
  id: string
  key: string
}
const make = async (who: string, more: Record<string, unknown> = {}): Promise<Key> => {
  const payload = { name: 'Feed', scopes: [], days: 30, ...more }
  const answer = await world.ask(who, '/api/keys', { method: 'POST', payload })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json()
}
const by = (
  key: string,
  url: string,
  options: { method?: 'GET' | 'POST' | 'DELETE'; payload?: object } = {},
) => world.ask(null, url, { ...options, headers: { authorization: `Bearer ${key}` } })
const statusBy = async (...asked: Parameters<typeof by>) => (await by(...asked)).statusCode
const comment = {
  json: JSON.stringify({
    root: {
      type: 'root',
      children: [{ type: 'paragraph', children: [{ type: 'text', text: 'By a program' }] }],
    },
  }),
}
const comments = async (key: string, id = 'sedge') => {
  const { version } = (await by(key, `/api/project/${id}/action/Comment`)).json<{ version: number }>()
  return by(key, `/api/project/${id}/action/Comment`, {
    method: 'POST',
    payload: { values: { comment }, version },
  })
}

describe('a key', () => {
  it('is shown once, recognisable by its prefix and checksum, and stored as a hash only', async () => {
    const { key, id } = await make('fay')
    const [, bytes = '', check = ''] = /^cmk_([0-9a-f]{64})([0-9a-f]{8})$/.exec(key) ?? []
    expect(crc32(Buffer.from(bytes, 'hex'))).toBe(Number.parseInt(check, 16))
    const rows = JSON.stringify(await world.store.db.selectFrom('apiKey').selectAll().execute())
    expect(rows).not.toContain(bytes.slice(8))
    const listed = await world.ask('fay', '/api/keys')
    expect(listed.body).not.toContain(bytes.slice(8))
    expect(listed.json()).toMatchObject([
      { id, name: 'Feed', begins: key.slice(0, 12), scopes: ['read'], isOwn: true, state: 'live' },
    ])
    const letters = await world.store.db.selectFrom('mailOutbox').select(['letter', 'toAddress']).execute()
    expect(letters).toContainEqual({ letter: 'key-made', toAddress: 'fay@x.example' })
  })

  it('reads what its person may read, as that person, and can read itself', async () => {
    const { key, id } = await make('fay')
    const own = (await world.ask('fay', '/api/projects')).json<{ items: { id: string }[] }>()
    expect((await by(key, '/api/projects')).json()).toMatchObject({
      items: own.items.map(one => ({ id: one.id })),
    })
    expect(await statusBy(key, '/api/project/sedge')).toBe(200)
    expect(await statusBy(key, '/api/project/reed')).toBe(404)
    expect((await by(key, '/api/key')).json()).toMatchObject({ id, person: { id: 'fay' }, state: 'live' })
    expect((await world.ask('fay', '/api/key')).statusCode).toBe(404)
  })

  it('is answered without the view of the subject if it prefers a minimal answer', async () => {
    const { key } = await make('fay', { scopes: ['projects'] })
    const commentWith = async (prefer?: string) => {
      const url = '/api/project/sedge/action/Comment'
      const { version } = (await by(key, url)).json<{ version: number }>()
      return world.ask(null, url, {
        method: 'POST',
        payload: { values: { comment }, version },
        headers: { authorization: `Bearer ${key}`, ...(prefer !== undefined && { prefer }) },
      })
    }
    const minimal = await commentWith('respond-async, return=minimal')
    expect(minimal.headers['preference-applied']).toBe('return=minimal')
    expect(minimal.json()).toMatchObject({
      outcome: 'done',
      context: { id: 'sedge', links: { self: '/api/project/sedge' }, actions: [] },
    })
    for (const prefer of [undefined, 'return=representation']) {
      const whole = await commentWith(prefer)
      expect(whole.headers['preference-applied']).toBeUndefined()
      expect(whole.json<{ context: { actions: unknown[] } }>().context.actions).not.toEqual([])
    }
  })

  it('has no access to accounts, keys, administration, drafts or endpoints that do not allow keys', async () => {
    const { key } = await make('sam', { scopes: ['register', 'offer', 'projects', 'requirements', 'rounds'] })
    for (const url of [
      '/api/auth/sessions',
      '/api/keys',
      '/api/sysadmin/log',
      '/api/users',
      '/api/user/fay',
      '/api/drafts',
      '/api/events',
    ])
      expect([url, await statusBy(key, url)]).toEqual([url, 403])
    const payload = { name: 'Another', scopes: [], days: 1 }
    expect(await statusBy(key, '/api/keys', { method: 'POST', payload })).toBe(403)
    for (const action of ['DisableUser', 'ChangeGroups'])
      expect(
        await statusBy(key, `/api/user/fay/action/${action}`, {
          method: 'POST',
          payload: { values: {}, version: 1 },
        }),
      ).toBe(403)
    expect(
      (
        await by(key, '/api/requirement/homes/action/IssueCredits', {
          method: 'POST',
          payload: { values: {}, version: 1 },
        })
      ).json(),
    ).toEqual({ error: 'Issue credits is not possible with an API key: sign in instead' })
    const update = await by(key, '/api/organisation/farm/action/Update', {
      method: 'POST',
      payload: { values: {}, version: 1 },
    })
    expect(update.statusCode).toBe(403)
  })

  it('acts within its scopes only, and the audit trail names it with its person', async () => {
    const reading = await make('fay')
    expect((await comments(reading.key)).json()).toEqual({
      error: 'This API key does not have the scope for Comment: it needs projects',
    })
    const { key, id } = await make('fay', { name: 'Robot', scopes: ['projects'] })
    expect((await comments(key)).statusCode).toBe(200)
    const trail = async (who: string) =>
      (await world.ask(who, '/api/activity?subjectType=project&subjectId=sedge')).json<{
        items: { actor: string }[]
      }>().items[0]?.actor
    expect(await trail('fay')).toBe('API key Robot of Person fay')
    expect(await trail('amy')).toBe('An API key of The farm')
    const entry = await world.store.db
      .selectFrom('activity')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actorId: 'fay', action: 'Comment' })
    expect(entry.details).toContain(`"byKey":"${id}"`)
    expect(entry.message + entry.details).not.toContain('Robot')
  })

  it('is refused with 401 and the reason once it has expired, is revoked, or its account is closed', async () => {
    const { key, id } = await make('flo')
    const why = async (given = key) => {
      const answer = await by(given, '/api/projects')
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
      return answer.json<{ error: string }>().error
    }
    const user = (row: { active?: boolean; mustResetPassword?: boolean }) =>
      world.store.db.updateTable('user').set(row).where('id', '=', 'flo').execute()
    await user({ active: false })
    expect(await why()).toBe('The account that this API key belongs to is closed')
    await user({ active: true, mustResetPassword: true })
    expect(await why()).toBe('The owner of this API key must choose a new password first')
    await user({ mustResetPassword: false })
    expect(await why(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBe(
      'This is not an API key of this market',
    )
    expect(await why('guess')).toBe('This is not an API key of this market')
    expect(await statusBy(key, '/api/projects')).toBe(200)
    // A colleague may revoke it, and another organisation’s colleague may not.
    expect((await world.ask('eve', `/api/keys/${id}`, { method: 'DELETE' })).statusCode).toBe(404)
    expect((await world.ask('fay', `/api/keys/${id}`, { method: 'DELETE' })).statusCode).toBe(204)
    expect(await why()).toBe('This API key was revoked: create a new one')
  })

  it('is refused in an address with 400, and overrides a cookie sent with it', async () => {
    const { key } = await make('fay')
    expect((await world.ask('fay', `/api/projects?q=${key}`)).json()).toEqual({
      error: expect.stringContaining('never in an address'),
    })
    const both = await world.ask('fay', '/api/keys', { headers: { authorization: `Bearer ${key}` } })
    expect(both.statusCode).toBe(403)
  })

  it('has a rate limit: 429 says when to continue, and other keys are not affected', async () => {
    const { key } = await make('bob')
    const other = await make('bob')
    const asked = await Promise.all(Array.from({ length: 121 }, () => by(key, '/api/key')))
    expect(asked.filter(one => one.statusCode === 200)).toHaveLength(120)
    const [late] = asked.filter(one => one.statusCode === 429)
    expect(late?.headers['retry-after']).toBe('1')
    expect(await statusBy(other.key, '/api/key')).toBe(200)
  })
})

it('is visible to its colleagues but not to the operator’s staff; a system administrator sees all', async () => {
  const seen = async (who: string) =>
    new Set(
      (await world.ask(who, '/api/keys')).json<{ person: { id: string } }[]>().map(one => one.person.id),
    )
  await make('olga')
  expect(await seen('fay')).toEqual(new Set(['fay', 'flo']))
  expect(await seen('olga')).toEqual(new Set(['olga']))
  expect(await seen('sam')).toEqual(new Set(['fay', 'flo', 'bob', 'olga', 'sam']))
})

it('is rotated: a new one is shown, and the old one works for another day', async () => {
  const { key, id } = await make('eve', { scopes: ['offer'], days: 90 })
  expect((await world.ask('bob', `/api/keys/${id}/rotate`, { method: 'POST' })).statusCode).toBe(404)
  const made = (await world.ask('eve', `/api/keys/${id}/rotate`, { method: 'POST' })).json<
    Key & { expiresAt: string }
  >()
  expect(made).toMatchObject({
    name: 'Feed',
    scopes: ['read', 'offer'],
    expiresAt: '2026-08-30T12:00:00.000Z',
  })
  const before = world.clock.now
  world.clock.now = '2026-06-02T11:59:00.000Z'
  expect([await statusBy(key, '/api/key'), await statusBy(made.key, '/api/key')]).toEqual([200, 200])
  world.clock.now = '2026-06-02T12:00:00.000Z'
  expect([await statusBy(key, '/api/key'), await statusBy(made.key, '/api/key')]).toEqual([401, 200])
  world.clock.now = before
})

it('notifies its owner once, two weeks before it ends', async () => {
  const { id } = await make('dan', { name: 'Area report', days: 15 })
  const told = async () => {
    await sendKeyExpiryReminders.run({ runtime: world.runtime, files: world.files })
    const letters = await world.store.db
      .selectFrom('mailOutbox')
      .select('facts')
      .where('letter', '=', 'key-ends')
      .execute()
    return letters.map(({ facts }) => facts).filter(({ key }) => key === 'Area report')
  }
  const before = world.clock.now
  expect(await told()).toEqual([])
  world.clock.now = '2026-06-02T12:00:00.000Z'
  expect(await told()).toEqual([{ key: 'Area report', day: '2026-06-16' }])
  expect(await told()).toHaveLength(1)
  world.clock.now = before
  expect((await world.ask('dan', `/api/keys/${id}`, { method: 'DELETE' })).statusCode).toBe(204)
})

it('records its last use to the minute, and is in its person’s data export without its hash', async () => {
  const { key } = await make('sue', { name: 'Calendar' })
  await by(key, '/api/key')
  await by(key, '/api/key')
  const { lastUsedAt } = (await by(key, '/api/key')).json<{ lastUsedAt: string }>()
  expect(lastUsedAt).toBe(world.clock.now)
  const { sections } = await exportPerson(world.store.db, 'sue', world.clock.now)
  const [section] = sections.filter(({ title }) => title.startsWith('API keys'))
  expect(section?.rows).toMatchObject([{ name: 'Calendar' }])
  expect(Object.keys(section?.rows[0] ?? {})).not.toContain('key_hash')
})

it('lasts a year at most, and has a name', async () => {
  for (const more of [{ days: 366 }, { days: 0 }, { name: ' ' }, { scopes: ['everything'] }, { days: 1.5 }]) {
    const payload = { name: 'Feed', scopes: [], days: 30, ...more }
    const { statusCode } = await world.ask('fay', '/api/keys', { method: 'POST', payload })
    expect([more, statusCode]).toEqual([more, 422])
  }
})
