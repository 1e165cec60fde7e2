import { FIX_ISSUES, isFiled } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Confirms that the project is fully contracted: what its credits need is signed and filed. */
export const contract = action({
  name: 'Contract',
  on: 'project',
  title: 'Contract',
  who: [operator],
  from: ['Matched'],
  during: ['Settled'],
  given: async (read, project) => {
    const credits = await read.list('credit', { projectId: project.id, isPermanent: true })
    const needsObligation = credits.some(({ requirementId }) => requirementId !== null)
    return {
      issues: [
        ...((await isFiled(read, 'project', project, 'NatureBasedAgreement'))
          ? []
          : ['No nature-based project agreement is filed']),
        ...(!needsObligation || (await isFiled(read, 'project', project, 'Section106Agreement'))
          ? []
          : ['No section 106 agreement is filed, which permanent credits need']),
      ],
    }
  },
  fields: { confirmed: confirm('The project is fully contracted, and its documents are uploaded') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: 'Contracted',
})
