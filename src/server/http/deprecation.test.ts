import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { deprecatedField, sunsetOf } from '#contract/kit/deprecation'
import { type Endpoint, endpoint } from '#contract/kit/endpoint'
import { describeApi } from '#contract/openapi/openapi'
import { renderApiReferencePage } from './docs-page.ts'
import { openAnswerCache } from './kept.ts'
import { mountEndpoint } from './serve.ts'

const common = { tag: 'Sites', summary: 'Sites', access: 'anyone' } as const
const lasting = endpoint('GET /api/sites', {
  ...common,
  id: 'listSites',
  answers: { 200: z.array(z.string()) },
})
const ending = endpoint('GET /api/meadows', {
  ...common,
  id: 'listMeadows',
  deprecation: { since: '2026-12-31', instead: 'Use GET /api/sites.' },
  answers: { 200: z.array(z.string()) },
})
/** Made when it is needed: while no field is deprecated, no schema is searched. */
const withEndingFields = () =>
  endpoint('GET /api/site', {
    ...common,
    id: 'readSite',
    query: z.object({
      day: deprecatedField(z.string().optional(), { since: '2027-03-01', instead: 'Use on.' }),
    }),
    answers: {
      200: z
        .object({ size: deprecatedField(z.number(), { since: '2027-02-01', instead: 'Use area.' }) })
        .meta({ id: 'MadeSite' }),
    },
  })

const answerOf = async (one: Endpoint, url: string) => {
  const app = Fastify()
  app.decorate('endpoints', [])
  app.decorate('kept', openAnswerCache())
  app.decorateRequest('actor', null)
  app.decorateRequest('session', null)
  mountEndpoint(app, one as typeof lasting, () => [])
  return app.inject(url)
}

it('announces the end of an operation in headers, a year ahead, with a link to the notice', async () => {
  const { headers } = await answerOf(ending, '/api/meadows')
  expect(headers).toMatchObject({
    deprecation: '@1798675200',
    sunset: 'Fri, 31 Dec 2027 00:00:00 GMT',
    link: '</api/docs#deprecated>; rel="deprecation"; type="text/html"',
  })
})

it('announces the end of fields with the earliest days of all', async () => {
  const { headers } = await answerOf(withEndingFields(), '/api/site')
  expect(headers).toMatchObject({ deprecation: '@1801440000', sunset: 'Tue, 01 Feb 2028 00:00:00 GMT' })
})

it('sends no such header for what stays', async () => {
  const { headers } = await answerOf(lasting, '/api/sites')
  for (const name of ['deprecation', 'sunset', 'link']) expect(headers).not.toHaveProperty(name)
})

it('marks the operation, the parameter and the field as deprecated in the description, and lists the notices on the reference page', () => {
  const document = describeApi([lasting, ending, withEndingFields()], '')
  expect(document.paths['/api/meadows']?.['get']).toMatchObject({
    deprecated: true,
    'x-sunset': '2027-12-31',
  })
  expect(document.paths['/api/sites']?.['get']).not.toHaveProperty('deprecated')
  expect(document.paths['/api/site']?.['get']?.parameters).toMatchObject([{ name: 'day', deprecated: true }])
  expect(document.components.schemas['MadeSite']).toMatchObject({
    properties: { size: { deprecated: true, 'x-sunset': '2028-02-01' } },
  })
  const { html } = renderApiReferencePage(document)
  expect(html).toContain('<h2 id="deprecated">Deprecated</h2>')
  expect(html).toContain(
    '<dt><code>GET /api/meadows</code></dt><dd>Deprecated since 2026-12-31. It may be removed from 2027-12-31. Use GET /api/sites.</dd>',
  )
  expect(html).toContain('<code>size of MadeSite</code>')
  expect(renderApiReferencePage(describeApi([lasting], '')).html).not.toContain('Deprecated since')
})

it('counts the notice in whole months', () => {
  expect(sunsetOf({ since: '2027-02-28' })).toBe('2028-02-28')
  expect(sunsetOf({ since: '2028-02-29' })).toBe('2029-03-01')
})
