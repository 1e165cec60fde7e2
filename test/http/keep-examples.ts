import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { OperationExample } from '#contract/openapi/openapi'
import { mountedEndpointOfRequest } from '#server/http/serve'

const partOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)

/** The richness of an example: an answer, its content, its request, and a completed action. */
const weight = ({ request, answer }: OperationExample): number => {
  const lists = [answer, ...Object.values(Object(answer))].filter(part => Array.isArray(part))
  const isEmpty = lists.length > 0 && lists.every(list => list.length === 0)
  const isRehearsed = partOf(request, 'preview') === true
  return (
    (answer === undefined ? 0 : isEmpty ? 1 : 2) + (request === undefined ? 0 : 2) - (isRehearsed ? 1 : 0)
  )
}

/** Records the fullest successful request and answer of every operation, the last of several alike, and writes them into a file when the API closes. */
export const keepExamples = (app: FastifyInstance, file: string): void => {
  const kept: Record<string, OperationExample> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {}
  app.addHook('onSend', async (request, reply, payload) => {
    const endpoint = mountedEndpointOfRequest(request)
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    if (!endpoint || reply.statusCode >= 300) return payload
    const example: OperationExample = {
      ...(typeof request.body === 'object' && { request: request.body }),
      ...(isJson && typeof payload === 'string' && { answer: JSON.parse(payload) }),
    }
    const before = kept[endpoint.id]
    if (!before || weight(example) >= weight(before)) kept[endpoint.id] = example
    return payload
  })
  app.addHook('onClose', async () => writeFileSync(file, JSON.stringify(kept)))
}
