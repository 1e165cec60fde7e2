import { messageOf } from '#domain/narrow'
import type { FastifyBaseLogger } from 'fastify'
import { troubleOf } from './store/trouble.ts'

/** Says what failed: in a line where the database is away, which mends itself, and with all that is known otherwise. */
export const logFailure = (
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  error: unknown,
  words: string,
): void => (troubleOf(error) ? log.warn({ why: messageOf(error) }, words) : log.error({ err: error }, words))
