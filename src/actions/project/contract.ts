import { FIX_ISSUES_MESSAGE, readFiledDocument } from '../common/registration.ts'
import { toObstacle, publishObstacles } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Confirms that the project is fully contracted: its agreement is signed, and everything required for its credits has been entered or filed. */
export const contractProject = action({
  name: 'Contract',
  on: 'project',
  title: 'Contract',
  binds: {
    verb: 'Confirm the contract',
    undone: 'You cannot undo this. The project is then under contract.',
  },
  who: [operator],
  from: ['Matched'],
  during: ['Settled'],
  given: async (read, project) => {
    const credits = await read.list('credit', { projectId: project.id, isPermanent: true })
    const needsObligation = credits.some(({ requirementId }) => requirementId !== null)
    const agreement = await readFiledDocument(read, 'project', project, 'NatureBasedAgreement')
    const obligation = needsObligation
      ? await readFiledDocument(read, 'project', project, 'Section106Agreement')
      : undefined
    const lacking = (tag: 'NatureBasedAgreement' | 'Section106Agreement', text: string) => [
      toObstacle('project', project, `Set${tag}`, text),
    ]
    return {
      agreement: project.agreementRef ?? agreement?.name ?? null,
      ...publishObstacles([
        ...(agreement === undefined && project.agreementRef === null
          ? lacking(
              'NatureBasedAgreement',
              'Give the reference of the nature-based project agreement, or file the agreement',
            )
          : []),
        ...(needsObligation && obligation === undefined && project.obligationRef === null
          ? lacking(
              'Section106Agreement',
              'Give the reference of the section 106 agreement or covenant, or file the deed. Permanent credits need a deed',
            )
          : []),
      ]),
    }
  },
  fields: { confirmed: confirm('The project is fully contracted, and its agreement is signed') },
  beside: (_answers, { agreement }) => ({ confirmed: agreement ? `Agreement: ${agreement}` : undefined }),
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES_MESSAGE } : {}),
  to: 'Contracted',
  done: 'The project is under contract',
})
