import { z } from 'zod'
import { isWellFormed } from '@credit-market/values/well-formed'
import { badRequestError } from '../runner/refusals.ts'

type Given = Readonly<Record<string, string | readonly string[] | undefined>>

/** The values of one query parameter; empty values count as missing. */
const valuesOf = (query: Given, name: string): string[] =>
  [query[name] ?? []].flat().filter(value => value !== '')

/** The schema inside its optional wrappers. */
const innermost = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? innermost(schema.unwrap()) : schema

const asBoolean = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text)

/** Parses the text of a parameter as its schema needs: as a number, a boolean or several values. */
const meant = (schema: z.core.$ZodType, name: string, values: readonly string[]): unknown => {
  const inner = innermost(schema)
  if (inner instanceof z.core.$ZodArray) return values
  const [text = '', more] = values
  if (more !== undefined) throw wrong(name, 'can be used only once')
  if (inner instanceof z.core.$ZodNumber) return /^\d{1,15}$/.test(text) ? Number(text) : text
  return inner instanceof z.core.$ZodBoolean ? asBoolean(text) : text
}

const unknown = (name: string, remedy?: string) =>
  badRequestError(`Unknown query value: ${name.slice(0, 50)}${remedy ? ` ${remedy}` : ''}`)

const wrong = (name: string, remedy: string) => badRequestError(`The query value ${name} ${remedy}`)

const known = (fields: object): string => Object.keys(fields).join(', ') || 'none'

const EXPECTED: Readonly<Record<string, string>> = {
  boolean: 'must be true or false',
  int: 'must be a whole number',
  number: 'must be a number',
}

/** The requirement that a value of the wrong form or out of bounds does not meet. */
const demandOf = (issue: z.core.$ZodIssue | undefined): string | undefined => {
  switch (issue?.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? `must be at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    case 'too_small':
      return `must be at least ${issue.minimum}`
    case 'invalid_type':
      return EXPECTED[issue.expected] ?? `must have the type ${issue.expected}`
    default:
      return undefined
  }
}

const remedyOf = (issue: z.core.$ZodIssue | undefined): string | undefined =>
  issue?.code === 'invalid_value'
    ? `must be one of ${issue.values.join(', ')}`
    : issue?.code === 'custom'
      ? issue.message
      : undefined

/** Reads the query string by the shape that an endpoint declares. Throws 400 for an unknown parameter or value. */
export const parseQueryString = (shape: z.ZodObject | undefined, query: Given): Record<string, unknown> => {
  const fields = shape?.shape ?? {}
  const said: Record<string, unknown> = {}
  for (const name of Object.keys(query)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    // Some addresses are called by other services, which may send more parameters than the endpoint uses.
    if (!field && shape?.def.catchall instanceof z.ZodUnknown) continue
    if (!field) throw unknown(name, `is not a parameter of this address, which has: ${known(fields)}`)
    const values = valuesOf(query, name)
    if (!values.every(isWellFormed)) throw unknown(name, 'contains a character that is not allowed in text')
    if (values.length > 0) said[name] = meant(field, name, values)
  }
  const parsed = shape?.safeParse(said)
  if (!parsed || parsed.success) return parsed?.data ?? {}
  const [issue] = parsed.error.issues
  const name = String(issue?.path[0] ?? '')
  const demand = demandOf(issue)
  throw demand === undefined ? unknown(name, remedyOf(issue)) : wrong(name, demand)
}
