import { z } from 'zod'
import { isRichText, normaliseRichText } from '#domain/comment'
import { isDay, type Day } from '#domain/dates'
import type { DeclarationCategory } from '#domain/declaration'
import type { StoredKind } from '#domain/entities'
import type { DocumentTag, FileRef } from '#domain/filed-document'
import { penceOf, poundsOf, type Pence } from '#domain/money'
import { quantityOf, unitsOf, type Units } from '#domain/units'

/** The fifteen form field types of the specification, section 3. */
export type FieldType =
  | (
      | 'Select'
      | 'SelectMulti'
      | 'YesNo'
      | 'Input'
      | 'TextArea'
      | 'Password'
      | 'RichText'
      | 'Date'
      | 'DateTime'
    )
  | ('Time' | 'Number' | 'Phone' | 'File' | 'Boolean' | 'Checkbox')

export interface Choice {
  id: string
  name: string
}

/** What becomes of an answer: a column, a filed document, recorded declarations, or nothing (it only steers). */
export type AnswerStorage = 'keep' | 'drop' | 'declare' | 'file'

/** One question: how it is asked, when its answer is right (`rule`), and how the answer is stored. */
export interface Field<D = unknown, S = unknown, T extends AnswerStorage = AnswerStorage> {
  type: FieldType
  label: string
  rule: z.ZodType<D>
  storage: T
  /** From the answer as it is typed and sent, to the answer as it is stored. */
  toSaved: (draft: D) => S
  toDraft: (saved: S) => D
  optional?: boolean
  hint?: string
  prefix?: string
  suffix?: string
  rows?: number
  autocomplete?: string
  /** Accepted kinds of upload. */
  accept?: readonly string[]
  tag?: DocumentTag
  /** The document joins the earlier ones of its tag and replaces none. */
  joins?: boolean
  /** The file is a list to read: its rows stand in the answer. */
  isTable?: true
  category?: DeclarationCategory
  /** Fixed choices. */
  choices?: readonly Choice[]
  /** The name in `given` of choices that depend on the subject. */
  among?: string
  /** Which of the choices are available, with the answers so far. */
  isChoiceAvailable?: (choice: string, answers: never, given: never) => boolean
  /** The URL of a list of choices. */
  source?: string
  /** The kind of thing that the answer names; the runner checks that it exists and is in use. */
  refersTo?: StoredKind
  /** What the thing named must be besides: column and value. */
  where?: Readonly<Record<string, unknown>>
  notInFuture?: boolean
  /** What to say when a tick or a list is missing. */
  whenEmpty?: string
  /** A field asked once per row; see `perRow`. */
  perRow?: { rowsOf: (answers: never, given: never) => readonly Choice[]; fields: Fields }
}

export type Fields = Record<string, AnyField>
// Field is invariant in its answer; this is the form in which lists of fields are held.
export type AnyField = Omit<Field<never, never>, 'rule' | 'toSaved' | 'toDraft'> & {
  rule: z.ZodType
  toSaved: (draft: never) => unknown
  toDraft: (saved: never) => unknown
}

export const REQUIRED = 'Field required'

const same = <T>(value: T): T => value

const plain = <D, T extends AnswerStorage = 'keep'>(
  type: FieldType,
  label: string,
  rule: z.ZodType<D>,
  more: Partial<Field<D, D, T>> = {},
): Field<D, D, T> => ({ type, label, rule, storage: 'keep' as T, toSaved: same, toDraft: same, ...more })

const someText = z.string({ error: REQUIRED }).trim().min(1, REQUIRED)

/** One line of text. */
export const text = (label: string, more: Partial<Field<string, string, 'keep'>> = {}) =>
  plain('Input', label, someText.max(500, 'Must be 500 characters or fewer'), more)

/** Several lines of text. */
export const longText = (label: string, rows = 5) =>
  plain('TextArea', label, someText.max(10_000, 'Must be 10,000 characters or fewer'), { rows })

/** A name: it must contain a word character. */
export const name = (label: string) =>
  plain('Input', label, someText.max(200, 'Must be 200 characters or fewer').regex(/\w/u, 'Not a valid name'))

/** An e-mail address. */
export const email = (label: string) =>
  plain('Input', label, z.email({ error: issue => (issue.input ? 'Not a valid email address' : REQUIRED) }), {
    autocomplete: 'email',
  })

/** A phone number: plus sign, country code, then 4 to 14 digits. */
export const phone = (label: string) =>
  plain('Phone', label, someText.regex(/^\+\d{1,3}\d{4,14}$/, 'Not a valid phone number'), {
    autocomplete: 'tel',
  })

const decimals = (places: number) => (value: number) =>
  Math.abs(value * 10 ** places - Math.round(value * 10 ** places)) < 1e-6
const number = z.number({ error: REQUIRED }).max(1_000_000_000, 'Value is too large')
const NOT_NEGATIVE = 'Value must be 0 or more'
const POSITIVE = 'Value must be greater than 0'
const TWO_PLACES = 'At most 2 decimals'
const FOUR_PLACES = 'At most 4 decimals'

const pounds = (label: string, rule: z.ZodType<number>): Field<number, Pence, 'keep'> => ({
  ...numberBy(label, rule, penceOf, poundsOf),
  prefix: '£',
})

/** An amount in pounds, 0 or more; stored in pence. */
export const money = (label: string) =>
  pounds(label, number.min(0, NOT_NEGATIVE).refine(decimals(2), TWO_PLACES))

/** An amount in pounds, more than 0; stored in pence. */
export const positiveMoney = (label: string) =>
  pounds(label, number.gt(0, POSITIVE).refine(decimals(2), TWO_PLACES))

const quantity = (label: string, rule: z.ZodType<number>, suffix?: string): Field<number, Units, 'keep'> =>
  numberBy(label, rule, unitsOf, quantityOf, suffix)

/** A quantity more than 0, in units, hectares or kilometres; stored in ten-thousandths. */
export const positiveUnits = (label: string, suffix?: string) =>
  quantity(label, number.gt(0, POSITIVE).refine(decimals(4), FOUR_PLACES), suffix)

/** A quantity, 0 or more; stored in ten-thousandths. */
export const someUnits = (label: string, suffix?: string) =>
  quantity(label, number.min(0, NOT_NEGATIVE).refine(decimals(4), FOUR_PLACES), suffix)

/** A number by a rule of its own, stored as the given function says. */
export const numberBy = <S>(
  label: string,
  rule: z.ZodType<number>,
  toSaved: (draft: number) => S,
  toDraft: (saved: S) => number,
  suffix?: string,
): Field<number, S, 'keep'> => ({ type: 'Number', label, rule, storage: 'keep', toSaved, toDraft, suffix })

/** A calendar day. */
export const date = (label: string, more: Partial<Field<Day, Day, 'keep'>> = {}) =>
  plain('Date', label, z.string({ error: REQUIRED }).refine(isDay, 'Not a valid date'), more)

/** A calendar day that has come: 'Cannot be in the future'. */
export const pastDate = (label: string) => date(label, { notInFuture: true })

const labelled = <T extends string>(ids: readonly T[], labels?: Partial<Record<T, string>>): Choice[] =>
  ids.map(id => ({ id, name: labels?.[id] ?? id }))

/** One of a fixed list. */
export const oneOf = <const T extends string>(
  label: string,
  ids: readonly T[],
  labels?: Partial<Record<T, string>>,
): Field<T, T, 'keep'> =>
  plain('Select', label, z.enum(ids as readonly [T, ...T[]], { error: REQUIRED }), {
    choices: labelled(ids, labels),
  })

/** Several of a fixed list, at least one. */
export const manyOf = <const T extends string>(
  label: string,
  ids: readonly T[],
  labels?: Partial<Record<T, string>>,
): Field<T[], T[], 'keep'> =>
  plain(
    'SelectMulti',
    label,
    z
      .array(z.enum(ids as readonly [T, ...T[]], { error: REQUIRED }), { error: REQUIRED })
      .min(1, 'Empty array'),
    { choices: labelled(ids, labels) },
  )

const id = z.string({ error: REQUIRED }).min(1, REQUIRED).max(100, REQUIRED)

/** The same choice, narrowed to those that `given` holds under this name. */
export const amongGiven = <F extends AnyField>(field: F, among: string): F => ({
  ...field,
  choices: undefined,
  among,
})

/** One thing of a stored kind, chosen from the list at a URL. */
export const pick = (label: string, refersTo: StoredKind, source: string, where?: Field['where']) =>
  plain('Select', label, id, { source, refersTo, where })

/** Several things of a stored kind, chosen from the list at a URL. */
export const pickMany = (label: string, refersTo: StoredKind, source: string) =>
  plain('SelectMulti', label, z.array(id, { error: REQUIRED }).min(1, 'Empty array'), { source, refersTo })

/** One of the choices that `given` holds under this name. */
export const oneOfGiven = (label: string, among: string) => plain('Select', label, id, { among })

/** Several of the choices that `given` holds under this name. */
export const manyOfGiven = (label: string, among: string) =>
  plain('SelectMulti', label, z.array(id, { error: REQUIRED }).min(1, 'Empty array'), { among })

/** Yes or no, with neither chosen at first. */
export const yesNo = (label: string) => plain('YesNo', label, z.boolean({ error: REQUIRED }))

/** A switch. */
export const toggle = (label: string) => plain('Boolean', label, z.boolean({ error: REQUIRED }))

/** A tick without which the action does not go ahead. Steers only: nothing of it is stored. */
export const confirm = (label: string, whenEmpty = 'Must be confirmed') =>
  notStored(plain('Checkbox', label, z.literal(true, { error: whenEmpty }), { whenEmpty }))

/** A question to which only Yes will do. Steers only. */
export const mustBeYes = (label: string) =>
  plain<true, 'drop'>('YesNo', label, z.literal(true, { error: 'Must be confirmed' }), { storage: 'drop' })

/** What the system itself reports back; never asked of a person. */
export const payload = <T>(label: string) => plain<T, 'drop'>('Input', label, z.any(), { storage: 'drop' })

/** A tick that must be given and is kept. */
export const agree = (label: string) =>
  plain<true>('Checkbox', label, z.literal(true, { error: 'Must be agreed to' }), {
    whenEmpty: 'Must be agreed to',
  })

/** The round's declarations of this category; every one shown must be answered true. The answers are recorded. */
export const declarations = (category: DeclarationCategory) =>
  plain<{ id: string; answer: boolean }[], 'declare'>(
    'Checkbox',
    'Declarations',
    z.array(z.object({ id, answer: z.boolean() }), { error: REQUIRED }),
    { storage: 'declare', category, whenEmpty: 'Must be agreed to' },
  )

/** An uploaded document, filed under its tag when the action succeeds. */
export const file = (label: string, tag?: DocumentTag, accept: readonly string[] = ['pdf', 'xlsx', 'zip']) =>
  plain<FileRef, 'file'>('File', label, z.object({ id, name: z.string() }, { error: REQUIRED }), {
    storage: 'file',
    tag,
    accept,
  })

/** An uploaded document of a record of its own, asked for anew each time; without a tag it is given one by the effect. */
export const furtherFile = (label: string, tag?: DocumentTag) => ({ ...file(label, tag), joins: true })

const richJson = z.string().max(200_000).refine(isRichText, 'Not valid rich text')
const richWords = someText.max(20_000, 'Must be 20,000 characters or fewer')

/** Rich text with mentions: whatever else it holds is dropped. */
export const richText = (label: string) =>
  plain('RichText', label, z.object({ text: richWords, json: richJson }, { error: REQUIRED }), {
    toSaved: normaliseRichText,
  })

/** The same question, but it may be left empty: stored as no value. */
export const optional = <D, S, T extends AnswerStorage>(field: Field<D, S, T>): Field<D, S | null, T> =>
  ({ ...field, optional: true }) as Field<D, S | null, T>

/** The same question, but its answer only steers and is not stored as a column. */
export const notStored = <D, S>(field: Field<D, S>): Field<D, S, 'drop'> => ({ ...field, storage: 'drop' })

/** With a help text. */
export const hinted = <F extends AnyField>(field: F, hint: string): F => ({ ...field, hint })

export type DraftOf<F> = F extends { rule: z.ZodType<infer D> } ? D : never
export type SavedOf<F> = F extends { toSaved: (draft: never) => infer S } ? S : never
