import type { MatchSolution } from '#domain/match-solution'
import { showMoney, type Pence } from '#domain/money'
import { action } from '../kit/action.ts'
import { remark, update } from '../kit/changes.ts'
import { optional, payload } from '../kit/fields.ts'
import { system } from '../kit/who.ts'

const verdictOn = (imported: Pence, own: Pence | null): string => {
  if (own === null) return 'The engine could not make a match of its own to compare this one with.'
  return own > imported
    ? `The engine's own match has a surplus of ${showMoney(own, true)}, which is ${showMoney(own - imported, true)} more than that of this match.`
    : "The engine's own match has no greater surplus."
}

/** The same for the trail, which all who took part may read: no sum is told there (decision 0052). */
const wordOn = (imported: Pence, own: Pence | null): string => {
  if (own === null) return verdictOn(imported, own)
  return own > imported ? "The engine's own match has a greater surplus." : verdictOn(imported, own)
}

/** The engine says what surplus it finds itself in a round whose match was made elsewhere. */
export const recordComparison = action({
  name: 'RecordComparison',
  on: 'round',
  title: 'Compare with own match',
  who: [system],
  from: ['Matched'],
  fields: { surplus: optional(payload<Pence>('Surplus of the own match')) },
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
      remark('round', round, wordOn(result.solution.surplus, surplus)),
    ]
  },
  done: 'The comparison is recorded',
})
