import {
  boundaryForm,
  keepBoundary,
  presentBoundary,
  readBoundary,
  refuseFar,
} from '../common/site-boundary.ts'
import { action } from '../kit/action.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'

/** The line around the site of a development: from a file, or by its corners; it may be taken away again. */
export const setBoundary = action({
  name: 'SetBoundary',
  on: 'requirement',
  title: 'Set site boundary',
  description:
    'The line around the site of the development, as on the plan of its planning application. Its area is worked out. You can go on without it.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  when: ({ type }) => type === 'Buyer' || 'Only a buyer has a development',
  ...boundaryForm,
  given: (read, { id: requirementId }) => presentBoundary(read, { requirementId }),
  reads: (read, requirement) => readBoundary(read, { requirementId: requirement.id }, requirement),
  refuse: ({ values, reads }) => refuseFar(values, reads),
  effect: ({ subject, values, reads, ...acting }) =>
    keepBoundary({ requirementId: subject.id }, values, reads, acting),
})
