import { SOLD_PROJECTS } from '#domain/project'
import { showDay } from '#domain/dates'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { furtherFile, hinted, longText, notStored, oneOfGiven, optional } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Files what an authority or the market operator has asked for. */
export const supplyEvidence = action({
  name: 'SupplyEvidence',
  on: 'project',
  title: 'Supply evidence',
  who: [operator, owner, agent('RegisterForRound')],
  from: SOLD_PROJECTS,
  given: async (read, project) => {
    const open = await read.list('evidenceRequest', { projectId: project.id, suppliedAt: null })
    return {
      requests: open.map(({ id, what, due }) => ({ id, name: `${what} (by ${showDay(due)})` })),
    }
  },
  fields: {
    request: hinted(
      notStored(oneOfGiven('What was asked for', 'requests')),
      'Each of these has been asked for and not been supplied yet.',
    ),
    evidence: hinted(
      furtherFile('Evidence', 'Evidence'),
      'One file that shows it; several photographs go into one archive.',
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
  done: 'The evidence was filed',
})
