import { expect, it } from 'vitest'
import { NotProvenError } from '@credit-market/matching/formats/errors'
import { createOrdinaryRound } from '../../../packages/matching/test/hard-rounds.ts'
import { toUnfinishedMatch } from './unfinished-outcome.ts'

const problem = createOrdinaryRound(1)
const best = { surplus: 900, bound: 1_000, projectIds: ['P1'], requirementIds: ['R1'] }
const proven = { ...best, bound: 900 }

it.each([
  ['building', best, 'model'],
  ['solving', best, 'best'],
  ['tying', proven, 'tied'],
  ['pricing', proven, 'priced'],
  ['explaining', proven, 'explained'],
] as const)('a match that stops while %s, worth %o, is open from its stage “%s” on', (phase, known, open) => {
  const gap = (known.bound - known.surplus) / known.bound
  const kept = toUnfinishedMatch(problem, new NotProvenError(known, gap, phase), 30)
  expect(kept).toEqual({ open, minutes: 30, ...known, hard: [] })
})
