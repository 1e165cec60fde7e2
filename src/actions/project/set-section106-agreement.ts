import { certifyObligation } from '../common/certificates.ts'
import { isFiled } from '../common/registration.ts'
import { gainSiteRef, obligationRef } from '../common/references.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { file, hinted, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/**
 * Names the deed that secures the land for permanent credits. The market makes the schedule that is attached to it, and cannot
 * make the deed: it is found by its reference, or filed.
 */
export const setSection106Agreement = action({
  name: 'SetSection106Agreement',
  on: 'project',
  title: 'Set section 106 agreement',
  who: [operator],
  from: ['Matched', 'Contracted'],
  during: ['Settled'],
  description:
    'The market makes the schedule of permanent credits, to be attached to the section 106 agreement or conservation covenant. The deed itself is drafted by a solicitor and made with the planning authority or a responsible body: say by which reference it is known, or file it.',
  given: async (read, project) => {
    const certificates = { subjectKind: 'project', subjectId: project.id, kind: 'obligation' } as const
    return {
      isKnown:
        project.obligationRef !== null || (await isFiled(read, 'project', project, 'Section106Agreement')),
      hasSchedule: (await read.list('certificate', { ...certificates, state: 'Current' })).length > 0,
    }
  },
  fields: {
    obligationRef: obligationRef(),
    section106Agreement: hinted(
      optional(file('Section 106 agreement', 'Section106Agreement')),
      'The deed as it was made, if it is to be kept here; without it the reference above says where to find it',
    ),
    gainSiteRef: gainSiteRef(),
  },
  check: (answers, { isKnown }) =>
    isKnown || answers.obligationRef || answers.section106Agreement
      ? {}
      : { obligationRef: 'Give the reference of the deed, or file the deed itself' },
  // What is left empty, as in a form for many projects, stays as it was; so does the schedule that the deed may hold already.
  effect: ({ subject, values, given: { hasSchedule } }) => [
    update('project', subject, {
      obligationRef: values.obligationRef ?? subject.obligationRef,
      gainSiteRef: values.gainSiteRef ?? subject.gainSiteRef,
    }),
    ...(hasSchedule ? [] : [certifyObligation('project', subject, 'The schedule was made anew')]),
  ],
})
