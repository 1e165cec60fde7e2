import { expect, it } from 'vitest'
import type { PublishedInstance } from '#contract/round/instance'
import { GLOSSARY_TERMS } from '#domain/text/terms'
import { MARKET_RULES } from '#domain/round/market-rules'
import { publishedMatchPage } from './instance.ts'

const published = (proven: boolean): string => {
  const its: PublishedInstance = {
    round: { id: 'round-1', name: 'Round 1' },
    market: 'Levels',
    settledAt: '2026-11-21T09:00:00.000Z',
    files: [],
    logEntry: null,
    surplus: 1_000,
    proven,
    lines: [],
    better: null,
  }
  return publishedMatchPage(its).body.markup
}

it('a published match that is proven says so, and links to whose word that is', () => {
  expect(published(true)).toContain('<a href="/how-it-works#winners">Proven</a>')
  expect(published(true)).toContain('There should be no better match')
})

it('a published match that is not proven claims nothing', () => {
  expect(published(false)).toContain('Not proven: this match was made elsewhere')
  expect(published(false)).not.toContain('There should be no better match')
})

it('the rules and the glossary name the solver on whose word very large parts rest', () => {
  const winners = MARKET_RULES.find(({ id }) => id === 'winners')?.sentences.join(' ')
  for (const text of [winners, GLOSSARY_TERMS.proven])
    expect(text).toMatch(/whole numbers.*too large.*word of a solver \(HiGHS\)/)
})
