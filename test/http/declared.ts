import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { mountedEndpointOfRequest } from '#server/http/serve'
import { z } from 'zod'
import { type ResponseShape, type Endpoint, noContentResponse } from '#contract/kit/endpoint'
import { problemDetails, PROBLEM_MEDIA_TYPE } from '#contract/kit/problem'
import { allResponsesOfEndpoint } from '#contract/kit/refusals'
import { keepExamples } from './keep-examples.ts'

const shapeFor = (shape: ResponseShape, type: string): z.ZodType | undefined => {
  if (!('media' in shape)) return type === 'application/json' ? shape : undefined
  return Object.hasOwn(shape.media, type) ? shape.media[type] : shape.media['*/*']
}

/** The part of an answer that its endpoint does not declare, if any: its status, its medium, or its content. */
const undeclared = (
  endpoint: Endpoint,
  { status, type, body }: { status: number; type: string; body: string },
): string | undefined => {
  const shape = allResponsesOfEndpoint(endpoint)[status]
  if (type === PROBLEM_MEDIA_TYPE && shape && status >= 400) {
    const parsed = problemDetails.strict().safeParse(JSON.parse(body))
    return parsed.success
      ? undefined
      : `answers a problem otherwise than declared:\n${z.prettifyError(parsed.error)}`
  }
  if (!shape) return `answers ${status}, which it does not declare`
  if (shape === noContentResponse || body === '')
    return body === '' ? undefined : `answers ${status} with a body`
  const declared = shapeFor(shape, type)
  if (!declared) return `answers ${status} as ${type}, which it does not declare`
  if (type !== 'application/json') return undefined
  const answer: unknown = JSON.parse(body)
  const parsed = declared.safeParse(answer)
  if (!parsed.success)
    return `answers ${status} otherwise than it declares:\n${z.prettifyError(parsed.error)}`
  const more = cutAway(answer, JSON.parse(JSON.stringify(parsed.data)))
  return more === undefined ? undefined : `answers ${status} with ${more}, which it does not declare`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The path at which a schema has removed something from an answer, if any. */
const cutAway = (answer: unknown, kept: unknown, path = ''): string | undefined => {
  if (!isObject(answer) || !isObject(kept)) return isDeepStrictEqual(answer, kept) ? undefined : path
  for (const [name, value] of Object.entries(answer)) {
    const where = `${path}.${name}`
    const more = Object.hasOwn(kept, name) ? cutAway(value, kept[name], where) : where
    if (more !== undefined) return more
  }
  return undefined
}

/**
 * Allows an API only answers with declared status and shape: others become a 500 that says so. If KEEP_EXAMPLES names a
 * file, answers are stored there for the published description.
 */
export const refuseUndeclared = (app: FastifyInstance): void => {
  if (process.env.KEEP_EXAMPLES) keepExamples(app, process.env.KEEP_EXAMPLES)
  app.addHook('onSend', async (request, reply, payload) => {
    const endpoint = mountedEndpointOfRequest(request)
    if (!endpoint || request.method === 'HEAD') return payload
    const type = String(reply.getHeader('content-type') ?? '').split(';')[0] ?? ''
    const body = typeof payload === 'string' ? payload : payload === undefined || payload === null ? '' : ' '
    const complaint = undeclared(endpoint, {
      status: reply.statusCode,
      type,
      body: type === 'application/json' || type === PROBLEM_MEDIA_TYPE || body === '' ? body : ' ',
    })
    if (complaint === undefined) return payload
    reply.code(500)
    return JSON.stringify({ error: `${endpoint.route} ${complaint}`, id: 'undeclared' })
  })
}
