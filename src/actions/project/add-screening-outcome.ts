import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { file, longText, oneOf, optional, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { describeLand } from './land.ts'
import { sendToCertification } from './services/service-changes.ts'

/** Records the screening outcome; anything except a pass needs an explanation. */
export const addScreeningOutcome = action({
  name: 'AddScreeningOutcome',
  on: 'project',
  title: 'Add screening outcome',
  binds: {
    verb: 'Record the outcome',
    undone: 'You cannot undo a pass. You can change any other decision.',
  },
  who: [operator],
  from: ['Registered', 'PendingScreening', 'FailedScreening'],
  during: ['Open', 'Closed'],
  given: (read, project) => describeLand(read, project),
  fields: {
    outcome: notStored(oneOf('Outcome', ['Pass', 'Fail', 'Pending'])),
    comment: notStored(longText('Comment')),
    screeningSteps: optional(file('Screening steps', 'ScreeningSteps')),
    screeningOutcome: optional(file('Screening outcome', 'ScreeningOutcome')),
  },
  initial: ({ screeningComment }) => ({ comment: screeningComment }),
  show: { comment: ({ outcome }) => outcome === 'Fail' || outcome === 'Pending' },
  warn: (_answers, _project, { land }) => ({ form: land.join(' ') }),
  to: { by: 'outcome', is: { Pass: 'Screened', Fail: 'FailedScreening', Pending: 'PendingScreening' } },
  moves: [['service', 'Draft', 'PendingCertification']],
  reads: (read, project) => read.list('service', { projectId: project.id }),
  effect: ({ subject, values, reads: services }) => [
    update('project', subject, { screeningComment: values.comment }),
    ...(values.outcome === 'Pass' ? sendToCertification(services) : []),
  ],
  done: 'The screening outcome has been recorded',
})
