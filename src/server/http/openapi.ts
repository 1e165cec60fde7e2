import type { FastifyInstance } from 'fastify'
import { EXAMPLES } from '#contract/examples'
import { openApi } from '#contract/openapi'
import { readDocs } from '#contract/docs'
import { readOpenApi } from '#contract/system'
import type { AppContext } from './app-context.ts'
import { docsPage } from './docs-page.ts'
import { serve } from './serve.ts'

/** The description of the interface, for programs and for people: of all that is mounted here. */
export const openapiRoutes = (app: FastifyInstance, { config }: AppContext): void => {
  let made: ReturnType<typeof openApi> | undefined
  const description = () => (made ??= openApi(app.endpoints, config.publicUrl, EXAMPLES))
  serve(app, readOpenApi, description)
  serve(app, readDocs, () => {
    const { html, policy } = docsPage(description())
    return { type: 'text/html; charset=utf-8', body: html, headers: { 'content-security-policy': policy } }
  })
}
