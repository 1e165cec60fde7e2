import type { Action } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import { firstAnswers } from '#actions/kit/judge'
import type { FormField } from '#contract/form'
import { selfOf } from '#contract/nouns'
import type { Preparation } from '#contract/preparation'
import type { Actor } from '#domain/actor'
import { type Instant, showDay } from '#domain/dates'
import type { StoredKind, SubjectOf } from '#domain/entities'
import { describe } from '../runner/describe.ts'
import { factsFor, filedAnswers, isFileRef } from '../runner/facts.ts'

type Standing = Preparation['tasks'][number]['answers'][number]

/** The answers that a form would show as they stand, in words: what is asked, with what has been answered. */
export const standingAnswers = async <K extends StoredKind>(
  read: Read,
  action: Action,
  { kind, subject }: { kind: K; subject: SubjectOf<K> },
  reader: Actor,
  now: Instant,
): Promise<Standing[]> => {
  const given = await factsFor(read, action, kind, subject, reader, now)
  const values = {
    ...firstAnswers(action, subject, given),
    ...(await filedAnswers(read, action, kind, subject.id)),
  }
  const fields = await describe(read, action, values, given)
  const shown = fields.filter(({ asked }) => asked)
  return Promise.all(
    shown.map(async field => {
      const value = values[field.id]
      return isFileRef(value)
        ? { label: field.label, text: value.name, links: { self: selfOf('filedDocument', value.id) } }
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
  // It may no longer be among those that can be chosen.
  const held =
    refersTo === 'lpa' || refersTo === 'nca' || refersTo === 'subcatchment'
      ? await read.one(refersTo, value)
      : undefined
  return held?.name ?? value
}
