import { z } from 'zod'
import { DECLARATION_CATEGORIES } from '#domain/declaration'
import { BROAD_HABITATS } from '#domain/habitat'
import { ORGANISATION_TYPES } from '#domain/organisation'
import { period } from './balance.ts'
import { formDraft } from './form-draft.ts'
import { anyResource, wrongAnswers } from './resource.ts'
import { siteSurvey } from './site-boundary.ts'
import { warnings } from './warning.ts'
import { creditStatus, creditType, day, id, maybeText, money, named, proceeds, units } from './values.ts'

/** The fifteen form field types of the specification, section 3, and the corners of a site. */
export const FIELD_TYPES = [
  ...(['Select', 'SelectMulti', 'YesNo', 'Input', 'TextArea', 'Password', 'RichText'] as const),
  ...(['Date', 'DateTime', 'Time', 'Number', 'Phone', 'File', 'Boolean', 'Checkbox', 'Corners'] as const),
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** One of the choices of a question. */
export const choice = named
  .extend({
    broadHabitat: z.enum(BROAD_HABITATS).optional().meta({
      description: 'Where a habitat type belongs: the answer to the question for the broad habitat',
    }),
  })
  .meta({ id: 'Choice' })
export type Choice = z.infer<typeof choice>

/** A declaration as a form puts it. */
export const declarationToMake = named
  .extend({ declaration: z.string(), category: z.enum(DECLARATION_CATEGORIES), roundId: id })
  .meta({ id: 'DeclarationToMake' })
export type DeclarationToMake = z.infer<typeof declarationToMake>

const anything = z.record(z.string(), z.unknown())
const said = (description: string) => ({ description })

/** A question as the interface describes it, with all that whoever answers it must know. */
export const question = z
  .object({
    id: z.string().meta(said('Under this name the answer stands in `values`, also where it has a dot in it')),
    label: z.string(),
    type: z
      .enum([...FIELD_TYPES, 'List'])
      .meta(said('List: the same questions (`fields`) for each of some things (`items`)')),
    asked: z.boolean().meta(said('It is put, with the answers in `values`')),
    needed: z.boolean().meta(said('With the other answers in `values`, it cannot be left out')),
    optional: z.boolean(),
    readonly: z.boolean().meta(said('Its answer can only be the one in `values`')),
    show: z
      .array(z.object({ id: z.string(), values: z.array(z.unknown()).nullable() }))
      .meta(
        said(
          'The questions on which it depends whether this one is put, with the answers of each that put it, the others being as in `values`; null where any other answer may',
        ),
      ),
    ifBlank: maybeText.meta(said('Text in place of an empty answer; hide where the question is not shown')),
    hint: maybeText,
    prefix: maybeText,
    suffix: maybeText,
    rows: z.int().nullable().meta(said('Lines of a text area')),
    accept: z.array(z.string()).nullable().meta(said('Kinds of file')),
    multiple: z.boolean(),
    autocomplete: maybeText,
    shape: anything.meta(said('JSON Schema of an answer')),
    options: z.array(choice).nullable().meta(said('Its choices, with the answers in `values`')),
    source: maybeText.meta(said('Where its choices are read: an array of { id, name }')),
    refersTo: maybeText.meta(said('The kind of the thing whose id is the answer')),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof question>

/** A question of a form. */
export const formField = question
  .extend({
    items: z
      .array(named)
      .nullable()
      .meta(
        said('The things for each of which `fields` are asked: the answer is a list of { id, ...answers }'),
      ),
    fields: z
      .array(question)
      .nullable()
      .meta(said('What is asked for each of `items`; of a file that is read as a table, its columns')),
  })
  .meta({ id: 'FormField' })
export type FormField = z.infer<typeof formField>

export const actionLink = z.object({ id, links: z.object({ self: z.string() }) }).meta({ id: 'ActionLink' })
export type ActionLink = z.infer<typeof actionLink>

/** All that the form of an action needs. */
export const actionForm = z
  .object({
    id,
    title: z.string(),
    actionLabel: z.string(),
    description: maybeText,
    groups: z.array(
      z.object({
        id,
        label: z.string(),
        description: maybeText,
        fieldIds: z.array(z.string()),
        defaultOpen: z.boolean(),
      }),
    ),
    fields: z.array(formField),
    values: anything.meta(said('The first answers')),
    options: z
      .record(z.string(), z.array(choice))
      .meta(said('The choices of each field that has some, with the answers in `values`')),
    settings: z
      .record(z.string(), z.string())
      .meta(said('Where the settings are listed by which questions are answered, by their kinds')),
    declarations: z.array(declarationToMake),
    steps: z.array(z.object({ id, title: z.string(), current: z.boolean() })),
    given: z
      .looseObject({ today: day, actorIsOperator: z.boolean() })
      .meta(said('What the rules of the form look at')),
    subject: anything.meta(said('The subject as it is stored, as far as this reader may know it')),
    version: z.int(),
    binds: z
      .object({ verb: z.string(), undone: z.string() })
      .nullable()
      .meta(said('It binds or cannot be undone: what its button says, and what can be taken back of it')),
    approval: z
      .object({
        approvers: z
          .array(z.string())
          .meta(said('Who may approve it, of those whom the reader may know by name')),
        others: z.int().meta(said('How many may approve it besides')),
        by: z
          .enum(['operator', 'owner'])
          .meta(said('Whose people approve it: another of the market operator’s, or the owner’s')),
        inviteAt: maybeText.meta(said('Where the reader invites people, who could then approve it')),
        waiting: id.nullable().meta(said('The proposal of just this that waits already')),
      })
      .nullable()
      .meta(said('It is only proposed, with a reason: somebody else must approve it before it is done')),
    laterNeeds: z
      .literal('secondFactor')
      .nullable()
      .meta(said('What a later step needs that the reader does not have yet')),
    warnings: warnings.meta(
      said('What the market operator should look at before acting on the thing; nothing is refused for it'),
    ),
    cannotCancel: z.boolean(),
    previous: actionLink.nullable(),
    draft: formDraft
      .nullable()
      .meta(said('What the reader has entered before and not submitted; nobody else is shown it')),
  })
  .meta({ id: 'ActionForm' })
export type ActionForm = z.infer<typeof actionForm>

/** The answers to a form; with files, the part `submission` of a multipart request, before a part for each file. */
export const submission = z
  .object({
    values: anything.meta(said('The answers by the ids of the fields')),
    version: z
      .int()
      .nonnegative()
      .optional()
      .meta(said('That of the form: refused with 409 once it is stale')),
    preview: z.boolean().optional().meta(said('Only says what would come of it: nothing is done')),
    reason: z
      .string()
      .max(2000)
      .optional()
      .meta(said('Why, for whoever approves it: needed where somebody else must approve it')),
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof submission>

/** The name under which a missing reason of a proposal is told, beside those of the fields. */
export const PROPOSAL_REASON = 'reason of the proposal'

/**
 * Outcome of a submission: `done`; `proposed`, which waits for somebody's approval (202); `previewed`, where only that
 * was asked for; or `refused`, with nothing changed (a 4xx).
 */
export const OUTCOMES = ['done', 'proposed', 'previewed', 'refused'] as const

/** An action has been run, or proposed: what is said of it, the next step of the wizard, and what it was about. */
export const done = z
  .object({
    outcome: z
      .enum(['done', 'proposed'])
      .meta(said('proposed, with status 202: nothing is done before the proposal is approved')),
    message: z.string(),
    nextAction: actionLink.nullable(),
    proposal: id
      .optional()
      .meta(said('The proposal that must be approved before it is done, where the outcome is proposed')),
    page: z
      .string()
      .optional()
      .meta(said('The page on which it goes on, or which says what was done and what comes next')),
    promise: z
      .object({
        entry: z.string().meta(said('What the log will say, without its number there')),
        promise: z.string().meta(said('A signed note: the log holds the entry by a time (decision 0133)')),
      })
      .optional()
      .meta(said('Of an offer or a bid that was made or confirmed; keep it as a file, which /verify checks')),
    context: anyResource,
  })
  .meta({ id: 'Done' })
export type Done = z.infer<typeof done>

const count = z.int().nonnegative()
const thing = {
  kind: z.string(),
  id: id.nullable().meta(said('null while there is none yet')),
  name: z.string(),
}

/** What an action would change, as far as whoever runs it may know. */
export const whatChanges = z
  .object({
    statuses: z.array(z.object({ ...thing, from: maybeText, to: z.string() })),
    organisations: z.array(named).meta(said('Whose things are changed')),
    inRound: z
      .array(
        z.object({
          kind: z.enum(['project', 'requirement']),
          status: z.string(),
          count,
          creditTypes: z.array(z.object({ creditType, count })),
        }),
      )
      .meta(said('What there is in a round that goes on: of whoever runs it, counts by status')),
    credits: z.array(
      z.object({
        creditType,
        from: creditStatus.nullable(),
        to: creditStatus.nullable(),
        units: units.meta({ description: 'Today' }),
        unitsPerPeriod: z.array(period),
        serials: z.array(z.string()).meta(said('Which units, each a range')),
      }),
    ),
    money: z
      .array(
        z.object({
          ...thing,
          what: z.string(),
          amount: money.nullable(),
          quantities: z
            .array(z.object({ creditType, units }))
            .meta(said('What the amount is for: a price per unit is of these')),
          proceeds: proceeds
            .optional()
            .meta(said('For whom the money is that a project would receive: the three add up to it')),
        }),
      )
      .meta(said('Offers, bids and costs as they would be, and what winners would pay or receive')),
    letters: z.array(
      z.object({
        letter: z.string(),
        readers: z
          .enum(ORGANISATION_TYPES)
          .nullable()
          .meta(said('To which kind of organisation; null where it goes to a person')),
        count,
      }),
    ),
    things: z.array(z.object({ kind: z.string(), change: z.enum(['created', 'updated', 'removed']), count })),
  })
  .meta({ id: 'WhatChanges' })
export type WhatChanges = z.infer<typeof whatChanges>

/** What would come of the answers, had they been submitted. Nothing has been done. */
export const rehearsal = z
  .object({
    outcome: z.literal('previewed'),
    fields: z.array(formField),
    values: anything.meta(said('The answers as a form goes on with them: what no longer fits is forgotten')),
    messages: wrongAnswers,
    warnings: wrongAnswers,
    changes: whatChanges.nullable().meta(said('null while messages stand in the way')),
    sentences: z.array(z.string()).meta(said('What would come of it, where the action says so in words')),
    files: z
      .record(z.string(), named)
      .meta(said('What was uploaded to be looked at, by field: an answer that need not be sent again')),
    site: siteSurvey
      .nullable()
      .meta(said('The site boundary that the answers give and what is around it; null where they give none')),
  })
  .meta({ id: 'Rehearsal' })
export type Rehearsal = z.infer<typeof rehearsal>

/** What a submission is answered, done or only rehearsed. */
export const outcome = z.union([done, rehearsal])
