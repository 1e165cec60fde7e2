import type { Action } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import { initialAnswers } from '#actions/kit/judge'
import type { FormField } from '#contract/kit/form'
import { apiAddress } from '#contract/nouns/nouns'
import type { Preparation } from '#contract/project/preparation'
import type { Actor } from '#domain/people/actor'
import { type Instant, showDay } from '@credit-market/values/dates'
import type { StoredKind, EntityOfKind } from '#domain/disclosure/entities'
import { describeFields } from '../runner/describe.ts'
import { readFormFacts, readFiledAnswers, isFileRef } from '../runner/facts.ts'

type Standing = Preparation['tasks'][number]['answers'][number]

/** Current answers that a form would be filled with, in words, by question. */
export const readCurrentAnswers = async <K extends StoredKind>(
  read: Read,
  action: Action,
  { kind, subject }: { kind: K; subject: EntityOfKind<K> },
  reader: Actor,
  now: Instant,
): Promise<Standing[]> => {
  const given = await readFormFacts(read, action, kind, subject, reader, now)
  const values = {
    ...initialAnswers(action, subject, given),
    ...(await readFiledAnswers(read, action, kind, subject.id)),
  }
  const fields = await describeFields(read, action, values, given)
  const shown = fields.filter(({ asked }) => asked)
  return Promise.all(
    shown.map(async field => {
      const value = values[field.id]
      return isFileRef(value)
        ? { label: field.label, text: value.name, links: { self: apiAddress('filedDocument', value.id) } }
        : { label: field.label, text: await textOf(read, field, value), links: null }
    }),
  )
}

const textOf = async (read: Read, field: FormField, value: unknown): Promise<string | null> => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const parts = [value].flat().map(String)
  if (field.type === 'Corners') return `${parts.length} corners`
  const named = await Promise.all(parts.map(one => nameOf(read, field, one)))
  const text = named.join(', ')
  if (text === '') return null
  return field.suffix ? `${text} ${field.suffix}` : text
}

const nameOf = async (read: Read, { type, options, refersTo }: FormField, value: string): Promise<string> => {
  const choice = options?.find(({ id }) => id === value)
  if (choice) return choice.name
  if (type === 'Date') return showDay(value)
  // The current value may no longer be among the choices.
  const held =
    refersTo === 'lpa' || refersTo === 'nca' || refersTo === 'subcatchment'
      ? await read.one(refersTo, value)
      : undefined
  return held?.name ?? value
}
