import { issueObligationSchedule } from '../common/certificates.ts'
import { isDocumentFiled } from '../common/registration.ts'
import { gainSiteReferenceField, obligationReferenceField } from '../fields/references.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { file, withHint, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/**
 * Names the deed that secures the land for permanent credits. The market makes the schedule for the deed, but not the deed: it is
 * named by its reference, or filed.
 */
export const setSection106Agreement = action({
  name: 'SetSection106Agreement',
  on: 'project',
  title: 'Set section 106 agreement',
  who: [operator],
  from: ['Matched', 'Contracted'],
  during: ['Settled'],
  description:
    'The market makes a schedule of permanent credits, to attach to the section 106 agreement or conservation covenant. A solicitor drafts that deed, and you make it with the planning authority or a responsible body. Give the reference of the deed, or upload it.',
  given: async (read, project) => {
    const certificates = { subjectKind: 'project', subjectId: project.id, kind: 'obligation' } as const
    return {
      isKnown:
        project.obligationRef !== null ||
        (await isDocumentFiled(read, 'project', project, 'Section106Agreement')),
      hasSchedule: (await read.list('certificate', { ...certificates, state: 'Current' })).length > 0,
    }
  },
  fields: {
    obligationRef: obligationReferenceField(),
    section106Agreement: withHint(
      optional(file('Section 106 agreement', 'Section106Agreement')),
      'Upload the signed deed if you want to keep it here. If you do not, give its reference above',
    ),
    gainSiteRef: gainSiteReferenceField(),
  },
  check: (answers, { isKnown }) =>
    isKnown || answers.obligationRef || answers.section106Agreement
      ? {}
      : { obligationRef: 'Give the reference of the deed, or file the deed' },
  // Empty answers, as in a bulk action, change nothing, and neither does a schedule that the deed may already contain.
  effect: ({ subject, values, given: { hasSchedule } }) => [
    update('project', subject, {
      obligationRef: values.obligationRef ?? subject.obligationRef,
      gainSiteRef: values.gainSiteRef ?? subject.gainSiteRef,
    }),
    ...(hasSchedule ? [] : [issueObligationSchedule('project', subject, 'The schedule was made again')]),
  ],
  done: 'The agreement has been saved',
})
