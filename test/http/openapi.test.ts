import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint'
import { ENDPOINTS } from '#contract/nouns/endpoints'
import type { OpenApiDocument } from '#contract/openapi/openapi'
import { resetDatabase } from '#contract/system/system'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
let document: OpenApiDocument
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('projectGroup', { id: 'either', roundId: 'bidding', supplierId: 'farm' }),
    sampleRow('requirementGroup', { id: 'both', roundId: 'bidding', buyerId: 'builder' }),
    sampleRow('declaration', { id: 'MarketRules' }),
    sampleRow('roundDeclaration', { id: 'rules', roundId: 'bidding' }),
    sampleRow('comment', { id: 'c', subjectKind: 'project', subjectId: 'sedge', authorId: 'olga' }),
    sampleRow('filedDocument', { id: 'doc', ownerKind: 'project', ownerId: 'sedge', uploadedBy: 'fay' }),
  )
  document = (await world.ask(null, '/api/openapi.json')).json<OpenApiDocument>()
})
afterAll(() => world.close())

describe('the OpenAPI description', () => {
  it('is OpenAPI 3.1 and covers every route below /api', async () => {
    expect(document.openapi).toBe('3.1.0')
    const paths = Object.entries(document.paths)
    expect(paths.length).toBeGreaterThan(70)
    for (const [path, operations] of paths)
      for (const [method, { responses }] of Object.entries(operations))
        expect([path, method, Object.keys(responses).some(status => /^[23]/.test(status))]).toEqual([
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

  it('refers only to schemas that it contains', () => {
    const named = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)/g)].map(
      ([, name]) => name,
    )
    expect(named.length).toBeGreaterThan(50)
    for (const name of named) expect(document.components.schemas).toHaveProperty([name!])
  })

  it('contains every property that a schema requires', () => {
    const undescribed: string[] = []
    const look = (schema: unknown, where: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      const { properties, required } = schema as { properties?: object; required?: string[] }
      if (Array.isArray(required) && properties)
        undescribed.push(...required.filter(name => !(name in properties)).map(name => `${where}.${name}`))
      for (const [name, part] of Object.entries(schema)) look(part, `${where}.${name}`)
    }
    look(document, '')
    expect(undescribed).toEqual([])
  })

  it('has name, summary, statuses and query words for every operation', () => {
    const operations = Object.values(document.paths).flatMap(path => Object.values(path))
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const { operationId, summary, responses, parameters } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect([operationId, summary.length > 3]).toEqual([operationId, true])
      for (const status of ['400', '429', '500', '503'])
        expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining([status])])
      expect(parameters.every(({ name }) => name.length > 0)).toBe(true)
    }
    const login = document.paths['/api/auth/login']!.post!
    expect(Object.keys(login.responses)).toEqual(expect.arrayContaining(['200', '204', '401', '422']))
    expect(Object.keys(document.paths['/api/auth/logout']!.post!.responses)).not.toContain('200')
    expect(Object.keys(document.paths['/api/auth/users']!.get!.responses)).toContain('307')
    const registry = document.paths['/api/public/registry/projects']!.get!.parameters.map(({ name }) => name)
    expect(registry).toEqual(expect.arrayContaining(['limit', 'cursor', 'sort', 'q', 'status']))
  })

  it('describes variants with their own types', () => {
    const typesOf = (path: string) =>
      Object.keys(document.paths[path]!.get!.responses['200']!.content ?? {}).toSorted()
    expect(typesOf('/api/projects')).toEqual([
      'application/geo+json',
      'application/geopackage+sqlite3',
      'application/json',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'text/csv',
    ])
    expect(typesOf('/api/public/rounds.ics')).toEqual(['text/calendar'])
    expect(typesOf('/api/round/{id}/match')).toEqual(['application/json', 'text/csv'])
    expect(typesOf('/api/events')).toEqual(['text/event-stream'])
  })

  it('matches the mounted endpoints, except the one for demonstrations only', () => {
    const ids = (endpoints: readonly Endpoint[]) => endpoints.map(({ id }) => id).toSorted()
    expect(ids(world.app.endpoints)).toEqual(ids(ENDPOINTS.filter(one => one !== resetDatabase)))
  })

  it('describes every route', () => {
    for (const [url, methods] of routesOf(world))
      for (const method of methods)
        if (url.startsWith('/api/')) {
          const path = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')]
          expect([method, url, Object.keys(path ?? {})]).toEqual([
            method,
            url,
            expect.arrayContaining([method.toLowerCase()]),
          ])
        }
  })

  it('matches every answer, for every reader', async () => {
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
    for (const { method, path: url } of world.app.endpoints) {
      if (method !== 'GET' || url.includes('/action/') || url === '/api/events') continue
      const kind = /^\/api\/([a-z-]+)\/:id/.exec(url)?.[1] ?? ''
      const path = url.replace(':id', ids[kind] ?? 'none').replace(':term', 's') + (queries[url] ?? '')
      for (const who of ['olga', 'fay', 'bob', 'sue', null]) {
        // The tests themselves turn an undeclared answer into a 500.
        const reply = await world.ask(who, path)
        expect([path, who, reply.statusCode < 500, reply.body.slice(0, 300)]).toEqual([
          path,
          who,
          true,
          expect.anything(),
        ])
        if (reply.statusCode === 200) checked += 1
      }
    }
    expect(checked).toBeGreaterThan(150)
  })

  it('has examples of requests and answers', () => {
    const { requestBody, responses } = document.paths['/api/project/{id}/action/{action}']!.post!
    for (const content of [(requestBody as { content: object }).content, responses['200']!.content])
      expect(content).toMatchObject({ 'application/json': { example: expect.any(Object) } })
    const { content } = document.paths['/api/projects']!.get!.responses['200']!
    expect(content).toMatchObject({ 'application/json': { example: { items: [{ name: 'Heron pond' }] } } })
  })

  it('is readable as a page without scripts', async () => {
    const { body, headers } = await world.ask(null, '/api/docs')
    expect(body).toContain('GET /api/projects')
    expect(body).not.toContain('<script')
    expect(headers['content-security-policy']).toMatch(/style-src 'sha256-/)
  })
})

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
