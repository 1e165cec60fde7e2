import { z } from 'zod'
import { isWellFormed } from '#domain/well-formed'
import { badRequest } from '../runner/refusals.ts'

type Given = Readonly<Record<string, string | readonly string[] | undefined>>

/** The values of one word of a query; empty ones count as not said. */
const valuesOf = (query: Given, name: string): string[] =>
  [query[name] ?? []].flat().filter(value => value !== '')

/** What a schema says once its wrapping is off. */
const innermost = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? innermost(schema.unwrap()) : schema

const asBoolean = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text)

/** Words are text; where a number, a yes or no, or several values are meant, the text is read as such. */
const meant = (schema: z.core.$ZodType, name: string, values: readonly string[]): unknown => {
  const inner = innermost(schema)
  if (inner instanceof z.core.$ZodArray) return values
  const [text = '', more] = values
  if (more !== undefined) throw wrong(name, 'may be given once')
  if (inner instanceof z.core.$ZodNumber) return /^\d{1,15}$/.test(text) ? Number(text) : text
  return inner instanceof z.core.$ZodBoolean ? asBoolean(text) : text
}

const unknown = (name: string, remedy?: string) =>
  badRequest(`Unknown query value: ${name.slice(0, 50)}${remedy ? ` ${remedy}` : ''}`)

const wrong = (name: string, remedy: string) => badRequest(`The query value ${name} ${remedy}`)

const known = (fields: object): string => Object.keys(fields).join(', ') || 'none'

/** What must be so of a value that is of no right form or out of bounds. */
const demandOf = (issue: z.core.$ZodIssue | undefined): string | undefined => {
  switch (issue?.code) {
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`
    case 'too_small':
      return `must be at least ${issue.minimum}`
    case 'invalid_type':
      return `must be ${issue.expected === 'boolean' ? 'true or false' : `a ${issue.expected === 'int' ? 'whole number' : issue.expected}`}`
    default:
      return undefined
  }
}

const remedyOf = (issue: z.core.$ZodIssue | undefined): string | undefined =>
  issue?.code === 'invalid_value'
    ? `is one of ${issue.values.join(', ')}`
    : issue?.code === 'custom'
      ? issue.message
      : undefined

/** What follows the question mark, read by what an endpoint declares: 400 for a word or a value that it does not know. */
export const readQuery = (shape: z.ZodObject | undefined, query: Given): Record<string, unknown> => {
  const fields = shape?.shape ?? {}
  const said: Record<string, unknown> = {}
  for (const name of Object.keys(query)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    // Some addresses are called by others, who may say more than is asked.
    if (!field && shape?.def.catchall instanceof z.ZodUnknown) continue
    if (!field) throw unknown(name, `is no word of this address; it knows ${known(fields)}`)
    const values = valuesOf(query, name)
    if (!values.every(isWellFormed)) throw unknown(name, 'holds a sign that no text has')
    if (values.length > 0) said[name] = meant(field, name, values)
  }
  const parsed = shape?.safeParse(said)
  if (!parsed || parsed.success) return parsed?.data ?? {}
  const [issue] = parsed.error.issues
  const name = String(issue?.path[0] ?? '')
  const demand = demandOf(issue)
  throw demand === undefined ? unknown(name, remedyOf(issue)) : wrong(name, demand)
}
