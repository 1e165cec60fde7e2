import { expect, it } from 'vitest'
import type { PublishedInstance } from '#contract/round/instance'
import { GLOSSARY_TERMS } from '#domain/text/terms'
import { MARKET_RULES } from '#domain/round/market-rules'
import { publishedMatchPage } from './instance.ts'

const published = (proven: boolean, gap: PublishedInstance['gap'] = null): string => {
  const its: PublishedInstance = {
    round: { id: 'round-1', name: 'Round 1' },
    market: 'Levels',
    settledAt: '2026-11-21T09:00:00.000Z',
    files: [],
    logEntry: null,
    surplus: 1_000,
    proven,
    gap,
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

it('a best known match says how far it may be below the best possible, and that a better one is no surprise', () => {
  const page = published(false, { pounds: 12.5, part: 0.0125 })
  expect(page).toContain('It is at most £12.50 (1.25%) below the best possible.')
  expect(page).toContain('<a href="/how-it-works#unproven">')
  expect(page).toContain('So a better one may exist.')
  expect(page).not.toMatch(/made elsewhere|There should be no better match/)
})

it('the rules and the glossary name the solver on whose word very large parts rest', () => {
  const winners = MARKET_RULES.find(({ id }) => id === 'winners')?.sentences.join(' ')
  for (const text of [winners, GLOSSARY_TERMS.proven])
    expect(text).toMatch(/whole numbers.*too large.*word of a solver \(HiGHS\)/)
})
