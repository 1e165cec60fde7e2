import { expect, it } from 'vitest'
import { resultSentences } from './result-words.ts'

const none = { won: 0, of: 0 }

it('a result says how much was won and what is received or paid, to the penny', () => {
  expect(
    resultSentences({ projects: { won: 2, of: 2 }, requirements: none, payment: -127_688_423 }, null),
  ).toEqual(['You won 2 of 2 projects.', 'You receive £1,276,884.23.'])
  expect(
    resultSentences({ projects: none, requirements: { won: 1, of: 1 }, payment: 5_000_000 }, 'Brook Homes'),
  ).toEqual(['Brook Homes won 1 of 1 credit requirement.', 'Brook Homes pays £50,000.00.'])
})

it('a result of both sides names both, and what is left between them', () => {
  const both = { projects: { won: 1, of: 2 }, requirements: { won: 0, of: 1 } }
  expect(resultSentences({ ...both, payment: 0 }, null)).toEqual([
    'You won 1 of 2 projects and 0 of 1 credit requirement.',
    'You neither pay nor receive anything.',
  ])
})

it('who won nothing is told so, and so is who had nothing in the match', () => {
  expect(resultSentences({ projects: { won: 0, of: 3 }, requirements: none, payment: 0 }, null)).toEqual([
    'You did not win this time.',
  ])
  expect(resultSentences({ projects: none, requirements: none, payment: 0 }, 'Mere')).toEqual([
    'Mere had no offer or bid in the match of this round.',
  ])
})
