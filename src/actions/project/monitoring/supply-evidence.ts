import { SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { showDay } from '@credit-market/values/dates'
import { action } from '../../kit/action.ts'
import { update } from '../../kit/changes.ts'
import { additionalFile, withHint, longText, notStored, oneOfGiven, optional } from '../../kit/fields.ts'
import { agent, operator, owner } from '../../kit/who.ts'

/** Files the evidence that an authority or the market operator requested. */
export const supplyEvidence = action({
  name: 'SupplyEvidence',
  on: 'project',
  title: 'Supply evidence',
  who: [operator, owner, agent('RegisterForRound')],
  from: SOLD_PROJECT_STATUSES,
  given: async (read, project) => {
    const open = await read.list('evidenceRequest', { projectId: project.id, suppliedAt: null })
    return {
      requests: open.map(({ id, what, due }) => ({ id, name: `${what} (by ${showDay(due)})` })),
    }
  },
  fields: {
    request: withHint(
      notStored(oneOfGiven('Evidence request', 'requests')),
      'Requests that still need evidence.',
    ),
    evidence: withHint(
      additionalFile('Evidence', 'Evidence'),
      'One file. Put several photos in one zip archive.',
    ),
    note: notStored(optional(longText('Notes', 3))),
  },
  effect: ({ values, actor, now }) => [
    update(
      'evidenceRequest',
      { id: values.request },
      {
        suppliedBy: actor.userId ?? '',
        suppliedAt: now,
        note: values.note,
        documentId: values.evidence.id,
      },
    ),
  ],
  done: 'Your evidence has been filed',
})
