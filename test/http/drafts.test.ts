import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionForm } from '#contract/kit/form'
import { exportPerson } from '#server/persons/export'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    sampleRow('filedDocument', { id: 'info', uploadedBy: 'eve', ownerKind: null, ownerId: null }),
  )
})
afterAll(() => world.close())

const OFFER = { on: 'project/reed', action: 'SetOffer' }
const offering = (offer: number | null, more: object = {}) => ({
  ...OFFER,
  values: { offer },
  files: {},
  version: 1,
  writer: 'first',
  after: null,
  ...more,
})
const save = (who: string | null, payload: object) =>
  world.ask(who, '/api/drafts', { method: 'POST', payload })
const discard = (who: string, { on, action }: { on: string; action: string }) =>
  world.ask(who, `/api/drafts?on=${encodeURIComponent(on)}&action=${action}`, { method: 'DELETE' })
const draftIn = async (who: string, { on, action }: { on: string; action: string }) =>
  (await world.ask(who, `/api/${on}/action/${action}`)).json<ActionForm>().draft

it('input is restored with the form wherever the person signs in, until it is discarded', async () => {
  expect(await draftIn('eve', OFFER)).toBeNull()
  const kept = await save('eve', offering(81_234.5))
  expect([kept.statusCode, kept.json()]).toEqual([200, { at: world.clock.now }])
  // Another session, as on another device.
  world.clock.now = '2026-06-01T12:20:00.000Z'
  expect(await draftIn('eve', OFFER)).toEqual({
    values: { offer: 81_234.5 },
    files: {},
    at: '2026-06-01T12:00:00.000Z',
    writer: 'first',
    isOutdated: false,
  })
  expect((await discard('eve', OFFER)).statusCode).toBe(204)
  expect((await discard('eve', OFFER)).statusCode).toBe(204)
  expect(await draftIn('eve', OFFER)).toBeNull()
})

it('a draft is hidden from everyone else who may open the same form, also in data exports about them', async () => {
  await save('eve', offering(98_765.43))
  const form = await world.ask('olga', '/api/project/reed/action/SetOffer')
  expect(form.statusCode).toBe(200)
  expect(form.json<ActionForm>().draft).toBeNull()
  expect((await save('olga', offering(1))).statusCode).toBe(200)
  expect(await draftIn('eve', OFFER)).toMatchObject({ values: { offer: 98_765.43 } })
  const said = await exportPerson(world.store.db, 'eve', world.clock.now)
  expect(said.sections.map(({ title }) => title)).toContain(
    'Forms with saved answers that were not submitted',
  )
  expect(JSON.stringify(said)).not.toContain('98765')
  await discard('eve', OFFER)
  await discard('olga', OFFER)
})

it('people see which forms they have started, without the answers, and no one else sees it', async () => {
  await save('eve', offering(5))
  const listed = async (who: string) => (await world.ask(who, '/api/drafts')).json<unknown>()
  expect(await listed('eve')).toEqual([{ ...OFFER, title: 'Set offer', name: 'Reed', at: world.clock.now }])
  expect(await listed('olga')).toEqual([])
  await discard('eve', OFFER)
  expect(await listed('eve')).toEqual([])
})

it('only a person who may open a form can save a draft, with answers to its questions only', async () => {
  expect((await save(null, offering(1))).statusCode).toBe(401)
  expect((await save('fay', offering(1))).statusCode).toBe(404)
  expect((await save('eve', offering(1, { action: 'Nothing' }))).statusCode).toBe(404)
  expect((await save('eve', offering(1, { on: 'project' }))).statusCode).toBe(404)
  expect((await save('eve', offering(1, { on: 'project/reed/x' }))).statusCode).toBe(404)
  expect((await save('eve', offering(1, { action: 'SetCosts' }))).statusCode).toBe(403)
  expect((await save('eve', offering(1, { on: 'project/moss' }))).statusCode).toBe(409)
  expect((await save('eve', offering(1, { values: { offer: 'x'.repeat(200_001) } }))).statusCode).toBe(413)
  await save('eve', offering(1, { values: { offer: 7, status: 'Settled', constructor: 1 } }))
  expect(await draftIn('eve', OFFER)).toMatchObject({ values: { offer: 7 } })
  expect((await draftIn('eve', OFFER))?.values).not.toHaveProperty('status')
  await discard('eve', OFFER)
})

it('two windows do not overwrite each other, and a draft discarded or submitted in one is not restored by the other', async () => {
  expect((await save('eve', offering(1))).statusCode).toBe(200)
  // The first answer was lost: the same window may send the request again.
  expect((await save('eve', offering(2))).statusCode).toBe(200)
  const second = { writer: 'second', after: 'first' }
  expect((await save('eve', offering(3, { writer: 'stranger' }))).statusCode).toBe(409)
  expect((await save('eve', offering(4, second))).statusCode).toBe(200)
  const late = await save('eve', offering(5, { after: 'first' }))
  expect([late.statusCode, late.json()]).toMatchObject([409, { reason: 'draft' }])
  expect(await draftIn('eve', OFFER)).toMatchObject({ values: { offer: 4 }, writer: 'second' })
  expect((await save('eve', offering(6, { after: undefined }))).statusCode).toBe(200)
  expect(await draftIn('eve', OFFER)).toMatchObject({ values: { offer: 6 }, writer: 'first' })
  await discard('eve', OFFER)
  expect((await save('eve', offering(7, { after: 'first' }))).statusCode).toBe(409)
  expect(await draftIn('eve', OFFER)).toBeNull()
})

it('a draft is removed when its action is done, and says when its subject has changed meanwhile', async () => {
  const UPDATE = { on: 'project/moss', action: 'Update' }
  const form = (await world.ask('eve', '/api/project/moss/action/Update')).json<ActionForm>()
  const keep = { ...UPDATE, values: { name: 'Moss and mire' }, files: {}, writer: 'a', after: null }
  await save('eve', { ...keep, version: form.version })
  expect((await draftIn('eve', UPDATE))?.isOutdated).toBe(false)
  const submit = (who: string, values: object) =>
    world.ask(who, '/api/project/moss/action/Update', { method: 'POST', payload: { values } })
  expect((await submit('olga', { ...form.values, name: 'Moor' })).statusCode).toBe(200)
  expect(await draftIn('eve', UPDATE)).toMatchObject({ values: { name: 'Moss and mire' }, isOutdated: true })
  expect((await submit('eve', { ...form.values, name: '' })).statusCode).toBe(422)
  expect(await draftIn('eve', UPDATE)).not.toBeNull()
  expect((await submit('eve', { ...form.values, name: 'Mire' })).statusCode).toBe(200)
  expect(await draftIn('eve', UPDATE)).toBeNull()
})

it('an uploaded file stays in a draft as long as the upload exists; then its name says what to choose again', async () => {
  const INFO = { on: 'project/moss', action: 'SetLandholderInfo' }
  const { fields, version } = (
    await world.ask('eve', '/api/project/moss/action/SetLandholderInfo')
  ).json<ActionForm>()
  const field = fields.find(({ type }) => type === 'File')?.id ?? ''
  const values = { [field]: { id: 'info', name: 'info.pdf' } }
  await save('eve', { ...INFO, values, files: {}, version, writer: 'a', after: null })
  expect(await draftIn('eve', INFO)).toMatchObject({ values, files: {} })
  await world.store.db.deleteFrom('filedDocument').where('id', '=', 'info').execute()
  expect(await draftIn('eve', INFO)).toMatchObject({ values: {}, files: { [field]: 'info.pdf' } })
})

it('a person has at most 200 drafts: the oldest untouched one is removed', async () => {
  const row = { userId: 'fay', kind: 'project', subjectVersion: 1, writer: 'x', action: 'Update' } as const
  const answers = JSON.stringify({ values: {}, files: {} })
  await world.store.db
    .insertInto('formDraft')
    .values(
      Array.from({ length: 200 }, (_, index) => ({
        ...row,
        subjectId: `p${index}`,
        answers,
        at: `2026-05-01T00:${String(Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}.000Z`,
      })),
    )
    .execute()
  expect((await save('fay', offering(1, { on: 'project/sedge' }))).statusCode).toBe(200)
  const left = await world.store.db
    .selectFrom('formDraft')
    .select('subjectId')
    .where('userId', '=', 'fay')
    .orderBy('at')
    .execute()
  expect([left.length, left[0]?.subjectId, left.at(-1)?.subjectId]).toEqual([200, 'p1', 'sedge'])
})

it('asking how long a session lasts does not extend it', async () => {
  const cookie = await world.cookieOf('bob')
  const at = async (time: string, url = '/api/auth/session') => {
    world.clock.now = `2026-06-01T${time}.000Z`
    return (await world.app.inject({ url, headers: { cookie } })).json<object>()
  }
  const begun = world.clock.now.slice(11, 16)
  expect(begun).toBe('12:20')
  expect(await at('12:48:30')).toEqual({ secondsLeft: 90, isLast: false })
  expect(await at('12:49:30')).toEqual({ secondsLeft: 30, isLast: false })
  await at('12:49:40', '/api/auth/user')
  expect(await at('12:49:41')).toEqual({ secondsLeft: 30 * 60 - 1, isLast: false })
  expect(await at('13:19:40')).toEqual({ secondsLeft: 0, isLast: false })
  expect((await world.ask(null, '/api/auth/session')).json()).toEqual({ secondsLeft: 0, isLast: false })
  await world.store.db
    .updateTable('session')
    .set({ expiresAt: '2026-06-01T13:20:00.000Z', lastSeenAt: world.clock.now })
    .execute()
  expect(await at('13:19:50')).toEqual({ secondsLeft: 10, isLast: true })
})
