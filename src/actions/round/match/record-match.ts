import { FIELD_REQUIRED } from '#domain/values/messages'
import type { UnfinishedMatch } from '#domain/unfinished-match/unfinished-match'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { action } from '../../kit/action.ts'
import { update } from '../../kit/changes.ts'
import { oneOf, optional, payload, notStored } from '../../kit/fields.ts'
import { system } from '../../kit/who.ts'

/** Records the engine's result: a proven solution, what is known when the time is over, or the reason why there is none. */
export const recordMatch = action({
  name: 'RecordMatch',
  on: 'round',
  title: 'Record match',
  who: [system],
  from: ['Matching'],
  fields: {
    outcome: notStored(oneOf('Outcome', ['Solved', 'Unfinished', 'Failed'])),
    problemHash: optional(payload<string>('Hash of the problem')),
    solution: payload<MatchSolution>('Solution'),
    solutionHash: payload<string>('Hash of the solution'),
    unfinished: payload<UnfinishedMatch>('Best known match'),
    failure: payload<string>('Reason'),
  },
  show: {
    solution: ({ outcome }) => outcome === 'Solved',
    solutionHash: ({ outcome }) => outcome === 'Solved',
    unfinished: ({ outcome }) => outcome === 'Unfinished',
    failure: ({ outcome }) => outcome === 'Unfinished' || outcome === 'Failed',
  },
  check: ({ outcome, problemHash }) =>
    outcome === 'Solved' && !problemHash ? { problemHash: FIELD_REQUIRED } : {},
  to: { by: 'outcome', is: { Solved: 'Matched', Unfinished: 'Failed', Failed: 'Failed' } },
  reads: (read, { id: roundId }) => read.latest('matchResult', { roundId }),
  effect: ({ values: { outcome: _outcome, ...outcome }, reads: result, now }) =>
    result ? [update('matchResult', result, { ...outcome, finishedAt: now })] : [],
  done: 'The match has been recorded',
})
