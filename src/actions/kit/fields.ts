import { z } from 'zod'
import type { Choice, FieldType } from '#contract/kit/form'
import { emailRule, nameRule, passwordRule, phoneRule, trimmedText } from '#contract/people/rules'
import { isDay, type Day } from '@credit-market/values/dates'
import type { DeclarationCategory } from '#domain/credit/declaration'
import type { StoredKind } from '#domain/disclosure/entities'
import type { DocumentTag, FileReadMode, UploadedFileRef } from '#domain/text/filed-document'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { penceOf, poundsOf, type Pence } from '@credit-market/values/money'
import { unitsToNumber, toUnits, type Units } from '@credit-market/values/units'

export type { Choice } from '#contract/kit/form'

/** Answers by question, and facts of a form, for generic code. */
type Erased = Record<string, unknown>

/**
 * Storage of an answer: a column, a filed document, recorded declarations, or nothing, if it only controls the form.
 */
export type AnswerStorage = 'keep' | 'drop' | 'declare' | 'file'

/** A question: its display, the rule for right answers (`rule`), and the storage of the answer. */
export interface Field<D = unknown, S = unknown, T extends AnswerStorage = AnswerStorage> {
  type: FieldType
  label: string
  rule: z.ZodType<D>
  storage: T
  /** Converts a typed answer to the stored one. */
  toSaved(draft: D): S
  toDraft(saved: S): D
  optional?: boolean
  hint?: string
  /** Help before answering, always visible. */
  note?: string
  prefix?: string
  suffix?: string
  /** Lines of a text area. */
  rows?: number
  autocomplete?: string
  /** Accepted kinds of upload. */
  accept?: readonly string[]
  tag?: DocumentTag
  /** The document is added to the earlier ones of its tag and replaces none. */
  joins?: boolean
  /** The file is read, and its content becomes part of the answer. */
  reads?: FileReadMode
  /** The question that names the part of the file to read, such as a layer. */
  partIn?: string
  /** Columns of a list. */
  columns?: Fields
  /** The file must be given again each time: an earlier one does not count as an answer. */
  isAnew?: boolean
  category?: DeclarationCategory
  /** Fixed choices. */
  choices?: readonly Choice[]
  /** Explanations of a few choices, always visible. */
  about?: Readonly<Record<string, string>>
  /** Name in `given` of choices that depend on the subject. */
  among?: string
  /** Says whether a choice is available with the answers so far. */
  isChoiceAvailable?(choice: string, answers: Erased, given: Erased): boolean
  /** Address of a list of choices. */
  source?: string
  /** Kind of thing that the answer names; the runner checks that it exists and is in use. */
  refersTo?: StoredKind
  /** Further condition on that thing: column and value. */
  where?: Readonly<Erased>
  notInFuture?: boolean
  onlyInFuture?: boolean
  /** Message for a missing tick or list. */
  whenEmpty?: string
  /** Pages ask it in a later step. */
  isLater?: true
  /** It applies to some things only: a bulk action asks it once, and it may stay empty. */
  asksSome?: boolean
  /** The answer belongs to one thing only: a bulk action asks it for each thing. */
  asksEach?: true
  /** Fields asked once per row; see `repeatPerRow`. */
  perRow?: { rowsOf(answers: Erased, given: Erased): readonly Choice[]; fields: Fields }
}

/** A question for generic code. */
export type AnyField = Field
export type Fields = Record<string, AnyField>

const same = <T>(value: T): T => value

const plain = <D>(
  type: FieldType,
  label: string,
  rule: z.ZodType<D>,
  more: Partial<Field<D, D, 'keep'>> = {},
): Field<D, D, 'keep'> => ({ type, label, rule, storage: 'keep', toSaved: same, toDraft: same, ...more })

/** Makes a bulk action ask a question for each thing, because no two things have the same answer. */
export const ofOne = <F extends AnyField>(field: F): F => ({ ...field, asksEach: true })

/** One line of text. */
export const text = (label: string, more: Partial<Field<string, string, 'keep'>> = {}) =>
  plain('Input', label, trimmedText.max(500, 'Must be 500 characters or fewer'), more)

/** Several lines of text. */
export const longText = (label: string, rows = 5) =>
  plain('TextArea', label, trimmedText.max(10_000, 'Must be 10,000 characters or fewer'), { rows })

/** A name: it must contain a word character. */
export const name = (label: string) => plain('Input', label, nameRule)

/** An email address. */
export const email = (label: string) => plain('Input', label, emailRule, { autocomplete: 'email' })

/** A phone number: plus sign, country code, then 4 to 14 digits. */
export const phone = (label: string) => plain('Phone', label, phoneRule, { autocomplete: 'tel' })

/** A password, as typed. */
export const password = (label: string, autocomplete: 'current-password' | 'new-password') =>
  plain('Password', label, passwordRule, { autocomplete })

const number = z.number({ error: FIELD_REQUIRED }).max(1_000_000_000, 'Value is too large')
const notNegative = number.min(0, 'Value must be 0 or more')
const positive = number.gt(0, 'Value must be greater than 0')

const withPlaces = (rule: z.ZodNumber, places: number): z.ZodNumber =>
  rule
    .refine(value => Math.abs(value * 10 ** places - Math.round(value * 10 ** places)) < 1e-6, {
      error: `At most ${places} decimals`,
    })
    .meta({ description: `At most ${places} decimals` })

const pounds = (label: string, rule: z.ZodNumber): Field<number, Pence, 'keep'> => ({
  ...numberWith(label, withPlaces(rule, 2), penceOf, poundsOf),
  prefix: '£',
})

/** An amount in pounds, 0 or more; stored in pence. */
export const money = (label: string) => pounds(label, notNegative)

/** An amount in pounds, more than 0; stored in pence. */
export const positiveMoney = (label: string) => pounds(label, positive)

const quantity = (label: string, rule: z.ZodNumber, suffix?: string): Field<number, Units, 'keep'> =>
  numberWith(label, withPlaces(rule, 4), toUnits, unitsToNumber, suffix)

/** A quantity more than 0, in units, hectares or kilometres; stored in ten-thousandths. */
export const positiveUnits = (label: string, suffix?: string) => quantity(label, positive, suffix)

/** A quantity, 0 or more; stored in ten-thousandths. */
export const nonNegativeUnits = (label: string, suffix?: string) => quantity(label, notNegative, suffix)

/** A number with its own rule and storage function. */
export const numberWith = <S>(
  label: string,
  rule: z.ZodType<number>,
  toSaved: (draft: number) => S,
  toDraft: (saved: S) => number,
  suffix?: string,
): Field<number, S, 'keep'> => ({ type: 'Number', label, rule, storage: 'keep', toSaved, toDraft, suffix })

const dayRule = z.string({ error: FIELD_REQUIRED }).refine(isDay, 'Not a valid date').meta({ format: 'date' })

/** A calendar day. */
export const date = (label: string, more: Partial<Field<Day, Day, 'keep'>> = {}) =>
  plain('Date', label, dayRule, more)

/** A calendar day that is not in the future: 'Cannot be in the future'. */
export const pastDate = (label: string) =>
  date(label, { notInFuture: true, rule: dayRule.meta({ description: 'A date that is not in the future' }) })

/** A calendar day that is in the future: 'Must be after today'. */
export const futureDate = (label: string) =>
  date(label, { onlyInFuture: true, rule: dayRule.meta({ description: 'A date after today' }) })

const labelled = <T extends string>(ids: readonly T[], labels?: Partial<Record<T, string>>): Choice[] =>
  ids.map(id => ({ id, name: labels?.[id] ?? id }))

/** One value of a fixed list. */
export const oneOf = <const T extends string>(
  label: string,
  ids: readonly T[],
  labels?: Partial<Record<T, string>>,
): Field<T, T, 'keep'> =>
  plain('Select', label, z.enum(ids, { error: FIELD_REQUIRED }), { choices: labelled(ids, labels) })

/** Several values of a fixed list, at least one. */
export const manyOf = <const T extends string>(
  label: string,
  ids: readonly T[],
  labels?: Partial<Record<T, string>>,
): Field<T[], T[], 'keep'> =>
  plain('SelectMulti', label, severalOf(z.enum(ids, { error: FIELD_REQUIRED })), {
    choices: labelled(ids, labels),
  })

const severalOf = <D>(one: z.ZodType<D>): z.ZodType<D[]> =>
  z.array(one, { error: FIELD_REQUIRED }).min(1, 'Empty array')

const id = z.string({ error: FIELD_REQUIRED }).min(1, FIELD_REQUIRED).max(100, FIELD_REQUIRED)

/** Restricts a choice to those in `given` under this name. */
export const limitToGiven = <F extends AnyField>(field: F, among: string): F => ({
  ...field,
  choices: undefined,
  among,
})

/** Restricts a choice to those for which the condition holds, with the answers so far. */
export const limitToAvailable = <F extends AnyField, A extends Erased, G extends Erased>(
  field: F,
  isChoiceAvailable: (choice: string, answers: A, given: G) => boolean,
): F => ({ ...field, isChoiceAvailable })

/** One thing of a stored kind, chosen from the list at an address. */
export const pick = (label: string, refersTo: StoredKind, source: string, where?: Field['where']) =>
  plain('Select', label, id, { source, refersTo, where })

/** Several things of a stored kind, chosen from the list at an address. */
export const pickMany = (label: string, refersTo: StoredKind, source: string) =>
  plain('SelectMulti', label, severalOf(id), { source, refersTo })

/** One of the choices in `given` under this name. */
export const oneOfGiven = (label: string, among: string) => plain('Select', label, id, { among })

/** Several of the choices in `given` under this name. */
export const manyOfGiven = (label: string, among: string) =>
  plain('SelectMulti', label, severalOf(id), { among })

/** Yes or no, with neither chosen at first. */
export const yesNo = (label: string) => plain('YesNo', label, z.boolean({ error: FIELD_REQUIRED }))

/** A switch. */
export const toggle = (label: string) => plain('Boolean', label, z.boolean({ error: FIELD_REQUIRED }))

const onlyTrue = (type: 'Checkbox' | 'YesNo', label: string, error: string) =>
  plain(type, label, z.literal(true, { error }))

/** A tick that the action requires. It is not stored. */
export const confirm = (label: string, whenEmpty = 'Must be confirmed') =>
  notStored({ ...onlyTrue('Checkbox', label, whenEmpty), whenEmpty })

/** A question that must be answered Yes. It is not stored. */
export const mustBeYes = (label: string) => notStored(onlyTrue('YesNo', label, 'Must be confirmed'))

/** A report of the system itself; people never see it. */
export const payload = <T>(label: string) => notStored(plain<T>('Input', label, z.any()))

const MUST_AGREE = 'Must be agreed to'

/** A tick that is required and stored. */
export const storedAgreement = (label: string) => ({
  ...onlyTrue('Checkbox', label, MUST_AGREE),
  whenEmpty: MUST_AGREE,
})

/** Declarations of the round in this category; all visible ones must be answered true. The answers are recorded. */
export const declarations = (category: DeclarationCategory) => {
  const rule = z.array(z.object({ id, answer: z.boolean() }), { error: FIELD_REQUIRED })
  const field = plain('Checkbox', 'Declarations', rule)
  return { ...field, storage: 'declare' as const, category, whenEmpty: MUST_AGREE }
}

const fileRule: z.ZodType<UploadedFileRef> = z
  .object({ id, name: z.string() }, { error: FIELD_REQUIRED })
  .meta({ description: 'A file: the multipart part with this name, or the id and name of an uploaded file' })

/** An uploaded document, filed under its tag when the action succeeds. */
export const file = (
  label: string,
  tag?: DocumentTag,
  accept: readonly string[] = ['pdf', 'xlsx', 'zip'],
) => ({
  ...plain('File', label, fileRule),
  storage: 'file' as const,
  tag,
  accept,
})

/** An uploaded document with its own record, given again each time; without a tag the effect sets one. */
export const additionalFile = (label: string, tag?: DocumentTag) => ({ ...file(label, tag), joins: true })

/** Makes a question optional: an empty answer is stored as null. */
export const optional = <D, S, T extends AnswerStorage>(field: Field<D, S, T>): Field<D, S | null, T> => ({
  ...field,
  optional: true,
})

/** Makes an answer control the form only, without a column. */
export const notStored = <D, S>(field: Field<D, S>): Field<D, S, 'drop'> => ({ ...field, storage: 'drop' })

/** Adds a help text. */
export const withHint = <F extends AnyField>(field: F, hint: string): F => ({ ...field, hint })

export type DraftValue<F> = F extends { rule: z.ZodType<infer D> } ? D : never
export type SavedValue<F> = F extends { toSaved: (draft: never) => infer S } ? S : never

/** A stored row as a choice: only its id and name are published. */
export const toChoice = (row: Pick<Choice, 'id' | 'name'>): Choice => ({ id: row.id, name: row.name })
