import { expect, it } from 'vitest'
import { resultSentences } from './result-words.ts'

const none = { won: 0, of: 0 }
const proceeds = null

it('a result says how much was won and what is received or paid, to the penny', () => {
  expect(
    resultSentences(
      { projects: { won: 2, of: 2 }, requirements: none, payment: -127_688_423, proceeds },
      null,
    ),
  ).toEqual(['You won with 2 of 2 projects.', 'You receive £1,276,884.23.'])
  expect(
    resultSentences(
      { projects: none, requirements: { won: 1, of: 1 }, payment: 5_000_000, proceeds },
      'Brook Homes',
    ),
  ).toEqual(['Brook Homes won with 1 of 1 credit requirement.', 'Brook Homes pays £50,000.00.'])
})

it('a result says who receives the money', () => {
  const sold = {
    ...{ projects: { won: 1, of: 1 }, requirements: none },
    proceeds: {
      supplier: 16_744_167,
      maintenance: 3_000_000,
      marketOperator: 1_500_000,
      monitoring: 430_000,
    },
  }
  expect(resultSentences({ ...sold, payment: -18_674_167 }, null).at(-1)).toBe(
    'You receive £186,741.67: £137,441.67 for you, £30,000.00 later for maintenance, £15,000.00 for the market operator and £4,300.00 for monitoring.',
  )
  expect(resultSentences({ ...sold, payment: -18_674_167 }, 'Avon Farm').at(-1)).toBe(
    'Avon Farm receives £186,741.67: £137,441.67 for itself, £30,000.00 later for maintenance, £15,000.00 for the market operator and £4,300.00 for monitoring.',
  )
  expect(resultSentences({ ...sold, payment: 100_000 }, null).slice(1)).toEqual([
    'You pay £1,000.00.',
    'Your projects receive £186,741.67: £137,441.67 for you, £30,000.00 later for maintenance, £15,000.00 for the market operator and £4,300.00 for monitoring.',
  ])
})

it('a result of both sides names both, and the balance between them', () => {
  const both = { projects: { won: 1, of: 2 }, requirements: { won: 0, of: 1 } }
  expect(resultSentences({ ...both, payment: 0, proceeds }, null)).toEqual([
    'You won with 1 of 2 projects and 0 of 1 credit requirement.',
    'You do not pay or receive anything.',
  ])
})

it('a result says when an organisation won nothing, and when it had nothing in the match', () => {
  expect(
    resultSentences({ projects: { won: 0, of: 3 }, requirements: none, payment: 0, proceeds }, null),
  ).toEqual(['You did not win this time.'])
  expect(resultSentences({ projects: none, requirements: none, payment: 0, proceeds }, 'Mere')).toEqual([
    'Mere had no offer or bid in the match of this round.',
  ])
})
