import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { hinted, longText } from '../kit/fields.ts'
import { system } from '../kit/who.ts'

/** What it was about has changed since: what was proposed is not done any more, and may be proposed again. */
export const makeVoid = action({
  name: 'MakeVoid',
  on: 'proposal',
  title: 'Make void',
  who: [system],
  from: ['Waiting'],
  fields: { note: hinted(longText('Why?'), 'What has changed since it was proposed.') },
  to: 'Void',
  effect: ({ subject, values, now }) => [update('proposal', subject, { note: values.note, decidedAt: now })],
})
