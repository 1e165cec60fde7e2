import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { forbiddenError, invalidAnswersError, notFoundError } from '../runner/refusals.ts'
import { pathForLog, openRefusalLog } from './refusal-log.ts'

const logged = () => {
  const lines: object[] = []
  const log = { info: (line: object) => void lines.push(line) }
  const { refused, endMinute } = openRefusalLog({ log } as never)
  const request = (url: string, userId: string | null = 'ada') =>
    ({ method: 'POST', routeOptions: { url }, actor: { userId }, log }) as unknown as FastifyRequest
  return { lines, refused, endMinute, request }
}

it('logs the first three refusals per route, status and minute, and counts the others', () => {
  const { lines, refused, endMinute, request } = logged()
  for (let time = 0; time < 10; time += 1) refused(request('/api/project/:id'), notFoundError())
  refused(request('/api/round/:id'), notFoundError())
  const line = { status: 404, route: 'POST /api/project/:id', userId: 'ada' }
  expect(lines).toEqual([line, line, line, { ...line, route: 'POST /api/round/:id' }])
  lines.length = 0
  endMinute()
  expect(lines).toEqual([{ status: 404, route: 'POST /api/project/:id', more: 7 }])
  lines.length = 0
  refused(request('/api/project/:id'), notFoundError())
  expect(lines).toEqual([line])
})

it('logs the reason of a refusal and the names of wrong fields, never the values sent', () => {
  const { lines, refused, request } = logged()
  refused(
    request('/api/project/:id/action/:action'),
    invalidAnswersError({ offer: '1234567 is too much', form: 'No' }),
  )
  refused(request('/api/round/:id'), forbiddenError('Secret words', 'step-up'))
  expect(lines).toMatchObject([
    { status: 422, fields: ['offer', ''] },
    { status: 403, reason: 'step-up' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/1234567|Secret/)
})

it('logs no query and no secret path', () => {
  expect(pathForLog('/calendar/3f9c0a.ics?x=1')).toBe('/calendar/')
  expect(pathForLog('/unsubscribe/u1~digest~3f9c0a')).toBe('/unsubscribe/')
  expect(pathForLog('/api/search?q=somebody')).toBe('/api/search')
})
