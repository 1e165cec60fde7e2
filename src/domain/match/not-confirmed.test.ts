import { expect, it } from 'vitest'
import { aProject, aRequirement } from '#test/builders/market'
import { SAMPLES } from '#test/store/samples'
import { findUnconfirmedItems } from './not-confirmed.ts'
import { deriveRoundOutcome } from './outcome.ts'

const since = '2026-06-01T10:00:00.000Z'

it('bids that were not confirmed after a reopening appear in the result as not confirmed, and pay nothing', () => {
  const market = {
    projects: [
      aProject({ id: 'left', toConfirmSince: since }),
      aProject({ id: 'counts' }),
      aProject({ id: 'other', status: 'ApprovedRound', toConfirmSince: since }),
    ],
    requirements: [aRequirement({ id: 'bid', toConfirmSince: since }), aRequirement({ id: 'also-counts' })],
  }
  const unconfirmed = findUnconfirmedItems(market)
  expect(unconfirmed.map(({ of, id }) => `${of} ${id}`)).toEqual(['project left', 'requirement bid'])
  const problem = {
    ...{ version: 1 as const, roundId: 'r', ampEnd: null, reserve: null },
    ...{ projects: [], requirements: [], groups: [] },
  }
  const solution = {
    ...{ projects: [], requirements: [], organisations: [], flows: [], surplus: 0 },
  } as unknown as Parameters<typeof deriveRoundOutcome>[1]
  const { items } = deriveRoundOutcome(problem, solution, unconfirmed)
  expect(items).toMatchObject([
    { id: 'left', won: false, reason: 'notConfirmed', amount: market.projects[0]?.offer, payment: 0 },
    { id: 'bid', won: false, reason: 'notConfirmed', amount: market.requirements[0]?.bid, payment: 0 },
  ])
  expect(items.map(({ sentence }) => sentence)).toEqual([
    'The offer was not confirmed after the round was opened again, so it took no part in the match.',
    'The bid was not confirmed after the round was opened again, so it took no part in the match.',
  ])
})

it('a bid whose group has a bid without deposit takes no part, for a reason of its own', () => {
  const group = (id: string, type: 'AND' | 'XOR') => ({ ...SAMPLES.requirementGroup, id, type })
  const bid = (id: string, groupId: string | null) => aRequirement({ id, groupId })
  const market = {
    projects: [],
    requirements: [
      ...[bid('unpaid', 'together'), bid('partner', 'together')],
      ...[bid('either', 'one-of'), bid('xor-unpaid', 'one-of'), bid('alone', null)],
    ],
    requirementGroups: [group('together', 'AND'), group('one-of', 'XOR')],
    withoutDeposit: ['unpaid', 'xor-unpaid'],
  }
  const unconfirmed = findUnconfirmedItems(market)
  expect(unconfirmed.map(({ id, why }) => `${id} ${why}`)).toEqual([
    'unpaid depositMissing',
    'partner groupDepositMissing',
    'xor-unpaid depositMissing',
  ])
})
