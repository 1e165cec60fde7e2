import { z } from 'zod'
import type { Choice, FieldType } from '#contract/form'
import { emailRule, nameRule, passwordRule, phoneRule, richTextRule, trimmedText } from '#contract/rules'
import { normaliseRichText, type RichText, type RichTextDraft } from '#domain/comment'
import { isDay, type Day } from '#domain/dates'
import type { DeclarationCategory } from '#domain/declaration'
import type { StoredKind } from '#domain/entities'
import type { DocumentTag, FileReading, FileRef } from '#domain/filed-document'
import { FIELD_REQUIRED } from '#domain/messages'
import { penceOf, poundsOf, type Pence } from '#domain/money'
import { quantityOf, unitsOf, type Units } from '#domain/units'

export type { Choice } from '#contract/form'

/** Answers by the names of their questions, and what a form knows, their types erased. */
type Erased = Record<string, unknown>

/** What becomes of an answer: a column, a filed document, recorded declarations, or nothing (it only steers). */
export type AnswerStorage = 'keep' | 'drop' | 'declare' | 'file'

/** One question: how it is asked, when its answer is right (`rule`), and how the answer is stored. */
export interface Field<D = unknown, S = unknown, T extends AnswerStorage = AnswerStorage> {
  type: FieldType
  label: string
  rule: z.ZodType<D>
  storage: T
  /** From the answer as it is typed and sent, to the answer as it is stored. */
  toSaved(draft: D): S
  toDraft(saved: S): D
  optional?: boolean
  hint?: string
  /** What to know before answering; always in view. */
  note?: string
  prefix?: string
  suffix?: string
  /** Lines of a text area. */
  rows?: number
  autocomplete?: string
  /** Accepted kinds of upload. */
  accept?: readonly string[]
  tag?: DocumentTag
  /** The document joins the earlier ones of its tag and replaces none. */
  joins?: boolean
  /** The file is read, and what it says stands in the answer. */
  reads?: FileReading
  /** The question whose answer names the part of the file that is read, such as a layer. */
  partIn?: string
  /** The columns of a list. */
  columns?: Fields
  /** The file is asked for anew each time: the last one is no answer to it. */
  isAnew?: boolean
  category?: DeclarationCategory
  /** Fixed choices. */
  choices?: readonly Choice[]
  /** What each of a few choices means; always in view. */
  about?: Readonly<Record<string, string>>
  /** The name in `given` of choices that depend on the subject. */
  among?: string
  /** Which of the choices are available, with the answers so far. */
  isChoiceAvailable?(choice: string, answers: Erased, given: Erased): boolean
  /** The URL of a list of choices. */
  source?: string
  /** The kind of thing that the answer names; the runner checks that it exists and is in use. */
  refersTo?: StoredKind
  /** What the thing named must be besides: column and value. */
  where?: Readonly<Erased>
  notInFuture?: boolean
  /** What to say when a tick or a list is missing. */
  whenEmpty?: string
  /** Pages do not ask it here but in a later step. */
  isLater?: true
  /** It is asked of some things and not of others: where many are acted on at once it is asked once, and may be left out. */
  asksSome?: boolean
  /** A field asked once per row; see `perRow`. */
  perRow?: { rowsOf(answers: Erased, given: Erased): readonly Choice[]; fields: Fields }
}

/** A question as everything generic sees it. */
export type AnyField = Field
export type Fields = Record<string, AnyField>

const same = <T>(value: T): T => value

const plain = <D>(
  type: FieldType,
  label: string,
  rule: z.ZodType<D>,
  more: Partial<Field<D, D, 'keep'>> = {},
): Field<D, D, 'keep'> => ({ type, label, rule, storage: 'keep', toSaved: same, toDraft: same, ...more })

/** One line of text. */
export const text = (label: string, more: Partial<Field<string, string, 'keep'>> = {}) =>
  plain('Input', label, trimmedText.max(500, 'Must be 500 characters or fewer'), more)

/** Several lines of text. */
export const longText = (label: string, rows = 5) =>
  plain('TextArea', label, trimmedText.max(10_000, 'Must be 10,000 characters or fewer'), { rows })

/** A name: it must contain a word character. */
export const name = (label: string) => plain('Input', label, nameRule)

/** An e-mail address. */
export const email = (label: string) => plain('Input', label, emailRule, { autocomplete: 'email' })

/** A phone number: plus sign, country code, then 4 to 14 digits. */
export const phone = (label: string) => plain('Phone', label, phoneRule, { autocomplete: 'tel' })

/** A password, as it is typed. */
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
  ...numberBy(label, withPlaces(rule, 2), penceOf, poundsOf),
  prefix: '£',
})

/** An amount in pounds, 0 or more; stored in pence. */
export const money = (label: string) => pounds(label, notNegative)

/** An amount in pounds, more than 0; stored in pence. */
export const positiveMoney = (label: string) => pounds(label, positive)

const quantity = (label: string, rule: z.ZodNumber, suffix?: string): Field<number, Units, 'keep'> =>
  numberBy(label, withPlaces(rule, 4), unitsOf, quantityOf, suffix)

/** A quantity more than 0, in units, hectares or kilometres; stored in ten-thousandths. */
export const positiveUnits = (label: string, suffix?: string) => quantity(label, positive, suffix)

/** A quantity, 0 or more; stored in ten-thousandths. */
export const someUnits = (label: string, suffix?: string) => quantity(label, notNegative, suffix)

/** A number by a rule of its own, stored as the given function says. */
export const numberBy = <S>(
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

/** A calendar day that has come: 'Cannot be in the future'. */
export const pastDate = (label: string) =>
  date(label, { notInFuture: true, rule: dayRule.meta({ description: 'Not in the future' }) })

const labelled = <T extends string>(ids: readonly T[], labels?: Partial<Record<T, string>>): Choice[] =>
  ids.map(id => ({ id, name: labels?.[id] ?? id }))

/** One of a fixed list. */
export const oneOf = <const T extends string>(
  label: string,
  ids: readonly T[],
  labels?: Partial<Record<T, string>>,
): Field<T, T, 'keep'> =>
  plain('Select', label, z.enum(ids, { error: FIELD_REQUIRED }), { choices: labelled(ids, labels) })

/** Several of a fixed list, at least one. */
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

/** The same choice, narrowed to those that `given` holds under this name. */
export const amongGiven = <F extends AnyField>(field: F, among: string): F => ({
  ...field,
  choices: undefined,
  among,
})

/** The same choice, of which only those are available for which this holds, with the answers so far. */
export const whereAvailable = <F extends AnyField, A extends Erased, G extends Erased>(
  field: F,
  isChoiceAvailable: (choice: string, answers: A, given: G) => boolean,
): F => ({ ...field, isChoiceAvailable })

/** One thing of a stored kind, chosen from the list at a URL. */
export const pick = (label: string, refersTo: StoredKind, source: string, where?: Field['where']) =>
  plain('Select', label, id, { source, refersTo, where })

/** Several things of a stored kind, chosen from the list at a URL. */
export const pickMany = (label: string, refersTo: StoredKind, source: string) =>
  plain('SelectMulti', label, severalOf(id), { source, refersTo })

/** One of the choices that `given` holds under this name. */
export const oneOfGiven = (label: string, among: string) => plain('Select', label, id, { among })

/** Several of the choices that `given` holds under this name. */
export const manyOfGiven = (label: string, among: string) =>
  plain('SelectMulti', label, severalOf(id), { among })

/** Yes or no, with neither chosen at first. */
export const yesNo = (label: string) => plain('YesNo', label, z.boolean({ error: FIELD_REQUIRED }))

/** A switch. */
export const toggle = (label: string) => plain('Boolean', label, z.boolean({ error: FIELD_REQUIRED }))

const onlyTrue = (type: 'Checkbox' | 'YesNo', label: string, error: string) =>
  plain(type, label, z.literal(true, { error }))

/** A tick without which the action does not go ahead. Steers only: nothing of it is stored. */
export const confirm = (label: string, whenEmpty = 'Must be confirmed') =>
  notStored({ ...onlyTrue('Checkbox', label, whenEmpty), whenEmpty })

/** A question to which only Yes will do. Steers only. */
export const mustBeYes = (label: string) => notStored(onlyTrue('YesNo', label, 'Must be confirmed'))

/** What the system itself reports back; never asked of a person. */
export const payload = <T>(label: string) => notStored(plain<T>('Input', label, z.any()))

const MUST_AGREE = 'Must be agreed to'

/** A tick that must be given and is kept. */
export const agree = (label: string) => ({
  ...onlyTrue('Checkbox', label, MUST_AGREE),
  whenEmpty: MUST_AGREE,
})

/** The round's declarations of this category; every one shown must be answered true. The answers are recorded. */
export const declarations = (category: DeclarationCategory) => {
  const rule = z.array(z.object({ id, answer: z.boolean() }), { error: FIELD_REQUIRED })
  const field = plain('Checkbox', 'Declarations', rule)
  return { ...field, storage: 'declare' as const, category, whenEmpty: MUST_AGREE }
}

const fileRule: z.ZodType<FileRef> = z
  .object({ id, name: z.string() }, { error: FIELD_REQUIRED })
  .meta({ description: 'A file: sent as a part of this name in a multipart request, or one of the form' })

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

/** An uploaded document of a record of its own, asked for anew each time; without a tag it is given one by the effect. */
export const furtherFile = (label: string, tag?: DocumentTag) => ({ ...file(label, tag), joins: true })

/** Rich text with mentions: whatever else it holds is dropped. */
export const richText = (label: string): Field<RichTextDraft, RichText, 'keep'> => ({
  ...{ type: 'RichText', label, rule: richTextRule, storage: 'keep' },
  toSaved: normaliseRichText,
  toDraft: ({ json }) => ({ json }),
})

/** The same question, but it may be left empty: stored as no value. */
export const optional = <D, S, T extends AnswerStorage>(field: Field<D, S, T>): Field<D, S | null, T> => ({
  ...field,
  optional: true,
})

/** The same question, but its answer only steers and is not stored as a column. */
export const notStored = <D, S>(field: Field<D, S>): Field<D, S, 'drop'> => ({ ...field, storage: 'drop' })

/** With a help text. */
export const hinted = <F extends AnyField>(field: F, hint: string): F => ({ ...field, hint })

export type DraftOf<F> = F extends { rule: z.ZodType<infer D> } ? D : never
export type SavedOf<F> = F extends { toSaved: (draft: never) => infer S } ? S : never
