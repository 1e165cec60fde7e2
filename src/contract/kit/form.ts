import { z } from 'zod'
import { DECLARATION_CATEGORIES } from '#domain/credit/declaration'
import { BROAD_HABITATS } from '@credit-market/habitat-metric/habitat'
import { changeSummary } from './change-summary.ts'
import { formDraft } from './form-draft.ts'
import { anyResource, fieldErrors } from './resource.ts'
import { siteSurvey } from './site-boundary.ts'
import { warnings } from './warning.ts'
import { day, id, idAndName, nullableText } from './values.ts'

/** The fifteen form field types of the specification, section 3, and the corners of a site. */
export const FIELD_TYPES = [
  ...(['Select', 'SelectMulti', 'YesNo', 'Input', 'TextArea', 'Password', 'RichText'] as const),
  ...(['Date', 'DateTime', 'Time', 'Number', 'Phone', 'File', 'Boolean', 'Checkbox', 'Corners'] as const),
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** A choice of a question. */
export const choice = idAndName
  .extend({
    broadHabitat: z.enum(BROAD_HABITATS).optional().meta({
      description:
        'Broad habitat that a habitat type belongs to, as in the answer to the question about the broad habitat',
    }),
  })
  .meta({ id: 'Choice' })
export type Choice = z.infer<typeof choice>

/** A declaration in a form. */
export const requiredDeclaration = idAndName
  .extend({ declaration: z.string(), category: z.enum(DECLARATION_CATEGORIES), roundId: id })
  .meta({ id: 'DeclarationToMake' })
export type RequiredDeclaration = z.infer<typeof requiredDeclaration>

const anything = z.record(z.string(), z.unknown())

/** A question in the description of the interface, with everything needed to answer it. */
export const question = z
  .object({
    id: z.string().describe('Name of the answer in `values`; a dot in it has no meaning'),
    label: z.string(),
    type: z
      .enum([...FIELD_TYPES, 'List'])
      .describe('Type of field. A List asks the questions in `fields` once for each of `items`'),
    asked: z.boolean().describe('True if the question is asked, given the answers in `values`'),
    needed: z.boolean().describe('True if an answer is required, given the other answers in `values`'),
    optional: z.boolean(),
    readonly: z.boolean().describe('True if the answer in `values` cannot be changed'),
    show: z
      .array(z.object({ id: z.string(), values: z.array(z.unknown()).nullable() }))
      .describe(
        'Questions whose answers decide whether this question is asked. `values` lists the answers with which it is asked while no other answer changes; null if any change may matter',
      ),
    ifBlank: nullableText.describe('Text shown instead of an empty answer; `hide` to hide the question'),
    hint: nullableText,
    prefix: nullableText,
    suffix: nullableText,
    rows: z.int().nullable().describe('Number of lines of a text area'),
    accept: z.array(z.string()).nullable().describe('Accepted types of file'),
    multiple: z.boolean(),
    autocomplete: nullableText,
    shape: anything.describe('JSON Schema of the answer'),
    options: z.array(choice).nullable().describe('Choices, given the answers in `values`'),
    source: nullableText.describe('Address of the choices: an array of { id, name }'),
    refersTo: nullableText.describe('Kind of resource whose id is the answer'),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof question>

/** A question of a form. */
export const formField = question
  .extend({
    items: z
      .array(idAndName)
      .nullable()
      .describe(
        'Items about which the questions in `fields` are asked, once for each item. The answer is a list of { id, ...answers }',
      ),
    fields: z
      .array(question)
      .nullable()
      .describe('Questions about each of `items`, or the columns of a file that is read as a table'),
  })
  .meta({ id: 'FormField' })
export type FormField = z.infer<typeof formField>

export const actionLink = z.object({ id, links: z.object({ self: z.string() }) }).meta({ id: 'ActionLink' })
export type ActionLink = z.infer<typeof actionLink>

/** Everything that the form of an action needs. */
export const actionForm = z
  .object({
    id,
    title: z.string(),
    actionLabel: z.string(),
    description: nullableText,
    groups: z.array(
      z.object({
        id,
        label: z.string(),
        description: nullableText,
        fieldIds: z.array(z.string()),
        defaultOpen: z.boolean(),
      }),
    ),
    fields: z.array(formField),
    values: anything.describe('Initial answers'),
    options: z
      .record(z.string(), z.array(choice))
      .describe('Choices by field, given the answers in `values`'),
    settings: z
      .record(z.string(), z.string())
      .describe('Addresses of the lists of settings that are choices, by kind'),
    declarations: z.array(requiredDeclaration),
    steps: z.array(z.object({ id, title: z.string(), current: z.boolean() })),
    given: z
      .looseObject({ today: day, actorIsOperator: z.boolean() })
      .describe('Facts that the rules of the form use'),
    subject: anything.describe('Stored subject, without fields that you may not see'),
    version: z.int(),
    binds: z
      .object({ verb: z.string(), undone: z.string() })
      .nullable()
      .describe(
        'Set if the action is binding or cannot be undone: the text of its button, and what can be reversed',
      ),
    approval: z
      .object({
        approvers: z.array(z.string()).describe('Names of possible approvers, as far as you may see them'),
        others: z.int().describe('Number of other possible approvers'),
        by: z
          .enum(['operator', 'owner'])
          .describe('Who approves it: the market operator’s staff, or people of the owner'),
        inviteAt: nullableText.describe('Page where you can invite people who could approve it'),
        waiting: id.nullable().describe('Id of an identical proposal that is already waiting'),
      })
      .nullable()
      .describe(
        'Set if someone else must approve the action. It then becomes a proposal, for which a reason is needed',
      ),
    laterNeeds: z
      .literal('secondFactor')
      .nullable()
      .describe('Something that a later step will need and that you do not have yet'),
    warnings: warnings.describe(
      'Warnings that the market operator should check before acting. They do not block the action',
    ),
    cannotCancel: z.boolean(),
    previous: actionLink.nullable(),
    draft: formDraft
      .nullable()
      .describe('Your saved answers that you have not submitted; no one else can see them'),
  })
  .meta({ id: 'ActionForm' })
export type ActionForm = z.infer<typeof actionForm>

/** Answers to a form; with files, the part `submission` of a multipart request, before a part for each file. */
export const submission = z
  .object({
    values: anything.describe('Answers by id of the field'),
    version: z
      .int()
      .nonnegative()
      .optional()
      .describe('Version from the form; an outdated version is refused with 409'),
    preview: z.boolean().optional().describe('True to preview the result without changing anything'),
    reason: z
      .string()
      .max(2000)
      .optional()
      .describe('Reason for the approver; required if someone else must approve the action'),
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof submission>

/** Name of a missing reason for a proposal among the errors of the fields. */
export const PROPOSAL_REASON_FIELD = 'reason of the proposal'

/**
 * Outcome of a submission: `done`; `proposed`, which waits for approval (202); `previewed`, if only that was requested; or
 * `refused`, with nothing changed (a 4xx).
 */
export const SUBMISSION_OUTCOMES = ['done', 'proposed', 'previewed', 'refused'] as const

/** The value of the header `Prefer` with which an action answers without the view of its subject (RFC 7240). */
export const RETURN_MINIMAL = 'return=minimal'

/** An action was run or proposed: its message, the next step of the wizard, and its subject. */
export const actionResult = z
  .object({
    outcome: z
      .enum(['done', 'proposed'])
      .describe('Outcome; `proposed` (status 202) if nothing happens until the proposal is approved'),
    message: z.string(),
    nextAction: actionLink.nullable(),
    proposal: id.optional().describe('Id of the proposal to be approved, if the outcome is `proposed`'),
    page: z.string().optional().describe('Page to continue on, or with the result and the next steps'),
    promise: z
      .object({
        entry: z.string().describe('Log entry, without its number'),
        promise: z
          .string()
          .describe('Signed note that the log will contain the entry by a stated time (decision 0133)'),
      })
      .optional()
      .describe(
        'Signed promise for an offer or a bid that was made, confirmed or withdrawn. Save it as a file: /verify can check it',
      ),
    context: anyResource,
  })
  .meta({ id: 'Done' })
export type ActionResult = z.infer<typeof actionResult>

/** Result of a preview: nothing was done. */
export const actionPreview = z
  .object({
    outcome: z.literal('previewed'),
    fields: z.array(formField),
    values: anything.describe(
      'Answers with which the form continues. Answers that no longer apply are left out',
    ),
    messages: fieldErrors,
    warnings: fieldErrors,
    changes: changeSummary.nullable().describe('Null while there are errors'),
    sentences: z.array(z.string()).describe('Sentences that say what will happen, if the action has any'),
    files: z.record(z.string(), idAndName).describe('Uploaded files by field; they need not be sent again'),
    site: siteSurvey
      .nullable()
      .describe('Site boundary from the answers and the land around it; null if there is none'),
  })
  .meta({ id: 'Rehearsal' })
export type ActionPreview = z.infer<typeof actionPreview>

/** Answer to a submission, done or previewed. */
export const submissionResult = z.union([actionResult, actionPreview])
