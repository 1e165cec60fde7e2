import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  paramNames,
  type QueryOf,
} from '#contract/endpoint'
import { readBy } from '#contract/rules'
import type { Actor } from '#domain/actor'
import { ILL_FORMED, illFormedIn, isWellFormed } from '#domain/well-formed'
import { badRequest, invalid, notFound } from '../runner/refusals.ts'
import type { Session } from '../auth/sessions.ts'
import { answerKept, type openKept, packKept, type Written } from './kept.ts'
import { readQuery } from './query.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is mounted on this route; nothing is answered without one. */
    endpoint?: Endpoint
  }
  interface FastifyInstance {
    /** All that is mounted, in the order of mounting. */
    endpoints: Endpoint[]
    /** Answers that are alike for everybody. */
    kept: ReturnType<typeof openKept>
  }
}

/** What is mounted on the route that a request has matched. */
export const mounted = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): Endpoint | undefined =>
  routeOptions.config.endpoint

/** One call of an endpoint: everything has been read by its schemas before a handler sees it. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Who calls: somebody wherever the endpoint is not for anyone. */
  actor: E extends { access: 'anyone' | 'visitor' } ? Actor | null : Actor
  session: E extends { access: 'anyone' | 'visitor' } ? Session | null : Session
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler may answer: the declared JSON; where other media are declared, the reply itself, or what is to be kept. */
type Result<E extends Endpoint> =
  | AnswerOf<E>
  | (Exclude<E['answers'][keyof E['answers']], z.ZodType> extends never ? never : FastifyReply | Written)

/** Mounts an endpoint: what it takes is parsed first, what it answers is typed by what it declares. One address may ask it so often a minute. */
export const serve = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Result<E> | Promise<Result<E>>,
  { mostAMinute, ...options }: { exposeHeadRoute?: boolean; mostAMinute?: number } = {},
): void => {
  const statuses = Object.keys(endpoint.answers).map(Number)
  app.endpoints.push(endpoint)
  app.route<{ Params: Record<string, string>; Querystring: Record<string, string | string[]> }>({
    method: endpoint.method,
    url: endpoint.path,
    ...options,
    ...(endpoint.kept && { onSend: packKept }),
    config: { endpoint, ...(mostAMinute && { rateLimit: { max: mostAMinute, timeWindow: 60_000 } }) },
    handler: async (request, reply) => {
      // What no column can hold cannot be there.
      if (!Object.values(request.params).every(isWellFormed)) throw notFound()
      const call = {
        params: Object.fromEntries(paramNames(endpoint.path).map(name => [name, request.params[name]])),
        query: readQuery(endpoint.query, request.query),
        body:
          endpoint.body && !(endpoint.takesFiles && request.isMultipart())
            ? readBody(endpoint, endpoint.body, request.body)
            : undefined,
        actor: request.actor,
        session: request.session,
        request,
        reply,
      } as unknown as Call<E>
      if (endpoint.kept) {
        const key = JSON.stringify([endpoint.id, call.params, call.query])
        const write = async () => writtenOf(endpoint, await handle(call))
        return answerKept(app.kept, endpoint.kept, { key, request, reply }, write)
      }
      const answer = await handle(call)
      // A handler that answers by the reply itself has done so by now, or its client has gone: nothing is left to send.
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return undefined
      const none = answer === undefined && statuses.includes(204)
      // A handler may have said another of the declared statuses.
      const isSaid = reply.statusCode !== 200 && statuses.includes(reply.statusCode)
      const status = none ? 204 : (statuses.find(one => one !== 204 && one < 300) ?? 200)
      return reply.code(isSaid ? reply.statusCode : status).send(answer)
    },
  })
}

/** What a handler answers, as it is written out. */
const writtenOf = <E extends Endpoint>({ answers }: E, answer: Result<E>): Written =>
  answers[200] && 'media' in answers[200]
    ? (answer as Written)
    : { type: 'application/json; charset=utf-8', body: JSON.stringify(answer) }

/** Texts that cannot be stored are refused here, once for all that is sent: 422 with the field that holds one. */
export const refuseIllFormed = (body: unknown): void => {
  const path = illFormedIn(body)
  if (!path) return
  const [first = 'form', second] = path
  throw invalid({ [first === 'values' ? (second ?? 'form') : first]: ILL_FORMED })
}

/** What a body says, or 422 with what is wrong in it: the first thing for every field. */
const readBody = ({ malformed }: Endpoint, shape: z.ZodType, body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest(malformed ?? 'The body must be an object')
  refuseIllFormed(body)
  const parsed = readBy(shape, body)
  if (parsed.success) return parsed.data
  if (malformed !== undefined) throw badRequest(malformed)
  const messages: Record<string, string> = {}
  for (const { path, message } of parsed.issues) messages[String(path[0] ?? 'form')] ??= message
  throw invalid(Object.keys(messages).length > 0 ? messages : { form: 'Not understood' })
}
