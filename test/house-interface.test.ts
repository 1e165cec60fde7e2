import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import manifest from '#package.json' with { type: 'json' }
import { endpoint } from '#contract/kit/endpoint'
import { describeApi } from '#contract/openapi/openapi'
import { projectRoot } from '#server/process/places'
import { compareInterfaces } from '../tools/interface/compare.ts'
import {
  changesSinceRelease,
  printReleasedInterface,
  readReleasedInterface,
} from '../tools/interface/released.ts'
import { summariseInterface } from '../tools/interface/summary.ts'

const major = (version: string): string | undefined => version.split('.')[0]

it('no change since the last release breaks programs within a major version', () => {
  const { breaking } = changesSinceRelease()
  if (major(manifest.version) === major(readReleasedInterface().version)) expect(breaking).toEqual([])
})

it('the kept interface is that of the last release: run npm run keep-interface before a release', () => {
  const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8')
  expect(readReleasedInterface().version).toBe(/^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog)?.[1])
  expect(JSON.parse(printReleasedInterface(readReleasedInterface()))).toEqual(readReleasedInterface())
})

const summaryOf = (
  path: '/api/sites' | '/api/fields',
  { query = {}, body = {}, answer = {} }: Partial<Record<'query' | 'body' | 'answer', z.ZodRawShape>>,
) =>
  summariseInterface(
    describeApi(
      [
        endpoint(`POST ${path}`, {
          ...{ id: 'saveSite', tag: 'Sites', summary: 'Saves a site', access: 'member' },
          query: z.object(query),
          body: z.object(body),
          answers: { 200: z.object(answer).meta({ id: 'Site' }) },
        }),
      ],
      '',
    ),
  )

const SITE = {
  query: { sort: z.enum(['name', 'size']).optional() },
  body: { name: z.string(), note: z.string().optional() },
  answer: { id: z.string(), status: z.enum(['Draft', 'Live']), size: z.number().nullable() },
}
const before = summaryOf('/api/sites', SITE)
const changed = (part: keyof typeof SITE, fields: z.ZodRawShape) =>
  compareInterfaces(before, summaryOf('/api/sites', { ...SITE, [part]: { ...SITE[part], ...fields } }))
const without = (part: keyof typeof SITE, field: string) =>
  compareInterfaces(
    before,
    summaryOf('/api/sites', {
      ...SITE,
      [part]: Object.fromEntries(Object.entries<z.ZodType>(SITE[part]).filter(([name]) => name !== field)),
    }),
  )

describe('the comparison of two interfaces', () => {
  it('finds nothing between equal ones', () => {
    expect(compareInterfaces(before, summaryOf('/api/sites', SITE))).toEqual({ breaking: [], additions: [] })
  })

  it('refuses a removed or renamed operation', () => {
    const { breaking, additions } = compareInterfaces(before, summaryOf('/api/fields', SITE))
    expect(breaking).toEqual(['POST /api/sites is gone'])
    expect(additions).toEqual(['POST /api/fields is new'])
  })

  it.each([
    ['a removed parameter', without('query', 'sort'), 'POST /api/sites: sort is gone'],
    ['a removed field of a body', without('body', 'note'), 'POST /api/sites body: note is gone'],
    ['a removed field of an answer', without('answer', 'size'), 'Site: size is gone'],
    [
      'a new required field of a body',
      changed('body', { area: z.number() }),
      'POST /api/sites body: area is new and required',
    ],
    [
      'a field of a body that becomes required',
      changed('body', { note: z.string() }),
      'POST /api/sites body: note is required now',
    ],
    [
      'a value that may no longer be sent',
      changed('query', { sort: z.enum(['name']).optional() }),
      'POST /api/sites: sort no longer takes size',
    ],
    [
      'a narrower type of a body',
      changed('body', { name: z.number() }),
      'POST /api/sites body: name is number instead of string',
    ],
    [
      'another type of an answer',
      changed('answer', { id: z.int() }),
      'Site: id is integer instead of string',
    ],
    [
      'a field of an answer that may be null',
      changed('answer', { id: z.string().nullable() }),
      'Site: id may be null now',
    ],
    [
      'a field of an answer that may be missing',
      changed('answer', { id: z.string().optional() }),
      'Site: id may be missing now',
    ],
  ])('refuses %s', (_what, { breaking }, expected) => {
    expect(breaking).toEqual([expected])
  })

  it.each([
    [
      'an optional parameter',
      changed('query', { q: z.string().optional() }),
      'POST /api/sites: new parameter q',
    ],
    [
      'an optional field of a body',
      changed('body', { area: z.number().optional() }),
      'POST /api/sites body: new field area',
    ],
    ['a field of an answer', changed('answer', { area: z.number() }), 'Site: new field area'],
    [
      'a value of an answer',
      changed('answer', { status: z.enum(['Draft', 'Live', 'Ended']) }),
      'Site: status: new value Ended',
    ],
    [
      'a field of a body that becomes optional or may be null',
      changed('body', { name: z.string().nullable() }),
      'POST /api/sites body: name has the new variant null',
    ],
  ])('lists %s as an addition', (_what, found, expected) => {
    expect(found).toEqual({ breaking: [], additions: [expected] })
  })
})
