import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    sampleRow('organisation', { id: 'sedgemoor', name: 'Sedgemoor Estate', csvId: 'SU77' }),
    sampleRow('projectGroup', {
      id: 'both',
      name: 'Sedge and Reed',
      roundId: 'bidding',
      supplierId: 'estate',
    }),
    sampleRow('round', { id: 'sedge-round', name: 'Sedge round', marketId: 'levels', status: 'Draft' }),
  )
})
afterAll(() => world.close())

const found = async (who: string, term: string) =>
  (await world.ask(who, `/api/search/${encodeURIComponent(term)}`))
    .json<{ items: { kind: string; name: string }[] }>()
    .items.map(({ kind, name }) => `${kind}: ${name}`)

describe('search', () => {
  it('covers projects, requirements, organisations, groups and rounds', async () => {
    expect(await found('olga', 'sedge')).toEqual([
      'project: Sedge',
      'organisation: Sedgemoor Estate',
      'projectGroup: Sedge and Reed',
      'round: Sedge round',
    ])
    expect(await found('olga', 'homes')).toEqual(['requirement: Homes'])
  })

  it('tolerates a typing error', async () => {
    expect(await found('olga', 'sedgmoor')).toContain('organisation: Sedgemoor Estate')
    expect(await found('olga', 'sedgemore')).toContain('organisation: Sedgemoor Estate')
    expect(await found('olga', 'estaet')).toContain('organisation: Sedgemoor Estate')
    expect(await found('olga', 'sedge moor estaet')).toContain('organisation: Sedgemoor Estate')
    expect(await found('olga', 'sedge moor')).toContain('organisation: Sedgemoor Estate')
    expect(await found('olga', 'quagmire')).toEqual([])
  })

  it('ranks an exact name before names that contain it', async () => {
    const organisations = (await found('olga', 'the estate')).filter(one => one.startsWith('organisation'))
    expect(organisations[0]).toBe('organisation: The estate')
  })

  it("finds items by their owner's name, and a participant by its CSV ID", async () => {
    expect(await found('olga', 'the farm')).toContain('project: Sedge')
    expect(await found('olga', 'su77')).toEqual(['organisation: Sedgemoor Estate'])
  })

  it('shows a planning authority only what is in its area', async () => {
    expect(await found('sue', 'sedge')).toEqual(['project: Sedge'])
    expect(await found('dan', 'sedge')).toEqual([])
  })

  it('accepts any text literally', async () => {
    for (const term of ['%', '_', '\\', "'", '"; drop table project', '*', ' '])
      expect((await world.ask('olga', `/api/search/${encodeURIComponent(term)}`)).statusCode, term).toBe(200)
    expect(await found('olga', '%')).toEqual([])
  })

  it('finds one or two characters at the beginning of a word, also in lists', async () => {
    expect(await found('olga', 're')).toContain('project: Reed')
    expect(await found('olga', 're')).toContain('projectGroup: Sedge and Reed')
    expect(await found('olga', 'ee')).toEqual([])
    const listed = async (list: string, q: string) =>
      (await world.ask('olga', `/api/${list}?q=${q}`))
        .json<{ items: { name: string }[] }>()
        .items.map(one => one.name)
    expect(await listed('projects', 're')).toEqual(['Reed'])
    expect(await listed('project-groups', 're')).toEqual(['Sedge and Reed'])
    expect(await listed('projects', 'ee')).toEqual([])
    expect(await listed('projects', 'eed')).toEqual(['Reed'])
  })
})
