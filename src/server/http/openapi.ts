import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { adaptDescription, type OpenApiDocument } from '#contract/openapi/openapi'
import { readDocs } from '#contract/kit/docs'
import { readOpenApi } from '#contract/system/system'
import { apiDescriptionFile } from '../process/places.ts'
import type { AppContext } from './app-context.ts'
import { renderApiReferencePage } from './docs-page.ts'
import { mountEndpoint } from './serve.ts'

/** Description of all endpoints: made by the build, or from source where there is none. */
const readDescription = async (): Promise<OpenApiDocument> => {
  if (apiDescriptionFile) return JSON.parse(await readFile(apiDescriptionFile, 'utf8')) as OpenApiDocument
  const { describeAllEndpoints } = await import('#contract/openapi/all-endpoints')
  return describeAllEndpoints()
}

/** Serves the OpenAPI description of every mounted endpoint, for programs and as a page for people. */
export const openapiRoutes = (app: FastifyInstance, { config }: AppContext): void => {
  const description = async () => adaptDescription(await readDescription(), app.endpoints, config.publicUrl)
  mountEndpoint(app, readOpenApi, description)
  mountEndpoint(app, readDocs, async () => {
    const { html, policy } = renderApiReferencePage(await description())
    return { type: 'text/html; charset=utf-8', body: html, headers: { 'content-security-policy': policy } }
  })
}
