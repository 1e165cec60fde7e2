import { UNSETTLED_ROUND_STATUSES } from '#domain/round/round'
import {
  boundaryFormDefinition,
  boundaryChanges,
  readBoundaryFacts,
  readCurrentBoundary,
  checkBoundaryNearGridSquare,
} from '../fields/site-boundary.ts'
import { action } from '../kit/action.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE_PROJECT_STATUSES } from './editable.ts'

/** Sets the boundary of a project's land from a file or by its corners, or removes it. */
export const setBoundary = action({
  name: 'SetBoundary',
  on: 'project',
  title: 'Set site boundary',
  description:
    'The line around the land. We calculate its area, and no one else can be certified for the same land. You can continue without a boundary.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_PROJECT_STATUSES,
  during: UNSETTLED_ROUND_STATUSES,
  ...boundaryFormDefinition,
  given: (read, { id: projectId }) => readBoundaryFacts(read, { projectId }),
  reads: (read, project) => readCurrentBoundary(read, { projectId: project.id }, project),
  refuse: ({ values, reads }) => checkBoundaryNearGridSquare(values, reads),
  effect: ({ subject, values, reads, ...acting }) =>
    boundaryChanges({ projectId: subject.id }, values, reads, acting),
})
