import { z } from 'zod'
import { DOCUMENT_TEMPLATES, type DocumentTemplateName } from '#domain/text/document-template'
import { binaryBody, endpoint, mediaAnswer, endpointUrl } from '../kit/endpoint.ts'
import { pageAddress } from './nouns.ts'
import { followUpStep } from '../round/result.ts'
import { roundOfItem } from '../round/round.ts'
import { activityItem } from '../subject/subject.ts'
import { id, nullableIdAndName, idAndName } from '../kit/values.ts'

/** Kinds that are prepared, task by task, and then registered for a market round. */
export type PreparedKind = 'project' | 'requirement'

/** Page that shows all answers before registration. */
export const checkPageAddress = (kind: PreparedKind, thing: { id: string }): string =>
  `${pageAddress(kind, thing)}/check`

/** Page after registration, with the next steps. */
export const registeredPageAddress = (kind: PreparedKind, thing: { id: string }): string =>
  `${pageAddress(kind, thing)}/registered`

/** A registration: time, person, receipt, and next steps. */
const registration = z
  .object({
    id,
    name: z.string(),
    round: roundOfItem,
    owner: idAndName,
    agent: nullableIdAndName,
    entry: activityItem
      .pick({ id: true, at: true, actor: true, receipt: true, isBeingChained: true })
      .meta({ description: 'Log entry of the registration; its id is the reference' }),
    after: z.array(followUpStep).meta({ description: 'Next steps, in order' }),
  })
  .meta({ id: 'Registration' })
export type Registration = z.infer<typeof registration>

const registrationOf = <const K extends PreparedKind>(kind: K, of: string, tag: string) =>
  endpoint(`GET /api/${kind}/:id/registration`, {
    id: `read${of}Registration`,
    tag,
    summary: 'Last registration for a market round, with the next steps; 404 while it is a draft',
    access: 'member',
    answers: { 200: registration },
  })

/** The registration of a project or a credit requirement. */
export const readRegistration = {
  project: registrationOf('project', 'Project', 'Projects'),
  requirement: registrationOf('requirement', 'Requirement', 'Requirements'),
}

/** Address of a template filled in for a thing. */
export const templateLink = (template: DocumentTemplateName, kind: PreparedKind, subjectId: string) => ({
  id: template,
  name: DOCUMENT_TEMPLATES[template].name,
  links: {
    self: endpointUrl(readTemplate, { params: { id: template }, query: { subjectType: kind, subjectId } }),
  },
})

/** Document type that every common word processor opens. */
export const WORD_DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export const readTemplate = endpoint('GET /api/template/:id', {
  id: 'readTemplate',
  tag: 'Activity, comments and documents',
  summary: `Document to fill in: ${Object.keys(DOCUMENT_TEMPLATES).join(', ')}. With a subject, its data are already filled in`,
  access: 'member',
  query: z.object({ subjectType: z.enum(['project', 'requirement']).optional(), subjectId: id.optional() }),
  answers: { 200: mediaAnswer({ [WORD_DOCUMENT_TYPE]: binaryBody }) },
})
