import { COMPLETING_ANSWER_FACT } from '#domain/text/notice'
import { SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { action } from '../../kit/action.ts'
import { create } from '../../kit/changes.ts'
import { notify } from '../../notices/tell.ts'
import { futureDate, withHint, longText } from '../../kit/fields.ts'
import { localAuthority, operator } from '../../kit/who.ts'

/** Requests evidence from the owner of a project by a date, for the planning authority of its area or the market operator. */
export const askForEvidence = action({
  name: 'AskForEvidence',
  on: 'project',
  title: 'Ask for evidence',
  description:
    'The owner of the project gets a message with your request and the date, and files the evidence here.',
  who: [operator, localAuthority],
  from: SOLD_PROJECT_STATUSES,
  fields: {
    what: withHint(
      longText('What evidence do you need?', 3),
      'For example photos of the planting, or the register entry of the site.',
    ),
    due: withHint(futureDate('By'), 'The last day on which the evidence is in time.'),
  },
  effect: ({ subject, values, actor, now, newId }) => {
    const id = newId()
    return [
      create('evidenceRequest', {
        id,
        projectId: subject.id,
        what: values.what,
        due: values.due,
        askedBy: actor.userId ?? '',
        askedAt: now,
        suppliedBy: null,
        suppliedAt: null,
        note: null,
        documentId: null,
      }),
      notify(
        'evidence-asked',
        'project',
        subject,
        { organisationId: subject.supplierId },
        { what: values.what, day: values.due, [COMPLETING_ANSWER_FACT]: id },
      ),
    ]
  },
  done: 'Your request has been sent to the owner',
})
