import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Example } from '#contract/openapi'
import { mounted } from '#server/http/serve'

const partOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)

/** How much there is to see in an example: an answer, and in it something; what was asked, and that it was done. */
const weight = ({ request, answer }: Example): number => {
  const list = Array.isArray(answer) ? answer : partOf(answer, 'items')
  const isEmpty = Array.isArray(list) && list.length === 0
  const isRehearsed = partOf(request, 'preview') === true
  return (
    (answer === undefined ? 0 : isEmpty ? 1 : 2) + (request === undefined ? 0 : 1) - (isRehearsed ? 1 : 0)
  )
}

/** Keeps the last request and answer of every operation that succeeds, and writes them into a file when the interface closes. */
export const keepExamples = (app: FastifyInstance, file: string): void => {
  const kept: Record<string, Example> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  app.addHook('onSend', async (request, reply, payload) => {
    const endpoint = mounted(request)
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    if (!endpoint || reply.statusCode >= 300) return payload
    const example: Example = {
      ...(typeof request.body === 'object' && { request: request.body }),
      ...(isJson && typeof payload === 'string' && { answer: JSON.parse(payload) }),
    }
    const before = kept[endpoint.id]
    if (!before || weight(example) >= weight(before)) kept[endpoint.id] = example
    return payload
  })
  app.addHook('onClose', async () => writeFileSync(file, JSON.stringify(kept)))
}
