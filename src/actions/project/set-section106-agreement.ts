import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { gainSiteRef, obligationRef } from '../common/references.ts'
import { file } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Files the planning obligation that secures the land for permanent credits. */
export const setSection106Agreement = action({
  name: 'SetSection106Agreement',
  on: 'project',
  title: 'Set section 106 agreement',
  who: [operator],
  from: ['Matched', 'Contracted'],
  during: ['Settled'],
  fields: {
    section106Agreement: file('Section 106 agreement', 'Section106Agreement'),
    obligationRef: obligationRef(),
    gainSiteRef: gainSiteRef(),
  },
  // What is left empty, as in a form for many projects, stays as it was.
  effect: ({ subject, values }) => [
    update('project', subject, {
      obligationRef: values.obligationRef ?? subject.obligationRef,
      gainSiteRef: values.gainSiteRef ?? subject.gainSiteRef,
    }),
  ],
})
