import { z } from 'zod'

/** Months for which an operation or a field works after it was announced as deprecated; a new major version may remove it then. */
const DEPRECATION_MONTHS = 12

/** Announces the end of an operation or a field. Declared once; headers, description and reference page follow from it. */
export interface Deprecation {
  /** Date of the announcement, as yyyy-MM-dd. */
  since: string
  /** The replacement for programs, as a sentence. */
  instead: string
}

/** The first day on which a deprecated operation or field may be removed, as yyyy-MM-dd. */
export const sunsetOf = ({ since }: Pick<Deprecation, 'since'>): string => {
  const end = new Date(`${since}T00:00:00Z`)
  end.setUTCMonth(end.getUTCMonth() + DEPRECATION_MONTHS)
  return end.toISOString().slice(0, 10)
}

const SINCE = 'x-deprecated-since'
const INSTEAD = 'x-deprecated-instead'

/** Members of an OpenAPI operation, parameter or schema that say that it is deprecated; none without an announcement. */
export const deprecationMembers = (deprecation: Deprecation | undefined): Record<string, unknown> =>
  deprecation
    ? {
        deprecated: true,
        [SINCE]: deprecation.since,
        'x-sunset': sunsetOf(deprecation),
        [INSTEAD]: deprecation.instead,
      }
    : {}

/** Counted, so that as long as no field is deprecated no schema is searched when a server starts. */
let deprecatedFields = 0

/** Announces the end of a field of a query, a body or an answer: `name: deprecatedField(z.string(), { since, instead })`. */
export const deprecatedField = <S extends z.ZodType>(schema: S, deprecation: Deprecation): S => {
  deprecatedFields += 1
  return schema.meta({ ...schema.meta(), ...deprecationMembers(deprecation) })
}

/** Announcements in a description, each with the keys that lead to it. */
export const deprecationsIn = (
  value: unknown,
  path: readonly string[] = [],
): { path: readonly string[]; deprecation: Deprecation }[] => {
  if (typeof value !== 'object' || value === null) return []
  const { [SINCE]: since, [INSTEAD]: instead } = value as Readonly<Record<string, unknown>>
  const own =
    typeof since === 'string' && typeof instead === 'string'
      ? [{ path, deprecation: { since, instead } }]
      : []
  return [...own, ...Object.entries(value).flatMap(([key, part]) => deprecationsIn(part, [...path, key]))]
}

/** Announcements in schemas. They are searched only if a field is deprecated at all. */
export const deprecationsInSchemas = (schemas: readonly z.ZodType[]): Deprecation[] =>
  deprecatedFields === 0
    ? []
    : schemas.flatMap(schema =>
        deprecationsIn(z.toJSONSchema(schema, { unrepresentable: 'any' })).map(one => one.deprecation),
      )

/** The promise of stability to programs, as sentences for the reference page and the documents. */
export const STABILITY_PROMISE: readonly string[] = [
  'The interface has the version of the product, which follows semantic versioning: within a major version (the first number) no change breaks a program that follows these rules.',
  'These stay within a major version: every operation with its method and address, every parameter and field with its meaning and type, which fields you must send, the choices that you may send, the codes of errors, and the types of webhook messages.',
  'These may change at any time: new operations, new optional parameters and fields, new fields and new values in answers and messages, the order of fields, the order of lists without a stated sort, the sentences for people, the actions that a subject offers, the questions of its form, and limits. Ignore fields and values that you do not know, read forms before you answer them, and send no parameter that the description does not have.',
  `An operation or a field that will end is announced at least ${DEPRECATION_MONTHS} months before a new major version removes it. From then on the description marks it as deprecated, and the answers of its operation carry the headers Deprecation (RFC 9745) with the day of the announcement, Sunset (RFC 8594) with the first day on which it may be gone, and Link to the notice, which says what to use instead.`,
]
