import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allActions } from '#actions/index'
import type { Endpoint } from '#contract/kit/endpoint'
import { ENDPOINTS } from '#contract/nouns/endpoints'
import type { Kind } from '#domain/disclosure/entities'
import { resetDatabase } from '#contract/system/system'
import { KEY_SCOPES } from '#domain/people/api-key'
import { chainPendingEntries } from '#server/log/chaining'
import { isCollection } from '#server/runner/facts'
import { SYSTEM } from '#domain/people/actor'
import { runAction } from '#server/runner/run-action'
import { openSecondRound, joinSecondRound, SECOND_ROUND } from '../builders/rounds.ts'
import { pathOf, type Subject, submissionOf, world, type World } from '../builders/world.ts'
import { TEMPLATE_NOW } from '../builders/templates.ts'
import { contentsOf } from './rehearsed.ts'

const FARM = { kind: 'organisation', id: 'SU18' } as const
/** Staff, a supplier, a buyer, an agent and a planning officer. */
const PEOPLE = ['sysadmin', 'operator', 'saltmallow.su18', 'alba.bu01', 'bram', 'quill.lpa'] as const

let market: World
const keys = new Map<string, string>()
beforeAll(async () => {
  market = await world({ works: false })
  await openSecondRound(market)
  await joinSecondRound(market, 'saltmallow.su18', FARM, 'Supplier')
  const known = new Set((await market.store.read.list('user', { active: true })).map(({ id }) => id))
  for (const who of PEOPLE.filter(one => known.has(one))) {
    const body = JSON.stringify({ name: 'Trial', scopes: KEY_SCOPES, days: 1 })
    const headers = { 'content-type': 'application/json' }
    const made = await market.as(who).send('/api/keys', { method: 'POST', headers, body })
    keys.set(who, (made.body as { key: string }).key)
  }
})
afterAll(() => market.close())

let requests = 0
/** Sends with a key, a tenth of a second after the one before: its limit is ten requests a second. */
const send = (key: string, path: string, init: RequestInit = {}) => {
  requests += 1
  market.setClock(new Date(Date.parse(TEMPLATE_NOW) + requests * 100).toISOString())
  return market.stranger.send(path, {
    redirect: 'manual',
    ...init,
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` },
  })
}
/** Runs, and expects that every row of every table is the one that it was; a key records when it was last used. */
const changesNothing = async (run: () => Promise<void>) => {
  // The server chains entries of earlier actions while this runs.
  await chainPendingEntries(market.store.db)
  const before = await contentsOf(market.store.db, ['api_key'])
  await run()
  expect(await contentsOf(market.store.db, ['api_key'])).toEqual(before)
}
const subjectsOf = async (kind: Kind): Promise<Subject[]> => {
  if (isCollection(kind)) return [{ kind }]
  const rows = await market.store.read.list(kind, {})
  return rows
    .toReversed()
    .slice(0, 1)
    .map(({ id }) => ({ kind, id }))
}

describe('a key that may only preview', () => {
  it('exists for people of several kinds', () => {
    expect(keys.size).toBeGreaterThanOrEqual(4)
  })

  it('runs no action: each is previewed or refused, says so in a header, and changes nothing', async () => {
    const outcomes: Record<string, number> = {}
    await changesNothing(async () => {
      for (const { on, name } of allActions)
        for (const subject of await subjectsOf(on))
          for (const key of keys.values()) {
            const path = `${pathOf(subject)}/action/${name}`
            const { body: form } = await send(key, path)
            const { values = {}, version } = form as { values?: Record<string, unknown>; version?: number }
            const { status, body, headers } = await send(key, path, submissionOf({ values, version }))
            if (status !== 404) expect([path, headers.get('preview-only')]).toEqual([path, 'true'])
            if (status === 200) expect(body).toMatchObject({ outcome: 'previewed', messages: [] })
            else expect([path, [400, 403, 404, 409, 422].includes(status)]).toEqual([path, true])
            outcomes[status] = (outcomes[status] ?? 0) + 1
          }
    })
    for (const status of [200, 403, 409, 422]) expect(outcomes[status]).toBeGreaterThan(10)
  })

  it('stores no file, although a preview reads it', async () => {
    const path = '/api/organisation/SU18/action/AddProjectsFromSheet'
    const key = keys.get('saltmallow.su18') ?? ''
    await changesNothing(async () => {
      const sheet = { name: 'sites.csv', content: 'project,isFixedTerm\nTrial meadow,No\n' }
      const values = { marketRoundId: SECOND_ROUND.id }
      const shown = await send(key, path, submissionOf({ values }, { sites: sheet }))
      expect([shown.status, shown.body]).toEqual([
        200,
        expect.objectContaining({
          outcome: 'previewed',
          sentences: [expect.stringContaining('1 project will be drafted: Trial meadow')],
        }),
      ])
      const wrong = { ...sheet, content: 'project,isFixedTerm\nTrial meadow,perhaps\n' }
      expect((await send(key, path, submissionOf({ values }, { sites: wrong }))).status).toBe(422)
      const rows = { marketRoundId: SECOND_ROUND.id, rows: [{ project: 'Trial meadow', isFixedTerm: 'No' }] }
      expect((await send(key, '/api/projects/rows', submissionOf(rows))).body).toMatchObject({
        outcome: 'previewed',
      })
    })
  })

  it('reads as usual, and reaches nothing else', async () => {
    const isRead = ({ method }: Endpoint) => method === 'GET'
    await changesNothing(async () => {
      for (const endpoint of ENDPOINTS) {
        const { method, path, access, byKey, previewsByKey } = endpoint
        if (access === 'anyone' || path.includes('/action/') || path === '/api/events') continue
        if (previewsByKey || endpoint === resetDatabase) continue
        const init = isRead(endpoint) ? {} : { ...submissionOf({}), method }
        const url = path.replaceAll(/:(\w+)/g, (_, name) => (name === 'id' ? 'SU18' : 'none'))
        for (const key of keys.values()) {
          const { status } = await send(key, url, init)
          if (byKey === undefined || !isRead(endpoint))
            expect([method, url, status]).toEqual([method, url, 403])
          else expect([url, status < 500]).toEqual([url, true])
        }
      }
    })
  })

  it('is refused by the runner of actions itself', async () => {
    const actor = { ...SYSTEM, byKey: { id: 'key', scopes: KEY_SCOPES } }
    const request = {
      actor,
      kind: 'project',
      subjectId: 'P001',
      actionName: 'Comment',
      submission: { values: {} },
    } as const
    await expect(runAction(market.runtime, request)).rejects.toMatchObject({ status: 403 })
  })
})
