import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  paramNames,
  type QueryOf,
} from '#contract/kit/endpoint'
import { parseWith } from '#contract/people/rules'
import type { Actor } from '#domain/people/actor'
import { ILL_FORMED_MESSAGE, findIllFormed, isWellFormed } from '@credit-market/values/well-formed'
import { badRequestError, invalidAnswersError, notFoundError } from '../runner/refusals.ts'
import type { Session } from '../auth/sessions.ts'
import { deprecationHeadersOf } from './deprecation.ts'
import { sendCached, type openAnswerCache, sendCompressed, type CachedAnswer } from './kept.ts'
import { parseQueryString } from './query.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of this route; a route without one is never answered. */
    endpoint?: Endpoint
  }
  interface FastifyInstance {
    /** All mounted endpoints, in the order of mounting. */
    endpoints: Endpoint[]
    /** Cache of answers that are the same for everyone. */
    kept: ReturnType<typeof openAnswerCache>
  }
}

/** The endpoint of the route that a request matched. */
export const mountedEndpointOfRequest = ({
  routeOptions,
}: Pick<FastifyRequest, 'routeOptions'>): Endpoint | undefined => routeOptions.config.endpoint

/** One call of an endpoint; every part is parsed by its schema before the handler sees it. */
export interface EndpointCall<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The caller: never null unless the endpoint is open to anyone or to visitors. */
  actor: E extends { access: 'anyone' | 'visitor' } ? Actor | null : Actor
  session: E extends { access: 'anyone' | 'visitor' } ? Session | null : Session
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Answers that a handler may return: the declared JSON or, for other media, the reply itself or a cacheable answer.
 */
type Result<E extends Endpoint> =
  | AnswerOf<E>
  | (Exclude<E['answers'][keyof E['answers']], z.ZodType> extends never ? never : FastifyReply | CachedAnswer)

/**
 * Mounts an endpoint: requests are parsed by its schemas, answers are typed by its declaration, and one address is
 * limited to a number of requests a minute.
 */
export const mountEndpoint = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: EndpointCall<E>) => Result<E> | Promise<Result<E>>,
  { mostAMinute, ...options }: { exposeHeadRoute?: boolean; mostAMinute?: number } = {},
): void => {
  const statuses = Object.keys(endpoint.answers).map(Number)
  const ending = deprecationHeadersOf(endpoint)
  app.endpoints.push(endpoint)
  app.route<{ Params: Record<string, string>; Querystring: Record<string, string | string[]> }>({
    method: endpoint.method,
    url: endpoint.path,
    ...options,
    ...(endpoint.kept && { onSend: sendCompressed }),
    ...(ending && {
      onRequest: async (_request: FastifyRequest, reply: FastifyReply) => void reply.headers(ending),
    }),
    config: { endpoint, ...(mostAMinute && { rateLimit: { max: mostAMinute, timeWindow: 60_000 } }) },
    handler: async (request, reply) => {
      // Ids that no column can store cannot exist.
      if (!Object.values(request.params).every(isWellFormed)) throw notFoundError()
      const call = {
        params: Object.fromEntries(paramNames(endpoint.path).map(name => [name, request.params[name]])),
        query: parseQueryString(endpoint.query, request.query),
        body:
          endpoint.body && !(endpoint.takesFiles && request.isMultipart())
            ? readBody(endpoint, endpoint.body, request.body)
            : undefined,
        actor: request.actor,
        session: request.session,
        request,
        reply,
      } as unknown as EndpointCall<E>
      if (endpoint.kept) {
        const key = JSON.stringify([endpoint.id, call.params, call.query])
        const write = async () => writtenOf(endpoint, await handle(call))
        return sendCached(app.kept, endpoint.kept, { key, request, reply }, write)
      }
      const answer = await handle(call)
      // The handler has used the reply itself, or the client has disconnected: nothing is left to send.
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return undefined
      const none = answer === undefined && statuses.includes(204)
      // The handler may have set another of the declared statuses.
      const isSaid = reply.statusCode !== 200 && statuses.includes(reply.statusCode)
      const status = none ? 204 : (statuses.find(one => one !== 204 && one < 300) ?? 200)
      return reply.code(isSaid ? reply.statusCode : status).send(answer)
    },
  })
}

/** Serialises the answer of a handler. */
const writtenOf = <E extends Endpoint>({ answers }: E, answer: Result<E>): CachedAnswer =>
  answers[200] && 'media' in answers[200]
    ? (answer as CachedAnswer)
    : { type: 'application/json; charset=utf-8', body: JSON.stringify(answer) }

/** Refuses texts that cannot be stored, for every body: 422 with the field that contains one. */
export const refuseUnstorableText = (body: unknown): void => {
  const path = findIllFormed(body)
  if (!path) return
  const [first = 'form', second] = path
  throw invalidAnswersError({ [first === 'values' ? (second ?? 'form') : first]: ILL_FORMED_MESSAGE })
}

/** Parses a body. Throws 422 with the first error of every field. */
const readBody = ({ malformed }: Endpoint, shape: z.ZodType, body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequestError(malformed ?? 'The body must be an object')
  refuseUnstorableText(body)
  const parsed = parseWith(shape, body)
  if (parsed.success) return parsed.data
  if (malformed !== undefined) throw badRequestError(malformed)
  const messages: Record<string, string> = {}
  for (const { path, message } of parsed.issues) messages[String(path[0] ?? 'form')] ??= message
  throw invalidAnswersError(
    Object.keys(messages).length > 0 ? messages : { form: 'The request was not understood' },
  )
}
