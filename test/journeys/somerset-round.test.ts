import { expect, it } from 'vitest'
import type { MatchReview } from '#contract/match'
import { expectSoundBooks } from '../builders/books.ts'
import { expectHonestTrail } from '../builders/honest-trail.ts'
import { matched, readRound, SOMERSET } from '../builders/rounds.ts'
import { world } from '../builders/world.ts'

it('the Somerset round with all its offers, bids and groups is matched, reviewed and settled', async () => {
  const market = await world()
  const operator = market.as('operator')
  expect(await matched(operator)).toMatchObject({ status: 'Matched' })
  const review = await operator.get<MatchReview>(`/api/round/${SOMERSET.id}/match-review`)
  expect([review.projects.length, review.requirements.length]).toEqual([21, 27])
  expect(review.reserve).toMatchObject({ percentage: 15 })
  await operator.does('AcceptMatch', SOMERSET, { confirmed: true })
  expect(await readRound(operator)).toMatchObject({ status: 'Settled' })
  await expectSoundBooks(market.store, SOMERSET.id ?? '')
  await expectHonestTrail(market.store)
  await market.close()
})
