import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ListView, MAX_LIST_VIEWS } from '#contract/kit/list-views'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const views = async (who: string) => (await world.ask(who, '/api/list-views')).json<ListView[]>()
const keep = (who: string, view: Partial<Omit<ListView, 'id'>>) =>
  world.ask(who, '/api/list-views', {
    method: 'POST',
    payload: { list: 'projects', name: 'Drafts', words: 'status=Draft', isDefault: false, ...view },
  })

it('a list view is saved under a name on the server, for its author only', async () => {
  expect((await keep('olga', {})).statusCode).toBe(204)
  expect(await views('olga')).toMatchObject([{ list: 'projects', name: 'Drafts', words: 'status=Draft' }])
  expect(await views('bob')).toEqual([])
  const [{ id }] = (await views('olga')) as [ListView]
  expect((await world.ask('bob', `/api/list-view/${id}`, { method: 'DELETE' })).statusCode).toBe(404)
  expect((await world.ask('olga', `/api/list-view/${id}`, { method: 'DELETE' })).statusCode).toBe(204)
  expect(await views('olga')).toEqual([])
})

it('a view of the same name replaces the one before, and a list has one default', async () => {
  await keep('olga', { isDefault: true })
  await keep('olga', { words: 'status=Draft&columns=status', isDefault: true })
  expect(await views('olga')).toMatchObject([{ words: 'status=Draft&columns=status', isDefault: true }])
  await keep('olga', { name: 'By start', words: 'sort=start', isDefault: true })
  await keep('olga', { list: 'requirements', isDefault: true })
  expect((await views('olga')).filter(({ isDefault }) => isDefault)).toMatchObject([
    { list: 'projects', name: 'By start' },
    { list: 'requirements', name: 'Drafts' },
  ])
})

it('an invalid view is refused with the reason, and so is one too many', async () => {
  const refused = await keep('olga', { name: ' ', words: 'q='.padEnd(2001, 'x') })
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toEqual(
    expect.arrayContaining([
      { field: 'name', message: 'Enter a name for the view' },
      { field: 'words', message: 'Too many filters to save. Remove some of them' },
    ]),
  )
  for (let at = 0; at < MAX_LIST_VIEWS; at += 1) await keep('bob', { name: `View ${at}` })
  expect((await keep('bob', { name: 'One more' })).json()).toEqual({
    error: `You can save up to ${MAX_LIST_VIEWS} views of this list. Remove one first.`,
  })
  expect((await keep('bob', { name: 'View 3', words: 'sort=name' })).statusCode).toBe(204)
})

it('the selected rows of a list are exported alone, and none that the reader may not see', async () => {
  const all = (await world.ask('olga', '/api/projects')).json<{ items: { id: string; name: string }[] }>()
    .items
  const [first, , third] = all
  const selected = `/api/projects?id=${first!.id}&id=${third!.id}`
  expect((await world.ask('olga', selected)).json()).toMatchObject({ total: 2 })
  const rows: { Project: string }[] = parse((await world.ask('olga', `${selected}&format=csv`)).body, {
    bom: true,
    columns: true,
  })
  expect(rows.map(row => row.Project)).toEqual([first!.name, third!.name])
  expect((await world.ask('bob', selected)).json()).toMatchObject({ total: 0 })
})
