import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
})
afterAll(() => world.close())

const read = async <T>(url: string, who = 'olga'): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const names = async (url: string, who?: string) =>
  (await read<{ items: { name: string }[] }>(url, who)).items.map(item => item.name)

describe('the registries of projects and credit requirements', () => {
  it('contain what won in settled rounds, and nothing else', async () => {
    expect(await names('/api/projects?registry=true')).toEqual(['old-sedge'])
    expect(await names('/api/requirements?registry=true')).toEqual(['old-homes'])
    expect(await names('/api/projects?registry=false')).not.toContain('old-sedge')
  })

  it('total what was sold, reserved and unused, for the current filters', async () => {
    const totals = await read<{ creditType: string; sold: number }[]>(
      '/api/projects?registry=true&format=totals',
    )
    expect(totals).toMatchObject([{ creditType: 'NutrientMitigationPhosphorous' }])
    expect(totals[0]!.sold).toBeGreaterThan(0)
    expect(await read('/api/requirements?registry=true&format=totals')).toMatchObject([
      { creditType: 'NutrientMitigationPhosphorous', sold: totals[0]!.sold },
    ])
    expect(await read('/api/projects?registry=true&format=totals&q=nothing')).toEqual([])
  })

  it('total only what the reader may see', async () => {
    expect(await read('/api/projects?registry=true&format=totals', 'bob')).toEqual([])
    expect((await world.ask('olga', '/api/markets?format=totals')).statusCode).toBe(400)
  })
})

describe('the registry of credits', () => {
  it('sorts by requirement, with credits without a visible one first', async () => {
    const credits = async (who: string, sort: string) =>
      (
        await read<{ items: { id: string; requirement: { name: string } | null }[] }>(
          `/api/credits?sort=${sort}`,
          who,
        )
      ).items
    for (const [who, least] of [
      ['olga', 3],
      ['fay', 3],
      ['bob', 1],
    ] as const) {
      const found = await credits(who, 'requirement')
      expect(found.length, who).toBeGreaterThanOrEqual(least)
      const back = await credits(who, '-requirement')
      const nameOf = ({ requirement }: (typeof found)[number]) => requirement?.name.toLowerCase() ?? ''
      const inOrder = found.map(nameOf).toSorted()
      expect(found.map(nameOf)).toEqual(inOrder)
      expect(back.map(nameOf)).toEqual(inOrder.toReversed())
      // Credits with equal names are ordered from the newest, in both directions.
      for (const name of inOrder) {
        const alike = (list: typeof found) => list.filter(one => nameOf(one) === name).map(({ id }) => id)
        expect(alike(back)).toEqual(alike(found))
      }
    }
    expect((await credits('olga', '-requirement'))[0]).toMatchObject({
      id: 'sold',
      requirement: { name: 'old-homes' },
    })
    expect((await credits('fay', '-requirement')).map(({ requirement }) => requirement)).not.toContainEqual(
      expect.anything(),
    )
  })
})

describe('paths of the specification', () => {
  it('serve lists of choices with and without /api', async () => {
    for (const path of ['/ref/ncas', '/ref/lpas', '/ref/credits/type', '/ref/subcatchments'])
      expect(await read(path)).toEqual(await read(`/api${path}`))
    expect(await read('/ref/ncas')).toEqual([{ id: 'NCA142', name: 'Somerset Levels and Moors' }])
  })

  it('explain that files and locations need an owner', async () => {
    for (const [path, what] of [
      ['/api/files', 'file'],
      ['/api/location/sedge', 'location'],
    ])
      expect((await world.ask('olga', path!)).json()).toEqual({
        error: `${what} path must have an owner defined`,
      })
  })

  it('offer no reset outside a demonstration', async () => {
    const answer = await world.ask('olga', '/api/sysadmin/reset-database', {
      method: 'POST',
      payload: { name: 'reset-database' },
    })
    expect(answer.statusCode).toBe(404)
  })
})
