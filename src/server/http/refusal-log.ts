import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type HttpError, InvalidAnswersBody } from '../runner/refusals.ts'

/** Paths whose remainder is a secret that grants access without a sign-in. No access log may contain it. */
export const SECRET_PATHS = ['/calendar/', '/unsubscribe/'] as const

/** The path of a request for logs: without the query and without the secret part. */
export const pathForLog = (url: string): string => {
  const path = url.split('?')[0] ?? ''
  return SECRET_PATHS.find(one => path.startsWith(one)) ?? path
}

/** Refusals of one route and status that are logged in a minute; the others are only counted. */
const MOST_A_MINUTE = 3
const A_MINUTE = 60_000
/** Requests without a route share one name, so only an error reaches this limit. */
const MOST_KINDS = 1000

interface Kind {
  status: number
  route: string
  count: number
}

/** Logs a sample of refused requests: who sent them, to which route, and the reason; never a value of the request. */
export const openRefusalLog = ({ log }: Pick<FastifyInstance, 'log'>) => {
  const kinds = new Map<string, Kind>()
  let minute: NodeJS.Timeout | undefined
  /** Ends the minute and logs how many refusals were left out. */
  const endMinute = (): void => {
    clearTimeout(minute)
    minute = undefined
    for (const { status, route, count } of kinds.values())
      if (count > MOST_A_MINUTE) log.info({ status, route, more: count - MOST_A_MINUTE }, 'Further refusals')
    kinds.clear()
  }
  const refused = (request: FastifyRequest, refusal: HttpError): void => {
    const { status, body } = refusal
    const route = `${request.method} ${request.routeOptions.url ?? 'no route'}`
    minute ??= setTimeout(endMinute, A_MINUTE).unref()
    const key = `${status} ${route}`
    const kind = kinds.get(key) ?? { status, route, count: 0 }
    if (kinds.size >= MOST_KINDS && !kinds.has(key)) return
    kinds.set(key, kind)
    kind.count += 1
    if (kind.count > MOST_A_MINUTE) return
    const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined
    const fields =
      refusal instanceof InvalidAnswersBody ? refusal.messages.map(({ field }) => field) : undefined
    const userId = request.actor?.userId
    request.log.info(
      { status, route, userId, ...(reason !== undefined && { reason }), ...(fields && { fields }) },
      'Refused',
    )
  }
  return { refused, endMinute }
}
