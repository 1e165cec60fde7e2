import { z } from 'zod'
import { deprecationMembers } from '../kit/deprecation.ts'
import { type ResponseShape, type Endpoint, noContentResponse, paramNames } from '../kit/endpoint.ts'
import { RETURN_MINIMAL } from '../kit/form.ts'
import { webhookDescriptions } from './openapi-webhooks.ts'
import { problemDetails, PROBLEM_MEDIA_TYPE } from '../kit/problem.ts'
import { allResponsesOfEndpoint, REFUSAL_TEXTS } from '../kit/refusals.ts'
import { sessionCookie } from './session-cookie.ts'

type Json = Readonly<Record<string, unknown>>

/** An example of an operation, recorded in a test run. */
export interface OperationExample {
  request?: unknown
  answer?: unknown
}

/** An OpenAPI 3.1 description. */
export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; description: string; version: string }
  servers: readonly { url: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  webhooks: Readonly<Record<string, { post: Omit<Operation, 'operationId'> }>>
  components: { securitySchemes: Json; schemas: Readonly<Record<string, unknown>> }
}

/** An operation in the description. */
export type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  parameters: readonly {
    name: string
    in: string
    required?: boolean
    description?: string
    schema: unknown
  }[]
  responses: Readonly<Record<string, { description: string; content?: Json }>>
  [more: string]: unknown
}

/** Collects schemas with an id, so that each is written once and referenced everywhere else. */
const openSchemas = () => {
  const schemas: Record<string, unknown> = {}
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        // The id of a schema is a string; a property called id is itself a schema.
        .filter(
          ([key, part]) =>
            key !== '$defs' && key !== '$schema' && !(key === 'id' && typeof part === 'string'),
        )
        .map(([key, part]) => [
          key,
          key === '$ref' ? String(part).replace('#/$defs/', '#/components/schemas/') : named(part),
        ]),
    )
  }
  const keep = ({ $defs = {} }: { $defs?: object }) => {
    for (const [name, schema] of Object.entries($defs)) schemas[name] ??= named(schema)
  }
  const write = (schema: z.ZodType, io: 'input' | 'output'): unknown => {
    // Wrapped in a list, so that a schema with an id is referenced even at the top.
    const { items, ...rest } = z.toJSONSchema(z.array(schema), { io, unrepresentable: 'any' })
    keep(rest)
    return named(items)
  }
  return { schemas, write }
}

type Write = ReturnType<typeof openSchemas>['write']

const JSON_TYPE = 'application/json'

const contentOf = (shape: ResponseShape, write: Write, example: unknown): Json | undefined => {
  if (shape === noContentResponse) return undefined
  const types = Object.entries('media' in shape ? shape.media : { [JSON_TYPE]: shape })
  if (types.length === 0) return undefined
  const content = types.map(([type, schema]) => [
    type,
    { schema: write(schema, 'output'), ...(type === JSON_TYPE && example !== undefined && { example }) },
  ])
  return Object.fromEntries(content)
}

/** Session by default; none, or also an API key, if the endpoint says so. */
const securityOf = ({ access, byKey }: Endpoint): { security: readonly Json[] } => {
  if (access === 'anyone' || access === 'visitor') return { security: [] }
  const key = byKey && { key: byKey === 'read' ? ['read'] : [] }
  return { security: [{ session: [] }, ...(key ? [key] : [])] }
}

const operationOf = (endpoint: Endpoint, write: Write, example: OperationExample | undefined): Operation => {
  const { id, tag, summary, query, body, takesFiles, takesIdempotencyKey, path } = endpoint
  const schema = body && write(body, 'input')
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...deprecationMembers(endpoint.deprecation),
    ...securityOf(endpoint),
    parameters: [
      ...paramNames(path).map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(query?.shape ?? {}).map(([name, word]) => ({
        name,
        in: 'query',
        description: word.description ?? word.meta()?.description,
        ...(word.meta()?.['deprecated'] === true && { deprecated: true }),
        schema: write(word, 'input'),
      })),
      ...(takesFiles || takesIdempotencyKey
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              description: 'Key that the client chooses; a repeated request with the same key acts only once',
              schema: { type: 'string' },
            },
          ]
        : []),
      ...(takesFiles
        ? [
            {
              name: 'Prefer',
              in: 'header',
              description: `\`${RETURN_MINIMAL}\`: the answer names the subject by its address only, which halves the work of the server`,
              schema: { type: 'string' },
            },
          ]
        : []),
    ],
    ...(schema !== undefined && {
      requestBody: {
        required: true,
        content: {
          [JSON_TYPE]: {
            schema,
            ...(example?.request !== undefined && { example: example.request }),
          },
          ...(takesFiles && {
            'multipart/form-data': {
              schema: {
                type: 'object',
                description: 'Part `submission`, then a part for each file, named by the id of its field',
                properties: { submission: schema },
                required: ['submission'],
                additionalProperties: { type: 'string', format: 'binary' },
              },
            },
          }),
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(allResponsesOfEndpoint(endpoint)).map(([status, shape]) => {
        const isError = Number(status) >= 400
        const content = {
          ...contentOf(shape, write, Number(status) < 300 ? example?.answer : undefined),
          ...(isError && { [PROBLEM_MEDIA_TYPE]: { schema: write(problemDetails, 'output') } }),
        }
        const hasContent = Object.keys(content).length > 0
        const description = REFUSAL_TEXTS[Number(status)] ?? (hasContent ? summary : 'Done')
        return [status, { description, ...(hasContent && { content }) }]
      }),
    ),
  }
}

/** Description of some endpoints: every operation with all its statuses, and each schema once. Examples are found by the id of the operation. */
export const describeApi = (
  endpoints: readonly Endpoint[],
  url: string,
  examples: Readonly<Record<string, OperationExample>> = {},
): OpenApiDocument => {
  const { schemas, write } = openSchemas()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, write, examples[endpoint.id]),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Environmental credit marketplace',
      description:
        'Money is in pounds, quantities are in units, dates are yyyy-MM-dd, and instants are ISO 8601 in UTC.',
      version: '1',
    },
    servers: [{ url }],
    paths,
    webhooks: webhookDescriptions(write),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(url) },
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'API key. The subject of an action decides which scope it needs; a refusal names the scope.',
        },
      },
      schemas,
    },
  }
}

/** A description of all endpoints as it is for an installation: with its address, and without the endpoints that it does not have. */
export const adaptDescription = (
  document: OpenApiDocument,
  endpoints: readonly Endpoint[],
  url: string,
): OpenApiDocument => {
  const ids = new Set(endpoints.map(({ id }) => id))
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => {
    const its = Object.entries(operations).filter(([, { operationId }]) => ids.has(operationId))
    return its.length === 0 ? [] : [[path, Object.fromEntries(its)] as const]
  })
  const { securitySchemes, schemas } = document.components
  const session = { ...(securitySchemes.session as Json), name: sessionCookie(url) }
  return {
    ...document,
    servers: [{ url }],
    paths: Object.fromEntries(paths),
    components: { securitySchemes: { ...securitySchemes, session }, schemas },
  }
}
