import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { describedAs } from './described/index.ts'
import type { Described } from './described/route.ts'
import { fault, refusal, wrongAnswers } from './described/general.ts'
import { docsPage } from './docs-page.ts'

/** Collects what every route says of itself; register it before the routes. */
export const describe = async (app: FastifyInstance, config: Config): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Environmental credit marketplace',
        description:
          'Money is a number of pounds, quantities are numbers of units, days are yyyy-MM-dd, moments are ISO 8601 in UTC.',
        version: '1',
      },
      servers: [{ url: config.publicUrl }],
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } } },
      security: [{ session: [] }],
    },
    transform: given => {
      const method = [given.route.method].flat().find(one => one !== 'HEAD') ?? 'HEAD'
      const described = given.url.startsWith('/api/') ? describedAs(method, given.url) : undefined
      const schema = described ? schemaOf(described, given.url) : { hide: true }
      return jsonSchemaTransform({ ...given, schema })
    },
    transformObject: jsonSchemaTransformObject,
  })
}

/** The description of the interface, for programs and for people. */
export const openapiRoutes = (app: FastifyInstance): void => {
  app.get('/api/openapi.json', async () => app.swagger())
  app.get('/api/docs', async (_request, reply) => {
    const { html, policy } = docsPage(app.swagger())
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
  })
}

const REFUSALS = {
  400: ['Not understood', refusal],
  401: ['Nobody is signed in', refusal],
  403: ['Not allowed', refusal],
  404: ['Not there, or not to be seen', refusal],
  409: ['The status, the window or the version does not allow it', refusal],
  413: ['Too large', refusal],
  415: ['Of a type that is not accepted', refusal],
  422: ['The answers fail validation', wrongAnswers],
  429: ['Too many requests', refusal],
  500: ['A fault of ours', fault],
  503: ['Something cannot be reached', refusal],
} as const
type Status = keyof typeof REFUSALS

const WHEN_WRITING: readonly Status[] = [409, 413, 415, 422]

const refusalsOf = ({ body, open }: Described, url: string): Record<number, z.ZodType> =>
  Object.fromEntries(
    (Object.keys(REFUSALS).map(Number) as Status[])
      .filter(status => body !== undefined || !WHEN_WRITING.includes(status))
      .filter(status => !(open && status === 401) && !(status === 404 && !url.includes(':')))
      .map(status => [status, REFUSALS[status][1].describe(REFUSALS[status][0])]),
  )

const schemaOf = (described: Described, url: string) => {
  const { tag, summary, query, body, answer, open } = described
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  return {
    tags: [tag],
    summary,
    ...(open && { security: [] }),
    ...(names.length > 0 && { params: z.object(Object.fromEntries(names.map(name => [name, z.string()]))) }),
    ...(query && { querystring: query }),
    ...(body && { body, consumes: ['application/json', 'multipart/form-data'] }),
    response: {
      ...(answer
        ? { 200: answer }
        : { [body || tag === 'Results' ? 204 : 200]: z.unknown().describe('Done') }),
      ...refusalsOf(described, url),
    },
  }
}
