import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { withHint, longText } from '../kit/fields.ts'
import { system } from '../kit/who.ts'

/** Voids a proposal whose facts have changed: it is not done, and may be proposed again. */
export const voidProposal = action({
  name: 'MakeVoid',
  on: 'proposal',
  title: 'Make void',
  who: [system],
  from: ['Waiting'],
  fields: { note: withHint(longText('Why?'), 'What has changed since the proposal.') },
  to: 'Void',
  effect: ({ subject, values, now }) => [update('proposal', subject, { note: values.note, decidedAt: now })],
})
