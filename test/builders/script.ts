import type { FormField, Question, ActionPreview } from '#contract/kit/form'
import type { Person, Subject, Upload } from './world.ts'

type Values = Record<string, unknown>

interface Shape {
  type?: string
  format?: string
  const?: unknown
  enum?: readonly unknown[]
  minimum?: number
  exclusiveMinimum?: number
  pattern?: string
}

const textFor = ({ format, pattern = '' }: Shape): string => {
  if (format === 'date') return '2026-06-20'
  if (format === 'email') return 'sid@sedge.example'
  return pattern.startsWith('^\\+') ? '+441632960777' : 'Sedge Farm'
}

/** An answer to one question, only from what the server says about it. */
const answerTo = async (person: Person, { shape, options, source, multiple }: Question): Promise<unknown> => {
  const choices = options ?? (source === null ? null : await person.get<{ id: string }[]>(source))
  if (choices) return multiple ? [choices[0]?.id] : choices[0]?.id
  const wanted = shape as Shape
  if ('const' in wanted) return wanted.const
  if (wanted.enum) return wanted.enum[0]
  if (wanted.type === 'boolean') return true
  if (wanted.type === 'number' || wanted.type === 'integer') return (wanted.minimum ?? 0) + 1
  return textFor(wanted)
}

const answered = async (person: Person, field: FormField): Promise<unknown> => {
  const { items, fields } = field
  if (!items) return answerTo(person, field)
  return Promise.all(
    items.map(async ({ id }) => {
      const entries = (fields ?? []).map(async sub => [sub.id, await answerTo(person, sub)] as const)
      return { id, ...Object.fromEntries(await Promise.all(entries)) }
    }),
  )
}

const isOpen = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

const MOST_TURNS = 12

/**
 * Fills in a form like a program that knows only the server’s answers: it previews, answers visible required questions,
 * and previews again until there are no errors. Given answers stay.
 */
export const fillInForm = async (
  person: Person,
  action: string,
  subject: Subject,
  { given = {}, uploads }: { given?: Values; uploads?: Record<string, Upload> } = {},
): Promise<{ values: Values; rehearsal: ActionPreview }> => {
  const { values: first } = await person.form(action, subject)
  const { files } = await person.rehearses(action, subject, { ...first, ...given }, uploads)
  let values = { ...first, ...given, ...files }
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const rehearsal = await person.rehearses(action, subject, values)
    if (rehearsal.messages.length === 0) return { values, rehearsal }
    const missing = rehearsal.fields.filter(({ id, asked, needed }) => asked && needed && isOpen(values[id]))
    if (missing.length === 0) throw new Error(`${action}: ${JSON.stringify(rehearsal.messages)}`)
    for (const field of missing) values = { ...values, [field.id]: await answered(person, field) }
  }
  throw new Error(`${action} still has errors after ${MOST_TURNS} attempts`)
}
