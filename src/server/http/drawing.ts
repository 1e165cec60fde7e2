import { existsSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { RenderedPage, RenderPage } from '#contract/kit/first-answers'
import { pageRendererFile } from '../process/places.ts'

const open = async (): Promise<RenderPage | null> =>
  existsSync(pageRendererFile)
    ? ((await import(pageRendererFile.href)) as { renderPage: RenderPage }).renderPage
    : null

/**
 * Opens the server-side renderer of pages, from the built browser application, which is loaded for the first page. It
 * answers null if the application is not built or the page cannot be rendered; the browser then renders the page itself.
 */
export const openPageRenderer = (
  log: FastifyBaseLogger,
): ((...page: Parameters<RenderPage>) => Promise<RenderedPage | null>) => {
  const fail = (error: unknown): null => {
    log.error(error, 'A page could not be rendered')
    return null
  }
  let opened: Promise<RenderPage | null> | undefined
  return async (...page) => {
    const draw = await (opened ??= open().catch(fail))
    return draw ? draw(...page).catch(fail) : null
  }
}
