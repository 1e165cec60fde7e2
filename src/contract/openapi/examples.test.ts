import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, noContentResponse } from '../kit/endpoint.ts'
import { ENDPOINTS } from '../nouns/endpoints.ts'
import { EXAMPLES } from './examples.ts'

/** Operations without an example, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  readOpenApi: 'it is a description itself',
  readMatchProblemSchema: 'it is a description itself',
  readMatchSolutionSchema: 'it is a description itself',
  resetDatabase: 'it is there only with a demonstration',
}
/** Operations that succeed with 204 in every test: after a code, another step follows only for people without a password. */
const LAST_STEPS = ['checkTotp', 'checkPasskey']

/** The JSON that an endpoint answers when it succeeds, if any. */
const answerOf = ({ answers }: Endpoint): z.ZodType | undefined => {
  const [shape] = Object.entries(answers).flatMap(([status, one]) => (Number(status) < 300 ? [one] : []))
  if (!shape || shape === noContentResponse) return undefined
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

it('every operation that accepts or returns JSON has an example that matches the contract', () => {
  expect(described.flatMap(complaintsOf)).toEqual([])
})

it('there are no examples of undescribed operations', () => {
  const ids = described.map(({ id }) => id)
  expect(Object.keys(EXAMPLES).filter(id => !ids.includes(id))).toEqual([])
})
