import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type HttpError, WrongAnswers } from '../runner/refusals.ts'

/** Paths of which the rest is a secret: whoever knows it may do what it leads to. No access log may hold it. */
export const SECRET_PATHS = ['/calendar/', '/unsubscribe/'] as const

/** The path of a request as a log may hold it: without the query, and without the secret part. */
export const loggedPath = (url: string): string => {
  const path = url.split('?')[0] ?? ''
  return SECRET_PATHS.find(one => path.startsWith(one)) ?? path
}

/** Refusals of one route and status are logged so often a minute; the others are counted. */
const MOST_A_MINUTE = 3
const A_MINUTE = 60_000
/** Requests that match no route share one name, so this is never reached but by an error. */
const MOST_KINDS = 1000

interface Kind {
  status: number
  route: string
  count: number
}

/** Logs a sample of refused requests: who asked for what, and why not, never a value that was sent. */
export const openRefusalLog = ({ log }: Pick<FastifyInstance, 'log'>) => {
  const kinds = new Map<string, Kind>()
  let minute: NodeJS.Timeout | undefined
  /** Ends the minute: says how many were not logged. */
  const endMinute = (): void => {
    clearTimeout(minute)
    minute = undefined
    for (const { status, route, count } of kinds.values())
      if (count > MOST_A_MINUTE) log.info({ status, route, more: count - MOST_A_MINUTE }, 'Refused as well')
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
    const fields = refusal instanceof WrongAnswers ? refusal.messages.map(({ field }) => field) : undefined
    const userId = request.actor?.userId
    request.log.info(
      { status, route, userId, ...(reason !== undefined && { reason }), ...(fields && { fields }) },
      'Refused',
    )
  }
  return { refused, endMinute }
}
