import {
  boundaryFormDefinition,
  boundaryChanges,
  readBoundaryFacts,
  readCurrentBoundary,
  checkBoundaryNearGridSquare,
} from '../fields/site-boundary.ts'
import { action } from '../kit/action.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE_REQUIREMENT_STATUSES } from './editable.ts'

/** Sets the boundary of a development's site from a file or by its corners, or removes it. */
export const setDevelopmentBoundary = action({
  name: 'SetBoundary',
  on: 'requirement',
  title: 'Set site boundary',
  description:
    'The line around the development site, as on the plan of the planning application. We calculate its area. You can continue without a boundary.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_REQUIREMENT_STATUSES,
  when: ({ type }) => type === 'Buyer' || 'Only a buyer has a development',
  ...boundaryFormDefinition,
  given: (read, { id: requirementId }) => readBoundaryFacts(read, { requirementId }),
  reads: (read, requirement) => readCurrentBoundary(read, { requirementId: requirement.id }, requirement),
  refuse: ({ values, reads }) => checkBoundaryNearGridSquare(values, reads),
  effect: ({ subject, values, reads, ...acting }) =>
    boundaryChanges({ requirementId: subject.id }, values, reads, acting),
})
