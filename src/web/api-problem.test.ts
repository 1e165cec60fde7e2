import { describe, expect, it } from 'vitest'
import { networkFailure, problemFrom } from './api-problem.ts'

const answer = (status: number, body: string) => problemFrom(new Response(body, { status }))

describe('error bodies', () => {
  it('are JSON with an error field', async () => {
    expect(await answer(403, '{"error":"Only the market operator may do this"}')).toMatchObject({
      status: 403,
      message: 'Only the market operator may do this',
    })
  })

  it('are a list of items with message fields', async () => {
    const problem = await answer(422, '[{"field":"offer","message":"Value must be greater than 0"}]')
    expect(problem.messages).toEqual([{ field: 'offer', message: 'Value must be greater than 0' }])
  })

  it('are the cause of a refused action, or else its message', async () => {
    expect((await answer(422, '{"cause":"The gate is shut","message":"Refused"}')).message).toBe(
      'The gate is shut',
    )
    expect((await answer(422, '{"message":"The bridge is out"}')).message).toBe('The bridge is out')
  })

  it('are plain text', async () => {
    expect((await answer(400, 'Not JSON')).message).toBe('Not JSON')
  })

  it('say in words that an identical item already exists', async () => {
    const body = '{"error":"duplicate key","reason":"resource exists"}'
    expect((await answer(409, body)).message).toBe('A conflict occurred: an identical item already exists')
  })

  it.each(['', '{}', '<html>Bad gateway</html>'])('without words (%s) are an unknown error', async body => {
    expect((await answer(500, body)).message).toBe('An unknown error occurred')
  })

  it('of a network failure have status 503 and message Network error', () => {
    expect(networkFailure()).toMatchObject({ status: 503, message: 'Network error' })
  })
})
