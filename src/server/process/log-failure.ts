import { errorMessageOf } from '#domain/values/narrow'
import type { FastifyBaseLogger } from 'fastify'
import { findDatabaseOutage } from './trouble.ts'

/** Logs a failure: in one line if the database is away, which ends without our doing, otherwise in full. */
export const logFailure = (
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  error: unknown,
  words: string,
): void =>
  findDatabaseOutage(error)
    ? log.warn({ why: errorMessageOf(error) }, words)
    : log.error({ err: error }, words)
