import { FIX_ISSUES, filedUnder } from '../common/registration.ts'
import { obstacle, standing } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Confirms that the project is fully contracted: the agreement that it names is signed, and what its credits need is named or filed. */
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
    const agreement = await filedUnder(read, 'project', project, 'NatureBasedAgreement')
    const obligation = needsObligation
      ? await filedUnder(read, 'project', project, 'Section106Agreement')
      : undefined
    const lacking = (tag: 'NatureBasedAgreement' | 'Section106Agreement', text: string) => [
      obstacle('project', project, `Set${tag}`, text),
    ]
    return {
      agreement: project.agreementRef ?? agreement?.name ?? null,
      ...standing([
        ...(agreement === undefined && project.agreementRef === null
          ? lacking('NatureBasedAgreement', 'No nature-based project agreement is named or filed')
          : []),
        ...(needsObligation && obligation === undefined && project.obligationRef === null
          ? lacking(
              'Section106Agreement',
              'No section 106 agreement or covenant is named or filed, which permanent credits need',
            )
          : []),
      ]),
    }
  },
  fields: { confirmed: confirm('The project is fully contracted, and its agreement is signed') },
  beside: (_answers, { agreement }) => ({ confirmed: agreement ? `Agreement: ${agreement}` : undefined }),
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: 'Contracted',
})
