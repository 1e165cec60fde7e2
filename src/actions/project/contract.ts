import { hasSchedule } from '../common/certificates.ts'
import { FIX_ISSUES, isFiled } from '../common/registration.ts'
import { obstacle, standing } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Confirms that the project is fully contracted: what its credits need is signed and filed. */
export const contract = action({
  name: 'Contract',
  on: 'project',
  title: 'Contract',
  binds: {
    verb: 'Confirm the contract',
    undone: 'It cannot be undone: the project is contracted from then on.',
  },
  who: [operator],
  from: ['Matched'],
  during: ['Settled'],
  given: async (read, project) => {
    const credits = await read.list('credit', { projectId: project.id, isPermanent: true })
    const needsObligation = credits.some(({ requirementId }) => requirementId !== null)
    const lacking = async (tag: 'NatureBasedAgreement' | 'Section106Agreement', text: string) =>
      (await isFiled(read, 'project', project, tag)) ? [] : [obstacle('project', project, `Set${tag}`, text)]
    return standing([
      ...((await hasSchedule(read, 'project', project))
        ? []
        : await lacking('NatureBasedAgreement', 'No nature-based project agreement is filed')),
      ...(needsObligation && project.obligationRef === null
        ? await lacking(
            'Section106Agreement',
            'No section 106 agreement or covenant is named or filed, which permanent credits need',
          )
        : []),
    ])
  },
  fields: { confirmed: confirm('The project is fully contracted, and its documents are uploaded') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: 'Contracted',
})
