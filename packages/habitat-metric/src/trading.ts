import type { Distinctiveness, Module } from './habitat.ts'
import { METRIC_TRADING_RULE_ROWS } from './tables.ts'

/** The statutory rule for replacing a lost habitat, and how the market's rule differs; null if it does not. */
export interface StatutoryRule {
  words: string
  market: string | null
}

const RULES: ReadonlyMap<string, StatutoryRule> = new Map(
  METRIC_TRADING_RULE_ROWS.split('\n').map(line => {
    const [module, band, , words = '', market = ''] = line.split('|')
    return [`${module}|${band}`, { words, market: market || null }]
  }),
)

/**
 * The trading rule of the statutory metric for a requirement. For information only: the market matches by its own
 * rules (market rules 2.5).
 */
export const tradingRuleOf = ({
  module,
  distinctiveness,
}: {
  module: Module
  distinctiveness: Distinctiveness | null
}): StatutoryRule | undefined => RULES.get(`${module}|${distinctiveness}`)
