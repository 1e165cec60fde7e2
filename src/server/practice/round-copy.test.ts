import { expect, it } from 'vitest'
import { EXAMPLES } from '#practice/model/examples'
import { matchProblemOf } from '#practice/model/problem'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { copySoldItemsForPractice } from './round-copy.ts'

const problem = matchProblemOf(EXAMPLES.get('habitat')!.setting)
const winners = {
  projects: problem.projects.map(({ id }) => ({ id, won: id !== 'c' })),
  requirements: problem.requirements.map(({ id }) => ({ id, won: id !== 'd' })),
}

/** The same round with other prices, times and people. */
const otherwise: MatchProblem = {
  ...problem,
  projects: problem.projects.map((one, at) => ({
    ...one,
    name: `Other ${at}`,
    supplierId: 'somebody',
    offer: one.offer * 3 + at,
    costs: { maintenance: 1, marketOperator: 2, complianceMonitoring: 3, performanceMonitoring: 4 },
    offeredAt: '2020-01-01T00:00:00.000Z',
  })),
  requirements: problem.requirements.map((one, at) => ({
    ...one,
    name: `Other ${at}`,
    buyerId: 'somebody',
    bid: one.bid * 2 + at,
    bidAt: '2020-01-01T00:00:00.000Z',
  })),
}

it('a copy of a round depends on no amount, name or owner', () => {
  expect(copySoldItemsForPractice(otherwise, winners)).toEqual(copySoldItemsForPractice(problem, winners))
  expect(JSON.stringify(copySoldItemsForPractice(problem, winners))).not.toMatch(
    /amber|birch|dove|offer|bid|cost|practice/i,
  )
})

it('a copy holds what was sold, and nothing about losers', () => {
  const { projects, needs } = copySoldItemsForPractice(problem, winners)
  expect(projects.map(({ name, services }) => [name, services[0]?.habitatType])).toEqual([
    ['Project 1', 'Lowland meadows'],
    ['Project 2', 'Other neutral grassland'],
  ])
  expect(needs.map(({ name, ongoingUnits }) => [name, ongoingUnits])).toEqual([
    ['Need 1', 6],
    ['Need 2', 4],
  ])
  const places = [...projects, ...needs].map(({ ncaId }) => ncaId)
  expect(new Set(places)).toEqual(new Set(['A']))
})
