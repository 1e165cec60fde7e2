import { z } from 'zod'
import { TEMPLATES, type TemplateName } from '#domain/document-template'
import { binary, endpoint, media, urlOf } from './endpoint.ts'
import { addressOf } from './nouns.ts'
import { afterStep } from './result.ts'
import { roundOfItem } from './round.ts'
import { activityItem } from './subject.ts'
import { id, maybeNamed, named } from './values.ts'

/** What is prepared, task by task, and then registered for a market round. */
export type Prepared = 'project' | 'requirement'

/** The page on which all answers are checked before something is registered. */
export const checkAddress = (kind: Prepared, thing: { id: string }): string =>
  `${addressOf(kind, thing)}/check`

/** The page that says that something has been registered, and what happens next. */
export const registeredAddress = (kind: Prepared, thing: { id: string }): string =>
  `${addressOf(kind, thing)}/registered`

/** That something has been registered: when, by whom, the receipt, and what happens next. */
const registration = z
  .object({
    id,
    name: z.string(),
    round: roundOfItem,
    owner: named,
    agent: maybeNamed,
    entry: activityItem
      .pick({ id: true, at: true, actor: true, receipt: true, isBeingChained: true })
      .meta({ description: 'What the log says of it: its id is the reference' }),
    after: z.array(afterStep).meta({ description: 'What happens next, in order' }),
  })
  .meta({ id: 'Registration' })
export type Registration = z.infer<typeof registration>

const registrationOf = <const K extends Prepared>(kind: K, of: string, tag: string) =>
  endpoint(`GET /api/${kind}/:id/registration`, {
    id: `read${of}Registration`,
    tag,
    summary: `That a ${of.toLowerCase()} was last registered for a market round, and what happens next; 404 while it is a draft`,
    access: 'member',
    answers: { 200: registration },
  })

/** That a project or a credit requirement has been registered. */
export const readRegistration = {
  project: registrationOf('project', 'Project', 'Projects'),
  requirement: registrationOf('requirement', 'Requirement', 'Requirements'),
}

/** Where a template is, with what is known of a thing in it. */
export const templateLink = (template: TemplateName, kind: Prepared, subjectId: string) => ({
  id: template,
  name: TEMPLATES[template].name,
  links: {
    self: urlOf(readTemplate, { params: { id: template }, query: { subjectType: kind, subjectId } }),
  },
})

/** The kind of document that every common word processor opens. */
export const WORD_DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export const readTemplate = endpoint('GET /api/template/:id', {
  id: 'readTemplate',
  tag: 'Under subjects',
  summary: `A document to fill in: ${Object.keys(TEMPLATES).join(', ')}. With the thing it is about, what is known of that stands in it`,
  access: 'member',
  query: z.object({ subjectType: z.enum(['project', 'requirement']).optional(), subjectId: id.optional() }),
  answers: { 200: media({ [WORD_DOCUMENT]: binary }) },
})
