import { UNTIL_SETTLED } from '#domain/round'
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

/** The line around a project's land: from a file, or by its corners; it may be taken away again. */
export const setBoundary = action({
  name: 'SetBoundary',
  on: 'project',
  title: 'Set site boundary',
  description:
    'The line around the land. Its area is worked out, and nobody else can be certified for the same ground. You can go on without it.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  during: UNTIL_SETTLED,
  ...boundaryForm,
  given: (read, { id: projectId }) => presentBoundary(read, { projectId }),
  reads: (read, project) => readBoundary(read, { projectId: project.id }, project),
  refuse: ({ values, reads }) => refuseFar(values, reads),
  effect: ({ subject, values, reads, ...acting }) =>
    keepBoundary({ projectId: subject.id }, values, reads, acting),
})
