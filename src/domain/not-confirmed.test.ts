import { expect, it } from 'vitest'
import { aProject, aRequirement } from '#test/builders/market'
import { notConfirmedIn } from './not-confirmed.ts'
import { outcomeOf } from './outcome.ts'

const since = '2026-06-01T10:00:00.000Z'

it('what nobody confirmed after a reopening stands in the result as not confirmed, and pays nothing', () => {
  const market = {
    projects: [
      aProject({ id: 'left', toConfirmSince: since }),
      aProject({ id: 'counts' }),
      aProject({ id: 'other', status: 'ApprovedRound', toConfirmSince: since }),
    ],
    requirements: [aRequirement({ id: 'bid', toConfirmSince: since }), aRequirement({ id: 'also-counts' })],
  }
  const unconfirmed = notConfirmedIn(market)
  expect(unconfirmed.map(({ of, id }) => `${of} ${id}`)).toEqual(['project left', 'requirement bid'])
  const problem = {
    ...{ version: 1 as const, roundId: 'r', ampEnd: null, reserve: null },
    ...{ projects: [], requirements: [], groups: [] },
  }
  const solution = {
    ...{ projects: [], requirements: [], organisations: [], flows: [], surplus: 0 },
  } as unknown as Parameters<typeof outcomeOf>[1]
  const { items } = outcomeOf(problem, solution, unconfirmed)
  expect(items).toMatchObject([
    { id: 'left', won: false, reason: 'notConfirmed', amount: market.projects[0]?.offer, payment: 0 },
    { id: 'bid', won: false, reason: 'notConfirmed', amount: market.requirements[0]?.bid, payment: 0 },
  ])
  expect(items.map(({ sentence }) => sentence)).toEqual([
    'The offer was not confirmed after the round was opened again, so it took no part in the match.',
    'The bid was not confirmed after the round was opened again, so it took no part in the match.',
  ])
})
