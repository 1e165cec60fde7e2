import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, none } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { EXAMPLES } from './examples.ts'

/** What no example can be given of, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  readOpenApi: 'it is a description itself',
  readMatchProblemSchema: 'it is a description itself',
  readMatchSolutionSchema: 'it is a description itself',
  resetDatabase: 'it is there only with a demonstration',
}
/** What succeeds with 204 in every test: after a code another step follows only for who has not chosen a password yet. */
const LAST_STEPS = ['checkTotp', 'checkPasskey']

/** The JSON that an endpoint answers when it succeeds, if any. */
const answerOf = ({ answers }: Endpoint): z.ZodType | undefined => {
  const [shape] = Object.entries(answers).flatMap(([status, one]) => (Number(status) < 300 ? [one] : []))
  if (!shape || shape === none) return undefined
  return 'media' in shape ? shape.media['application/json'] : shape
}

const described = ENDPOINTS.filter(({ id }) => !(id in WITHOUT))

const complaintsOf = (endpoint: Endpoint): string[] => {
  const { id, body } = endpoint
  const { request, answer } = EXAMPLES[id] ?? {}
  const shape = LAST_STEPS.includes(id) ? undefined : answerOf(endpoint)
  const wrong = [body?.safeParse(request).error, shape?.safeParse(answer).error]
  return wrong.flatMap(error => (error ? [`${id}: ${z.prettifyError(error)}`] : []))
}

it('every operation that is sent or answers JSON has an example that is as the contract says', () => {
  expect(described.flatMap(complaintsOf)).toEqual([])
})

it('there are no examples of what is not described', () => {
  const ids = described.map(({ id }) => id)
  expect(Object.keys(EXAMPLES).filter(id => !ids.includes(id))).toEqual([])
})
