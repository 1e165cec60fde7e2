import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportPerson } from '#server/persons/export'
import { readCalendar } from '../builders/rfc5545.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

const LONG = 'A project; with, signs \\ that are “escaped”, and a name so long that its line is folded: äöüß'

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('project', {
      id: 'long',
      name: LONG,
      supplierId: 'farm',
      roundId: 'settled',
      agentId: null,
      groupId: null,
      unchangedSinceRoundId: null,
      endedAs: null,
      status: 'Contracted',
      start: '2027-03-01',
    }),
    sampleRow('filedDocument', { id: 'document', ownerKind: 'project', ownerId: 'long', uploadedBy: 'olga' }),
    sampleRow('complianceCheck', {
      id: 'check',
      projectId: 'long',
      isCompliant: false,
      nextAction: 'Rectify',
      nextActionDate: '2026-09-15',
    }),
    sampleRow('case', {
      ...{ id: 'case', name: 'Dispute: Sedge', type: 'Dispute', projectId: 'long', roundId: 'settled' },
      ...{ ownerId: 'farm', concernedIds: ['builder'], concernedLpaIds: [] },
      ...{ reportedBy: 'fay', reportedForId: 'farm' },
    }),
  )
})
afterAll(() => world.close())

const make = async (who: string): Promise<string> => {
  const answer = await world.ask(who, '/api/auth/calendar', { method: 'POST' })
  expect(answer.statusCode).toBe(200)
  return new URL(answer.json<{ address: string }>().address).pathname
}
const read = async (path: string) => {
  const answer = await world.ask(null, path)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  return readCalendar(answer.body).events
}
const summaries = async (who: string) =>
  (await read(await make(who))).map(({ SUMMARY, DTSTART }) => `${DTSTART} ${SUMMARY}`)

it('a supplier’s calendar has its rounds, projects and checks, without signing in again', async () => {
  const path = await make('fay')
  expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
  const { body, headers } = await world.ask(null, path)
  expect(headers['cache-control']).toBe('private, no-store')
  expect(body).not.toMatch(/[£]|100,?000|155,?000/)
  const events = await read(path)
  const starts = events.find(({ SUMMARY }) => SUMMARY === `${LONG}: the project starts`)
  expect(starts).toMatchObject({ DTSTART: '20270301', DTEND: '20270302' })
  expect(new URL(starts?.URL ?? '').pathname).toBe('/projects/long')
  expect(events.find(({ DTSTART }) => DTSTART === '20260915')?.SUMMARY).toBe(
    `${LONG}: after the compliance check, due: Landowner rectifies`,
  )
  expect(events.map(({ SUMMARY }) => SUMMARY)).toEqual(
    expect.arrayContaining(['Levels, Round 1: Supplier registration, last day']),
  )
})

it('a calendar shows only the reader’s own dates: a buyer its redemptions, a planning authority its area', async () => {
  const bobs = await summaries('bob')
  expect(bobs.filter(text => text.endsWith('old-homes: redemption date'))).toHaveLength(1)
  expect(bobs).toContain('20261221 old-homes: payment due')
  expect(bobs.join()).not.toContain(LONG)
  // The estate takes part in nothing with dates.
  expect(await summaries('eve')).toEqual([])
  expect((await summaries('dan')).join()).not.toContain(LONG)
})

it('everyone whom an open case concerns has its dates in the calendar', async () => {
  const dates = [
    '20280430 Dispute: Sedge: last day for papers of the owner',
    '20280531 Dispute: Sedge: last day for papers of the other side',
    '20281029 Dispute: Sedge: to be put right',
  ]
  for (const who of ['fay', 'bob', 'olga'])
    expect((await summaries(who)).filter(text => text.includes('Dispute'))).toEqual(dates)
  expect((await summaries('dan')).join()).not.toContain('Dispute')
})

it('the operator’s calendar has all published rounds, and redemption dates of all', async () => {
  const all = await summaries('olga')
  expect(all.some(text => text.includes('Round 1'))).toBe(true)
  expect(all.some(text => text.endsWith('old-homes: redemption date'))).toBe(true)
})

it('a new calendar address replaces the old one, revoking it ends it, and only a hash is stored', async () => {
  const [first, second] = [await make('amy'), await make('amy')]
  expect((await world.ask(null, first)).statusCode).toBe(404)
  expect((await world.ask(null, second)).statusCode).toBe(200)
  const secret = second.slice('/calendar/'.length, -'.ics'.length)
  const rows = await world.store.db.selectFrom('personalCalendar').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect((await world.ask('amy', '/api/auth/calendar')).json()).toMatchObject({ madeAt: expect.any(String) })
  const known = await exportPerson(world.store.db, 'amy', '2026-06-01T12:00:00.000Z')
  const section = known.sections.find(({ title }) => title.startsWith('Calendar address'))
  expect(section?.rows).toEqual([{ made_at: expect.any(String) }])
  expect((await world.ask('amy', '/api/auth/calendar', { method: 'DELETE' })).statusCode).toBe(204)
  expect((await world.ask(null, second)).statusCode).toBe(404)
  expect((await world.ask('amy', '/api/auth/calendar')).json()).toEqual({ madeAt: null })
})

it('access is checked on each request: a closed account has no calendar', async () => {
  const path = await make('rex')
  await world.store.db.updateTable('user').set({ groups: [] }).where('id', '=', 'rex').execute()
  expect((await world.ask(null, path)).statusCode).toBe(404)
  await world.store.db
    .updateTable('user')
    .set({ groups: ['agent'], active: false })
    .where('id', '=', 'rex')
    .execute()
  expect((await world.ask(null, path)).statusCode).toBe(404)
  for (const none of ['/calendar/none.ics', '/calendar/', path.replace('.ics', '')])
    expect((await world.ask(null, none)).statusCode).toBe(404)
})
