import { FIELD_REQUIRED } from '#domain/values/messages'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { action } from '../../kit/action.ts'
import { update } from '../../kit/changes.ts'
import { oneOf, optional, payload, notStored } from '../../kit/fields.ts'
import { system } from '../../kit/who.ts'

/** Records the engine's result: a proven solution, or the reason why there is none. */
export const recordMatch = action({
  name: 'RecordMatch',
  on: 'round',
  title: 'Record match',
  who: [system],
  from: ['Matching'],
  fields: {
    outcome: notStored(oneOf('Outcome', ['Solved', 'Failed'])),
    problemHash: optional(payload<string>('Hash of the problem')),
    solution: payload<MatchSolution>('Solution'),
    solutionHash: payload<string>('Hash of the solution'),
    failure: payload<string>('Reason'),
  },
  show: {
    solution: ({ outcome }) => outcome === 'Solved',
    solutionHash: ({ outcome }) => outcome === 'Solved',
    failure: ({ outcome }) => outcome === 'Failed',
  },
  check: ({ outcome, problemHash }) =>
    outcome === 'Solved' && !problemHash ? { problemHash: FIELD_REQUIRED } : {},
  to: { by: 'outcome', is: { Solved: 'Matched', Failed: 'Failed' } },
  reads: (read, { id: roundId }) => read.latest('matchResult', { roundId }),
  effect: ({ values: { problemHash, solution, solutionHash, failure }, reads: result, now }) =>
    result
      ? [update('matchResult', result, { problemHash, solution, solutionHash, failure, finishedAt: now })]
      : [],
  done: 'The match has been recorded',
})
