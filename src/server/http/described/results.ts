import { z } from 'zod'
import { type Described, get } from './route.ts'
import * as general from './general.ts'
import * as matches from './matches.ts'

/** What a match came to, and how far one has come. */
export const results: [string, Described][] = [
  get('/api/round/:id/match', {
    tag: 'Results',
    summary:
      'The match of a round; with format=audit all that is needed to compute it again, with winners or dataset its two files as CSV',
    query: z.object({ format: z.enum(['audit', 'winners', 'dataset']).optional() }),
    answer: z.union([matches.match, z.looseObject({ problem: z.unknown(), solution: z.unknown() })]),
  }),
  get('/api/round/:id/match-review', {
    tag: 'Results',
    summary: 'The match of a round with everything behind it, for the operator',
    answer: matches.matchReview,
  }),
  ...['projects', 'requirements'].map(of =>
    get(`/api/round/:id/unmatched-${of}`, {
      tag: 'Results',
      summary: `The ${of} that lost, each with why`,
      answer: general.listOf(matches.unmatchedItem),
    }),
  ),
  get('/api/solver/task/:id', {
    tag: 'Results',
    summary: 'How far a match has come',
    answer: matches.solverTask,
  }),
  ['DELETE /api/solver/task/:id', { tag: 'Results', summary: 'Cancels a match' }],
]
