import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, sampleRow, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    sampleRow('standard', { id: 'Metric', name: 'Metric', edition: '1.0' }),
    sampleRow('round', {
      id: 'open',
      name: 'Round 3',
      marketId: 'levels',
      status: 'Open',
      settledAt: null,
      standardIds: ['Metric'],
      subcatchmentIds: ['Parrett'],
    }),
  )
})
afterAll(() => world.close())

const act = (who: string, url: string, values: object) =>
  world.ask(who, url, { method: 'POST', payload: { values } })
const done = async (who: string, url: string, values: object = {}) => {
  const answer = await act(who, url, values)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ context: { id: string; links: { self: string } } }>().context
}
const namesOf = async (url: string) =>
  (await world.ask('olga', url)).json<{ items: { name: string }[] }>().items.map(item => item.name)

const declaration = {
  name: 'Land is ours',
  declaration: 'We own the land.',
  category: 'MarketRoundProject_Register',
  isForAgents: false,
  isForParticipants: true,
}

describe('settings', () => {
  const entries: [list: string, action: string, values: object][] = [
    [
      'project-types',
      'CreateProjectType',
      {
        name: 'Pond',
        serviceTypes: ['Biodiversity'],
        standardIds: ['Metric'],
        fixedTermAllowed: false,
        permanentAllowed: true,
      },
    ],
    [
      'standards',
      'CreateStandard',
      {
        name: 'Pond standard',
        edition: '1',
        serviceTypes: ['Biodiversity'],
        fixedTermAllowed: false,
        kind: 'Market',
      },
    ],
    ['ncas', 'CreateNca', { number: 999, name: 'Far hills' }],
    ['lpas', 'CreateLpa', { name: 'Avalon', fullName: 'Avalon Council' }],
    [
      'subcatchments',
      'CreateSubcatchment',
      { name: 'Upper Brue', catchment: 'Brue', nitrogen: true, phosphorous: false },
    ],
    ['declarations', 'CreateDeclaration', declaration],
  ]

  it.each(entries)('%s are added, edited and withdrawn by the operator only', async (...entry) => {
    const [list, action, values] = entry
    const { name } = values as { name: string }
    expect((await act('fay', `/api/${list}/action/${action}`, values)).statusCode).toBe(403)

    const { links, id } = await done('olga', `/api/${list}/action/${action}`, values)
    expect(await namesOf(`/api/${list}?active=true&limit=200`)).toContain(name)
    expect((await world.ask('fay', links.self)).json()).toMatchObject({
      id,
      name,
      active: true,
      actions: [],
    })

    await done('olga', `${links.self}/action/${action.replace('Create', 'Update')}`, {
      ...values,
      name: `${name} renamed`,
    })
    await done('olga', `${links.self}/action/Deactivate`)
    expect(await namesOf(`/api/${list}?active=true&limit=200`)).not.toContain(`${name} renamed`)
    expect(await namesOf(`/api/${list}?active=false&limit=200`)).toContain(`${name} renamed`)
    await done('olga', `${links.self}/action/Activate`)
    expect((await world.ask('olga', links.self)).json()).toMatchObject({
      name: `${name} renamed`,
      active: true,
    })
  })

  it('refuse an item identical to another', async () => {
    const answer = await act('olga', '/api/lpas/action/CreateLpa', { name: 'dorset', fullName: 'Another' })
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { error: 'A conflict occurred: an identical item already exists', reason: 'resource exists' },
    ])
  })

  it('need agents, participants or both for a new declaration', async () => {
    const answer = await act('olga', '/api/declarations/action/CreateDeclaration', {
      ...declaration,
      name: 'For nobody',
      isForParticipants: false,
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      [{ field: 'isForParticipants', message: 'Must be for agents or participants or both' }],
    ])
  })

  it('keep superseded versions of a standard', async () => {
    const values = { name: 'Metric', serviceTypes: ['Biodiversity'], fixedTermAllowed: false, kind: 'Market' }
    await done('olga', '/api/standard/Metric/action/UpdateStandard', { ...values, edition: '1.1' })
    await done('olga', '/api/standard/Metric/action/UpdateStandard', { ...values, edition: '2.0' })
    const { items } = (await world.ask('fay', '/api/standard/Metric/versions')).json<{
      items: { edition: string; until: string | null }[]
    }>()
    expect(items.map(({ edition, until }) => [edition, until !== null])).toEqual([
      ['2.0', false],
      ['1.1', true],
      ['1.0', true],
    ])
  })

  it('keep a withdrawn item in the rounds that use it, and offer it to no other', async () => {
    const before = (await world.ask('olga', '/api/round/open/action/Update')).json<{
      values: { standardIds: string[] }
    }>()
    await done('olga', '/api/standard/Metric/action/Deactivate')
    const form = (await world.ask('olga', '/api/round/open/action/Update')).json<typeof before & object>()
    expect(form).toMatchObject({
      values: { standardIds: ['Metric'] },
      fields: expect.arrayContaining([
        expect.objectContaining({ id: 'standardIds', options: [{ id: 'Metric', name: expect.any(String) }] }),
      ]),
    })
    await done('olga', '/api/round/open/action/Update', { ...form.values, name: 'Round 3, renamed' })
    const draft = (await world.ask('olga', '/api/round/draft/action/Update')).json<typeof before & object>()
    const refused = await act('olga', '/api/round/draft/action/Update', {
      ...draft.values,
      subcatchmentIds: ['Parrett'],
      standardIds: ['Metric'],
    })
    expect(refused.json()).toEqual([{ field: 'standardIds', message: 'Choose one from the list' }])
  })

  it('record in the audit trail who changed them', async () => {
    const { items } = (await world.ask('olga', '/api/activity?subjectType=standard&subjectId=Metric')).json<{
      items: { title: string; itemName: string }[]
    }>()
    expect(items.map(item => [item.title, item.itemName])).toContainEqual(['Deactivate', 'Metric'])
  })
})
