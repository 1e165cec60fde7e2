import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { showMoney, type Pence } from '@credit-market/values/money'
import { action } from '../../kit/action.ts'
import { addRemark, update } from '../../kit/changes.ts'
import { optional, payload } from '../../kit/fields.ts'
import { system } from '../../kit/who.ts'

const verdictOn = (imported: Pence, own: Pence | null): string => {
  if (own === null) return 'The engine could not make a match of its own to compare this one with.'
  return own > imported
    ? `The engine's own match has a surplus of ${showMoney(own, true)}, which is ${showMoney(own - imported, true)} more than that of this match.`
    : "The engine's own match has no greater surplus."
}

/** Result of the comparison for the audit trail, which all participants may read: without any sum (decision 0052). */
const wordOn = (imported: Pence, own: Pence | null): string => {
  if (own === null) return verdictOn(imported, own)
  return own > imported ? "The engine's own match has a greater surplus." : verdictOn(imported, own)
}

/** Records the engine's own surplus for a round with an imported match. */
export const recordComparison = action({
  name: 'RecordComparison',
  on: 'round',
  title: 'Compare with own match',
  who: [system],
  from: ['Matched'],
  fields: { surplus: optional(payload<Pence>('Surplus of our own match')) },
  reads: (read, { id: roundId }) => read.latest('matchResult', { roundId }),
  effect: ({ subject: round, values: { surplus }, reads: result }) => {
    if (!result?.solution) return []
    const verdict = verdictOn(result.solution.surplus, surplus)
    const solution: MatchSolution = {
      ...result.solution,
      proven: surplus !== null && surplus <= result.solution.surplus,
      warnings: [...result.solution.warnings, verdict],
    }
    return [
      update('matchResult', result, { solution }),
      addRemark('round', round, wordOn(result.solution.surplus, surplus)),
    ]
  },
  done: 'The comparison has been recorded',
})
