import { expect, it } from 'vitest'
import { gapPercentText, gapSentence, notProvenSentence, OPEN_STAGE_SENTENCES } from './messages.ts'
import { isStageSettled, MATCH_STAGES } from './unfinished-match.ts'

it('says how far the best known match may be below the best possible one', () => {
  expect(gapSentence({ open: 'best', surplus: 9_900_000, bound: 10_000_000 })).toBe(
    'The best known match has a surplus of £99,000.00. No match can have more than £100,000.00, so it is at most £1,000.00 (1.00%) below the best possible.',
  )
})

it.each(['tied', 'priced', 'explained'] as const)('speaks of no gap when only “%s” is open', open => {
  expect(gapSentence({ open, surplus: 100, bound: 100 })).toBeNull()
  expect(OPEN_STAGE_SENTENCES[open]).not.toMatch(/gap|not proven/)
})

it('never rounds a gap to nothing', () => {
  expect(gapPercentText(0.000_001)).toBe('less than 0.01%')
  expect(gapPercentText(0.0001)).toBe('0.01%')
})

it('settles everything before the open stage', () => {
  expect(MATCH_STAGES.filter(stage => isStageSettled(stage, 'priced'))).toEqual(['model', 'best', 'tied'])
})

it('says how far an accepted match may be below the best possible one, in pounds only where they are given', () => {
  expect(notProvenSentence({ pence: 100_000, part: 0.01 })).toContain('at most £1,000.00 (1.00%) below')
  expect(notProvenSentence({ pence: null, part: 0.01 })).toContain('at most 1.00% below')
  expect(notProvenSentence({ pence: 0, part: 0 })).toContain('No match has a greater surplus')
})
