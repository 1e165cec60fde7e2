import type { FastifyInstance } from 'fastify'
import { EXAMPLES } from '#contract/openapi/examples'
import { describeApi } from '#contract/openapi/openapi'
import { readDocs } from '#contract/kit/docs'
import { readOpenApi } from '#contract/system/system'
import type { AppContext } from './app-context.ts'
import { renderApiReferencePage } from './docs-page.ts'
import { mountEndpoint } from './serve.ts'

/** Serves the OpenAPI description of every mounted endpoint, for programs and as a page for people. */
export const openapiRoutes = (app: FastifyInstance, { config }: AppContext): void => {
  let made: ReturnType<typeof describeApi> | undefined
  const description = () => (made ??= describeApi(app.endpoints, config.publicUrl, EXAMPLES))
  mountEndpoint(app, readOpenApi, description)
  mountEndpoint(app, readDocs, () => {
    const { html, policy } = renderApiReferencePage(description())
    return { type: 'text/html; charset=utf-8', body: html, headers: { 'content-security-policy': policy } }
  })
}
