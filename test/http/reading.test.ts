import { LISTED_NOUNS } from '#contract/nouns/nouns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const read = async <T>(who: string | null, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const names = async (who: string, url: string): Promise<string[]> =>
  (await read<{ items: { name: string }[] }>(who, url)).items.map(item => item.name)

describe('access to projects', () => {
  it('is to every project for the operator, and to its own for a participant', async () => {
    expect(await names('olga', '/api/projects')).toEqual(['Moss', 'Reed', 'Sedge'])
    expect(await names('fay', '/api/projects')).toEqual(['Sedge'])
    expect(await names('eve', '/api/projects')).toEqual(['Moss', 'Reed'])
    expect(await names('bob', '/api/projects')).toEqual([])
  })

  it('is to projects of clients in rounds with an approved authority for an agent', async () => {
    expect(await names('amy', '/api/projects')).toEqual(['Sedge'])
    expect(await names('rex', '/api/projects')).toEqual(['Sedge'])
  })

  it('is to projects in its area past Draft for a planning authority', async () => {
    expect(await names('sue', '/api/projects')).toEqual(['Reed', 'Sedge'])
    expect(await names('dan', '/api/projects')).toEqual([])
  })

  it('is refused alike for missing and hidden ones', async () => {
    for (const path of [
      'project',
      'requirement',
      'organisation',
      'participation',
      'round',
      'agent-authority',
    ]) {
      const missing = await world.ask('bob', `/api/${path}/nothing`)
      const ids: Record<string, string> = {
        project: 'sedge',
        requirement: 'homes',
        organisation: 'farm',
        participation: 'farm-part',
        round: 'draft',
        'agent-authority': 'auth-1',
      }
      const hidden = await world.ask(path === 'requirement' ? 'fay' : 'bob', `/api/${path}/${ids[path]}`)
      expect([path, hidden.statusCode, hidden.body]).toEqual([path, missing.statusCode, missing.body])
      expect(hidden.statusCode).toBe(404)
    }
  })

  it('is refused to visitors, who are asked to sign in', async () => {
    for (const path of ['/api/projects', '/api/project/sedge', '/api/rounds']) {
      const answer = await world.ask(null, path)
      expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'Sign in first' }])
    }
  })
})

describe('sealed offers and bids', () => {
  const offer = async (who: string) => {
    const project = await read<{ offer: number | null; offerIsSealed: boolean }>(who, '/api/project/sedge')
    return [project.offer, project.offerIsSealed]
  }
  it('are read only by the owner and its agent with MakeOffersOrBids until bids and offers close', async () => {
    expect(await offer('fay')).toEqual([65_000.5, false])
    expect(await offer('amy')).toEqual([65_000.5, false])
    expect(await offer('rex')).toEqual([null, true])
    expect(await offer('olga')).toEqual([null, true])
    expect(await offer('sue')).toEqual([null, true])
  })
  it('are also hidden in lists and tables', async () => {
    const { items } = await read<{ items: { name: string; offer: number | null }[] }>('olga', '/api/projects')
    expect(items.map(item => item.offer)).toEqual([null, null, null])
    const csv = (await world.ask('olga', '/api/projects?format=csv')).body
    expect(csv).not.toMatch(/65000|77000/)
    expect((await world.ask('olga', '/api/projects?sort=offer')).statusCode).toBe(400)
  })
})

describe('lists', () => {
  it('go from page to page without losing or repeating a row', async () => {
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: { items: { name: string }[]; next: string | null; total: number } = await read(
        'olga',
        `/api/projects?limit=1&sort=-name&cursor=${next}`,
      )
      expect(page.total).toBe(3)
      seen.push(...page.items.map(item => item.name))
      next = page.next
    }
    expect(seen).toEqual(['Sedge', 'Reed', 'Moss'])
  })

  it('sort by every declared order, both ways, page by page as at once, for every reader', async () => {
    type Page = { items: { id: string }[]; next: string | null; total: number }
    for (const who of ['olga', 'fay', 'sue'])
      for (const { list: path, sorts } of LISTED_NOUNS)
        for (const sort of sorts.flatMap(name => [name, `-${name}`])) {
          const list = `/api/${path}?sort=${sort}`
          const whole = await read<Page>(who, list)
          const found: string[] = []
          let next: string | null = ''
          while (next !== null) {
            const page: Page = await read(
              who,
              `${list}&limit=${Math.ceil(whole.total / 2) || 1}&cursor=${next}`,
            )
            found.push(...page.items.map(({ id }) => id))
            next = page.next
          }
          expect(found, `${list} for ${who}`).toEqual(whole.items.map(({ id }) => id))
          expect(new Set(found).size, list).toBe(whole.total)
        }
  })

  it('update their counts immediately after an action', async () => {
    const total = async () => (await read<{ total: number }>('olga', '/api/markets')).total
    const before = await total()
    const answer = await world.ask('olga', '/api/markets/action/CreateMarket', {
      method: 'POST',
      payload: { values: { name: 'Yonder' } },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await total()).toBe(before + 1)
  })

  it('answer every filter for every reader', async () => {
    for (const who of ['olga', 'fay', 'amy', 'sue'])
      for (const { list: path, filters } of LISTED_NOUNS) {
        await read(who, `/api/${path}?q=a`)
        for (const filter of Object.keys(filters)) {
          const answer = await world.ask(who, `/api/${path}?${filter}=nonsense`)
          expect([200, 400], `${path} ${filter}: ${answer.body}`).toContain(answer.statusCode)
        }
      }
  })

  it('filter by round, status, type and area', async () => {
    expect(await names('olga', '/api/projects?status=Draft')).toEqual(['Moss'])
    expect(await names('olga', '/api/projects?status=Draft&status=Offered&supplierId=estate')).toEqual([
      'Moss',
      'Reed',
    ])
    expect(await names('olga', '/api/projects?marketRoundId=draft')).toEqual([])
    expect(await names('olga', '/api/projects?marketId=levels&q=SED')).toEqual(['Sedge'])
    expect(await names('olga', '/api/organisations?type=LPA')).toEqual(['The dorset', 'The somerset'])
    expect(await names('olga', '/api/requirements?creditType=NutrientMitigationPhosphorous')).toEqual([
      'Homes',
    ])
  })

  it('refuse an unknown query value', async () => {
    for (const query of [
      'status=Nonsense',
      'nonsense=1',
      'limit=0',
      'limit=201',
      'limit=a',
      'cursor=bad',
      'sort=nothing',
      'sort=constructor',
      'constructor=1',
      'format=pdf',
      'limit=1&limit=2',
      `q=${'x'.repeat(201)}`,
    ]) {
      const answer = await world.ask('olga', `/api/projects?${query}`)
      expect([query, answer.statusCode]).toEqual([query, 400])
      expect(answer.json<{ error: string }>().error).toMatch(
        /^(Unknown query value: |The query value \w+ (must|can) )/,
      )
    }
    expect((await world.ask('olga', '/api/projects?q=%00')).statusCode).toBe(400)
  })

  it('give the choices of a form as names', async () => {
    const choices = await read('olga', '/api/organisations?type=PARTICIPANT&format=choices')
    expect(choices).toContainEqual({ id: 'farm', name: 'The farm' })
    expect(await read('fay', '/api/organisations?type=PARTICIPANT&format=choices')).toEqual([
      { id: 'farm', name: 'The farm' },
    ])
  })
})

describe('rounds and markets', () => {
  it('hide a round in Draft from all but the operator', async () => {
    const rounds = async (who: string) =>
      (await read<{ items: { rounds: { name: string }[] }[] }>(who, '/api/markets')).items[0]!.rounds.map(
        one => one.name,
      )
    expect(await rounds('olga')).toEqual(['Round 2', 'Round 1'])
    expect(await rounds('fay')).toEqual(['Round 1'])
  })
  it('count only what the reader may see', async () => {
    const counts = async (who: string) => (await read<{ counts: object }>(who, '/api/round/bidding')).counts
    expect(await counts('olga')).toEqual({
      participants: 1,
      projects: 3,
      requirements: 1,
      offers: 2,
      bids: 1,
    })
    expect(await counts('fay')).toEqual({ participants: 1, projects: 1, requirements: 0, offers: 1, bids: 0 })
    expect(await counts('bob')).toEqual({ participants: 0, projects: 0, requirements: 1, offers: 0, bids: 1 })
  })
})

describe('every page', () => {
  it('opens for the operator with its links and available actions', async () => {
    for (const path of [
      'market/levels',
      'round/bidding',
      'organisation/farm',
      'participation/farm-part',
      'agent-authority/auth-1',
      'project/sedge',
      'requirement/homes',
    ]) {
      const resource = await read<{ links: { self: string }; actions: unknown[]; version: number }>(
        'olga',
        `/api/${path}`,
      )
      expect(resource.links.self).toBe(`/api/${path}`)
      expect(resource.version).toBe(1)
      expect(Array.isArray(resource.actions)).toBe(true)
    }
  })
})
