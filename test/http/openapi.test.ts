import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describedAs } from '#server/http/described/index'
import { matchedRound } from './settled.ts'
import { like, startWorld, type World } from './world.ts'

interface Document {
  openapi: string
  paths: Record<string, Record<string, { responses: Record<string, unknown>; tags: string[] }>>
  components: { schemas: Record<string, unknown> }
}

let world: World
let document: Document
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    like('projectGroup', { id: 'either', roundId: 'bidding', supplierId: 'farm' }),
    like('requirementGroup', { id: 'both', roundId: 'bidding', buyerId: 'builder' }),
    like('declaration', { id: 'MarketRules' }),
    like('roundDeclaration', { id: 'rules', roundId: 'bidding' }),
    like('comment', { id: 'c', subjectKind: 'project', subjectId: 'sedge', authorId: 'olga' }),
    like('filedDocument', { id: 'doc', ownerKind: 'project', ownerId: 'sedge', uploadedBy: 'fay' }),
  )
  document = (await world.ask(null, '/api/openapi.json')).json<Document>()
})
afterAll(() => world.close())

describe('the description of the interface', () => {
  it('is OpenAPI 3.1 and speaks of every route below /api', async () => {
    expect(document.openapi).toBe('3.1.0')
    const paths = Object.entries(document.paths)
    expect(paths.length).toBeGreaterThan(70)
    for (const [path, operations] of paths)
      for (const [method, { responses }] of Object.entries(operations))
        expect([path, method, Object.keys(responses).some(status => status.startsWith('2'))]).toEqual([
          path,
          method,
          true,
        ])
    for (const path of [
      '/api/projects',
      '/api/project/{id}',
      '/api/project/{id}/action/{action}',
      '/api/projects/action/{action}',
      '/api/round/{id}/match-review',
      '/api/solver/task/{id}',
      '/api/auth/login',
    ])
      expect(Object.keys(document.paths)).toContain(path)
  })

  it('names no schema that it does not hold', () => {
    const named = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)/g)].map(
      ([, name]) => name,
    )
    expect(named.length).toBeGreaterThan(50)
    for (const name of named) expect(document.components.schemas).toHaveProperty([name!])
  })

  it('leaves no route undescribed', () => {
    for (const [url, methods] of routesOf(world))
      for (const method of methods)
        if (url.startsWith('/api/') && !UNDESCRIBED_MAY_BE.includes(url))
          expect([method, url, describedAs(method, url) !== undefined]).toEqual([method, url, true])
  })

  it('is true of every answer, whoever asks', async () => {
    const ids: Record<string, string> = {
      market: 'levels',
      round: 'settled',
      'round-declaration': 'rules',
      organisation: 'farm',
      participation: 'farm-part',
      'agent-authority': 'auth-1',
      project: 'old-sedge',
      'project-group': 'either',
      requirement: 'old-homes',
      'requirement-group': 'both',
      credit: 'sold',
      'reserved-credit': 'reserved',
      'project-type': 'WetlandCreation',
      standard: 'BsiFlex704',
      nca: 'NCA142',
      lpa: 'Somerset',
      subcatchment: 'Parrett',
      declaration: 'MarketRules',
      user: 'fay',
      location: 'sedge',
    }
    const queries: Record<string, string> = {
      '/api/activity': '?subjectType=project&subjectId=sedge',
      '/api/comments': '?subjectType=project&subjectId=sedge',
      '/api/mentionable': '?subjectType=project&subjectId=sedge',
      '/api/files': '?ownerType=project&ownerId=sedge',
      '/api/location/:id': '?ownerType=project&ownerId=sedge',
    }
    let checked = 0
    for (const [url, methods] of routesOf(world)) {
      const answer = methods.includes('GET') ? describedAs('GET', url)?.answer : undefined
      if (!answer || url.includes('/action/') || /^\/api\/(auth|sysadmin)\//.test(url)) continue
      const kind = /^\/api\/([a-z-]+)\/:id/.exec(url)?.[1] ?? ''
      const path = url.replace(':id', ids[kind] ?? 'none').replace(':term', 's') + (queries[url] ?? '')
      for (const who of ['olga', 'fay', 'bob', 'sue']) {
        const reply = await world.ask(who, path)
        if (reply.statusCode === 404) continue
        expect([path, who, reply.statusCode]).toEqual([path, who, 200])
        const outcome = answer.safeParse(reply.json())
        expect([path, who, outcome.error?.issues ?? []]).toEqual([path, who, []])
        // What is not described would be cut away.
        expect([path, who, outcome.data]).toEqual([path, who, reply.json()])
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(150)
  })

  it('is a page to read, without a script', async () => {
    const { body, headers } = await world.ask(null, '/api/docs')
    expect(body).toContain('GET /api/projects')
    expect(body).not.toContain('<script')
    expect(headers['content-security-policy']).toMatch(/style-src 'sha256-/)
  })
})

const UNDESCRIBED_MAY_BE = ['/api/openapi.json', '/api/docs']

const routesOf = ({ app }: World): [string, string[]][] => {
  const lines = app.printRoutes({ commonPrefix: false }).split('\n')
  const found: [string, string[]][] = []
  const above: string[] = []
  for (const line of lines) {
    const at = /^((?:[│ ] {3})*)(?:[├└]── )(\S+)(?: \(([^)]*)\))?/.exec(line)
    if (!at) continue
    const depth = at[1]!.length / 4
    above.length = depth
    above[depth] = at[2]!
    if (at[3])
      found.push([above.slice(0, depth + 1).join(''), at[3].split(', ').filter(one => one !== 'HEAD')])
  }
  return found
}
