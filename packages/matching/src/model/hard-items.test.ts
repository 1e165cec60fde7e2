import { describe, expect, it } from 'vitest'
import { generateRound } from '../../test/generate.ts'
import { createStallingRound, type StallingFamily } from '../../test/stalling-rounds.ts'
import { findHardItems, hardItemsSentence } from './hard-items.ts'

describe('items that may make a match hard', () => {
  it.each<[StallingFamily, string]>([
    ['equal', '30 equal bids of X'],
    ['equalOffers', '30 equal offers of X'],
    ['even', '30 bids at one price for each unit of X'],
    ['proportional', '30 bids at one price for each unit of X'],
    ['split', '30 groups that win together or not at all of X'],
  ])('are named before the match (%s)', (family, sentence) => {
    const found = findHardItems(createStallingRound(family, 30, 1))
    expect(found.map(items => hardItemsSentence(items, items.ownerId))).toContain(sentence)
  })

  it('are not named where an organisation has few that are alike', () => {
    expect(findHardItems(createStallingRound('equal', 5, 1))).toEqual([])
    expect(findHardItems(generateRound('real', 3))).toEqual([])
  })
})
