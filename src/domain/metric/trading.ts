import type { Distinctiveness, Module } from '../habitat.ts'
import { TRADING_RULES } from './tables.ts'

/** What the statute accepts for a loss, and how the market differs from that; null where it does not. */
export interface StatutoryRule {
  words: string
  market: string | null
}

const RULES: ReadonlyMap<string, StatutoryRule> = new Map(
  TRADING_RULES.split('\n').map(line => {
    const [module, band, , words = '', market = ''] = line.split('|')
    return [`${module}|${band}`, { words, market: market || null }]
  }),
)

/** The trading rule of the statutory metric for a need: information only, the market matches by its own (market rules 2.5). */
export const tradingRuleOf = ({
  module,
  distinctiveness,
}: {
  module: Module
  distinctiveness: Distinctiveness | null
}): StatutoryRule | undefined => RULES.get(`${module}|${distinctiveness}`)
