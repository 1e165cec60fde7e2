import { z } from 'zod'
import { readDocs } from './docs.ts'
import { REFUSAL_TEXTS } from './refusals.ts'
import { fieldErrors } from './resource.ts'

/** Media type of errors (RFC 9457), for programs that accept it. */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

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

/** An error for programs: the fields of RFC 9457, and those of ordinary errors. */
export const problemDetails = z
  .object({
    type: z.string().meta({
      description:
        'Address of the description of this type of error, within the market; the same in every market',
    }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'Error and its remedy' }),
    code: z.string().meta({
      description: 'Stable code for programs, with the reason after a dot, such as conflict.version',
    }),
    requestId: z
      .string()
      .meta({ description: 'Id of the request, as in x-request-id and in the log of the server' }),
    error: z.string(),
    reason: z.string().optional(),
    errors: fieldErrors.optional(),
  })
  .meta({ id: 'Problem' })
export type ProblemDetails = z.infer<typeof problemDetails>

const kebab = (reason: string): string => reason.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const isMessages = (body: unknown): body is z.infer<typeof fieldErrors> => Array.isArray(body)

const textAt = (body: unknown, name: 'error' | 'reason'): string | undefined => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Converts an error to a problem; `body` is the ordinary error. */
export const toProblemDetails = (status: number, body: unknown, requestId: string): ProblemDetails => {
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
