import { z } from 'zod'
import { readDocs } from './docs.ts'
import { REFUSAL_TEXTS } from './refusals.ts'
import { wrongAnswers } from './resource.ts'

/** The medium of errors as RFC 9457 has them, for programs that accept it. */
export const PROBLEM_TYPE = 'application/problem+json'

/** Codes of errors for programs, by status. A code never changes its meaning; new ones may be added. */
export const PROBLEM_CODES: Readonly<Record<number, string>> = {
  400: 'malformed',
  401: 'not-signed-in',
  403: 'not-allowed',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  415: 'type-not-accepted',
  422: 'wrong-answers',
  429: 'too-many-requests',
  500: 'fault',
  503: 'unavailable',
}

/** An error as programs read it: what RFC 9457 names, and beside it what errors say to everybody else. */
export const problem = z
  .object({
    type: z.string().meta({
      description:
        'Where the kind of error is described: an address within the market, the same in every market',
    }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'The fault and its remedy' }),
    code: z
      .string()
      .meta({ description: 'For programs, stable; with the reason behind a dot, such as conflict.version' }),
    requestId: z.string().meta({ description: 'As in x-request-id; the log of the server holds the same' }),
    error: z.string(),
    reason: z.string().optional(),
    errors: wrongAnswers.optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof problem>

const kebab = (reason: string): string => reason.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const isMessages = (body: unknown): body is z.infer<typeof wrongAnswers> => Array.isArray(body)

const textAt = (body: unknown, name: 'error' | 'reason'): string | undefined => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** An error as a problem; `body` is what everybody else is answered. */
export const problemOf = (status: number, body: unknown, requestId: string): Problem => {
  const kind = PROBLEM_CODES[status] ?? `status-${status}`
  const errors = isMessages(body) ? body : undefined
  const error = errors ? errors.map(({ message }) => message).join('. ') : (textAt(body, 'error') ?? '')
  const reason = textAt(body, 'reason')
  return {
    type: `${readDocs.path}#problem-${kind}`,
    title: REFUSAL_TEXTS[status] ?? 'Refused',
    status,
    detail: error,
    code: reason === undefined ? kind : `${kind}.${kebab(reason)}`,
    requestId,
    error,
    ...(reason !== undefined && { reason }),
    ...(errors && { errors }),
  }
}
