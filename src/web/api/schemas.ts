import { regexes } from 'zod/v4/core'

/*
 * Replaces the schema library in the browser wherever a form validates what is typed: it has the part of the library that
 * the rules of forms use, so that a page need not wait for the rest (`tools/without-schemas.ts`).
 * `test/house-schemas.test.ts` checks that both give the same results.
 */

type Message = string | { error: string | ((issue: { input: unknown }) => string | undefined) }

/** Parsed value, or the first error only, because a form shows no more. */
type Read = { success: true; data: unknown } | { success: false; error: { issues: { message?: string }[] } }

const messageOf = (message: Message | undefined, input: unknown): string | undefined => {
  const error = typeof message === 'object' ? message.error : message
  return typeof error === 'function' ? error({ input }) : error
}

const wrong = (message: Message | undefined, input: unknown): Read => ({
  success: false,
  error: { issues: [{ message: messageOf(message, input) }] },
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sizeOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' || Array.isArray(value) ? value.length : NaN

/** Rule for a value; every chained method returns a new rule. */
class Rule {
  readonly safeParse: (value: unknown) => Read

  constructor(read: (value: unknown) => Read) {
    this.safeParse = read
  }

  /** Parses a value that has already been validated; throws if it is invalid. */
  parse(value: unknown): unknown {
    const read = this.safeParse(value)
    if (!read.success) throw new Error(read.error.issues[0]?.message ?? 'Not valid')
    return read.data
  }

  #then(next: (value: unknown) => Read): Rule {
    return new Rule(value => {
      const read = this.safeParse(value)
      return read.success ? next(read.data) : read
    })
  }

  refine(holds: (value: never) => boolean, message?: Message): Rule {
    return this.#then(value =>
      holds(value as never) ? { success: true, data: value } : wrong(message, value),
    )
  }

  min(least: number, message?: Message): Rule {
    return this.refine(value => sizeOf(value) >= least, message)
  }

  max(most: number, message?: Message): Rule {
    return this.refine(value => sizeOf(value) <= most, message)
  }

  gt(bound: number, message?: Message): Rule {
    return this.refine(value => value > bound, message)
  }

  int(message?: Message): Rule {
    return this.refine(Number.isSafeInteger, message)
  }

  regex(expression: RegExp, message?: Message): Rule {
    return this.refine(value => expression.test(value), message)
  }

  trim(): Rule {
    return this.#then(value => ({ success: true, data: String(value).trim() }))
  }

  meta(): this {
    return this
  }
}

const ruleOf = (holds: (value: unknown) => boolean, message?: Message): Rule =>
  new Rule(value => (holds(value) ? { success: true, data: value } : wrong(message, value)))

/** Parses parts in order: the first invalid one decides; if all are valid, their results are combined. */
const allOf = (
  reads: Iterable<readonly [string, Read]>,
  whole: (parts: [string, unknown][]) => unknown,
): Read => {
  const parts: [string, unknown][] = []
  for (const [name, read] of reads) {
    if (!read.success) return read
    parts.push([name, read.data])
  }
  return { success: true, data: whole(parts) }
}

const isString = (value: unknown): boolean => typeof value === 'string'

export const z = {
  any: () => ruleOf(() => true),
  boolean: (message?: Message) => ruleOf(value => typeof value === 'boolean', message),
  custom: (holds: (value: unknown) => boolean) => ruleOf(holds),
  email: (message?: Message) =>
    ruleOf(value => isString(value) && regexes.email.test(String(value)), message),
  enum: (among: readonly unknown[], message?: Message) => ruleOf(value => among.includes(value), message),
  literal: (only: unknown, message?: Message) => ruleOf(value => value === only, message),
  number: (message?: Message) => ruleOf(Number.isFinite, message),
  string: (message?: Message) => ruleOf(isString, message),
  array: (one: Rule, message?: Message) =>
    new Rule(value =>
      Array.isArray(value)
        ? allOf(
            value.map((part: unknown, at) => [String(at), one.safeParse(part)] as const),
            parts => parts.map(([, part]) => part),
          )
        : wrong(message, value),
    ),
  object: (shape: Readonly<Record<string, Rule>>, message?: Message) =>
    new Rule(value =>
      isObject(value)
        ? allOf(
            Object.entries(shape).map(([name, rule]) => [name, rule.safeParse(value[name])] as const),
            parts => Object.fromEntries(parts),
          )
        : wrong(message, value),
    ),
}
