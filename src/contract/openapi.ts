import { z } from 'zod'
import { type AnswerShape, type Endpoint, none, paramNames } from './endpoint.ts'
import { describedWebhooks } from './openapi-webhooks.ts'
import { problem, PROBLEM_TYPE } from './problem.ts'
import { everyAnswer, REFUSAL_TEXTS } from './refusals.ts'
import { sessionCookie } from './session-cookie.ts'

type Json = Readonly<Record<string, unknown>>

/** One example of an operation, as a test run saw it. */
export interface Example {
  request?: unknown
  answer?: unknown
}

/** The interface as OpenAPI 3.1 describes it. */
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; description: string; version: string }
  servers: readonly { url: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  webhooks: Readonly<Record<string, { post: Omit<Operation, 'operationId'> }>>
  components: { securitySchemes: Json; schemas: Readonly<Record<string, unknown>> }
}

/** One operation of it. */
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

/** Gathers schemas that bear an id, so that each is written once and named wherever it is meant. */
const openSchemas = () => {
  const schemas: Record<string, unknown> = {}
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        // The name of a schema is a text; a property called id is a schema itself.
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
    // In a list of its own, so that a schema with an id is named also where it stands alone.
    const { items, ...rest } = z.toJSONSchema(z.array(schema), { io, unrepresentable: 'any' })
    keep(rest)
    return named(items)
  }
  return { schemas, write }
}

type Write = ReturnType<typeof openSchemas>['write']

const JSON_TYPE = 'application/json'

const contentOf = (shape: AnswerShape, write: Write, example: unknown): Json | undefined => {
  if (shape === none) return undefined
  const types = Object.entries('media' in shape ? shape.media : { [JSON_TYPE]: shape })
  if (types.length === 0) return undefined
  const content = types.map(([type, schema]) => [
    type,
    { schema: write(schema, 'output'), ...(type === JSON_TYPE && example !== undefined && { example }) },
  ])
  return Object.fromEntries(content)
}

/** By a session, unless it is said otherwise: by nothing, or by a key as well. */
const securityOf = ({ access, byKey }: Endpoint): { security: readonly Json[] } => {
  if (access === 'anyone' || access === 'visitor') return { security: [] }
  const key = byKey && { key: byKey === 'read' ? ['read'] : [] }
  return { security: [{ session: [] }, ...(key ? [key] : [])] }
}

const operationOf = (endpoint: Endpoint, write: Write, example: Example | undefined): Operation => {
  const { id, tag, summary, query, body, takesFiles, path } = endpoint
  const schema = body && write(body, 'input')
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...securityOf(endpoint),
    parameters: [
      ...paramNames(path).map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(query?.shape ?? {}).map(([name, word]) => ({
        name,
        in: 'query',
        description: word.description ?? word.meta()?.description,
        schema: write(word, 'input'),
      })),
      ...(takesFiles
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              description: 'Made up by the client: the same request under the same key acts once',
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
                description: 'The part submission, then one part for each file under the id of its field',
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
      Object.entries(everyAnswer(endpoint)).map(([status, shape]) => {
        const isError = Number(status) >= 400
        const content = {
          ...contentOf(shape, write, Number(status) < 300 ? example?.answer : undefined),
          ...(isError && { [PROBLEM_TYPE]: { schema: write(problem, 'output') } }),
        }
        const hasContent = Object.keys(content).length > 0
        const description = REFUSAL_TEXTS[Number(status)] ?? (hasContent ? summary : 'Done')
        return [status, { description, ...(hasContent && { content }) }]
      }),
    ),
  }
}

/**
 * The published description of some endpoints: every operation with all its statuses, and each schema once.
 * Examples are looked up by the id of the operation.
 */
export const openApi = (
  endpoints: readonly Endpoint[],
  url: string,
  examples: Readonly<Record<string, Example>> = {},
): OpenApi => {
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
        'Money is a number of pounds, quantities are numbers of units, days are yyyy-MM-dd, moments are ISO 8601 in UTC.',
      version: '1',
    },
    servers: [{ url }],
    paths,
    webhooks: describedWebhooks(write),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(url) },
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key. What is acted on decides which of its scopes is needed; a refusal names it.',
        },
      },
      schemas,
    },
  }
}
