import { existsSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { Drawn, DrawPage } from '#contract/first-answers'
import { drawFile } from '../places.ts'

const open = async (): Promise<DrawPage | null> =>
  existsSync(drawFile) ? ((await import(drawFile.href)) as { draw: DrawPage }).draw : null

/**
 * What draws pages before a browser does, from the built browser application. It answers null where that is not built
 * or a page cannot be drawn: then the browser draws it, as it would draw any other.
 */
export const openDrawing = (
  log: FastifyBaseLogger,
): ((...page: Parameters<DrawPage>) => Promise<Drawn | null>) => {
  const fail = (error: unknown): null => {
    log.error(error, 'A page could not be drawn')
    return null
  }
  const opened = open().catch(fail)
  return async (...page) => {
    const draw = await opened
    return draw ? draw(...page).catch(fail) : null
  }
}
