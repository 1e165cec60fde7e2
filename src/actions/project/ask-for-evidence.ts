import { ANSWERED_BY } from '#domain/notice'
import { SOLD_PROJECTS } from '#domain/project'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { tell } from '../notices/tell.ts'
import { date, hinted, longText } from '../kit/fields.ts'
import { localAuthority, operator } from '../kit/who.ts'

/** Asks the owner of a project to show something by a day: the planning authority of its area, or the market operator. */
export const askForEvidence = action({
  name: 'AskForEvidence',
  on: 'project',
  title: 'Ask for evidence',
  description: 'The owner of the project is told what is asked for and by when, and files it here.',
  who: [operator, localAuthority],
  from: SOLD_PROJECTS,
  fields: {
    what: hinted(
      longText('What should be shown', 3),
      'Such as photographs of the planting, or the register entry of the site.',
    ),
    due: hinted(date('By'), 'The last day on which it counts as in time.'),
  },
  check: ({ due }, { today }) => (due && due <= today ? { due: 'Must be after today' } : {}),
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
      tell(
        'evidence-asked',
        'project',
        subject,
        { organisationId: subject.supplierId },
        { what: values.what, day: values.due, [ANSWERED_BY]: id },
      ),
    ]
  },
  done: 'The owner has been asked',
})
