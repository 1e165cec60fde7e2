import { expect, it } from 'vitest'
import { networkError, readApiProblem } from './api-problem.ts'

const answer = (status: number, body: string) => readApiProblem(new Response(body, { status }))

it('a JSON error body explains itself in its error field', async () => {
  expect(await answer(403, '{"error":"Only the market operator can do this"}')).toMatchObject({
    status: 403,
    message: 'Only the market operator can do this',
  })
})

it('an error body that is a list has a message for each field', async () => {
  const problem = await answer(422, '[{"field":"offer","message":"Value must be greater than 0"}]')
  expect(problem.messages).toEqual([{ field: 'offer', message: 'Value must be greater than 0' }])
})

it('a refused action is explained by its cause, or else by its message', async () => {
  expect((await answer(422, '{"cause":"The gate is shut","message":"Refused"}')).message).toBe(
    'The gate is shut',
  )
  expect((await answer(422, '{"message":"The bridge is out"}')).message).toBe('The bridge is out')
})

it('a plain-text error body is shown as it is', async () => {
  expect((await answer(400, 'Not JSON')).message).toBe('Not JSON')
})

it('a conflict says in words that an identical item already exists', async () => {
  const body = '{"error":"duplicate key","reason":"resource exists"}'
  expect((await answer(409, body)).message).toBe('A conflict occurred: an identical item already exists')
})

it.each(['', '{}', '<html>Bad gateway</html>'])(
  'an error body without words (%s) is an unknown error',
  async body => {
    expect((await answer(500, body)).message).toBe('An unknown error occurred')
  },
)

it('a network failure has status 503 and the message Network error', () => {
  expect(networkError()).toMatchObject({ status: 503, message: 'Network error' })
})
