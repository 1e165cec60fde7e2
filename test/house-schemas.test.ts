import { isDeepStrictEqual } from 'node:util'
import { build, type Plugin } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allActions } from '#actions/index'
import type { AnyField, Fields } from '#actions/kit/fields'
import * as rules from '#contract/people/rules'
import { projectRoot } from '#server/process/places'
import { withoutSchemas } from '../tools/without-schemas.ts'

type Judged = Pick<AnyField['rule'], 'safeParse' | 'parse'>

/** All rules of forms, each by its location. */
const rulesIn = (
  actions: typeof allActions,
  { digitsRule, newPasswordRule, registeredNumberRule, usernameRule, passwordRule }: typeof rules,
): ReadonlyMap<string, Judged> => {
  const found = new Map<string, Judged>([
    ['digits', digitsRule(6)],
    ['new password', newPasswordRule(false)],
    ['company', registeredNumberRule('companyNumber')],
    ['user name', usernameRule],
    ['password', passwordRule],
  ])
  const add = (place: string, fields: Fields): void => {
    for (const [name, field] of Object.entries(fields)) {
      found.set(`${place}.${name}`, field.rule)
      add(`${place}.${name}`, { ...field.perRow?.fields, ...field.columns })
    }
  }
  for (const { on, name, fields } of actions) add(`${on}.${name}`, fields)
  return found
}

const RICH = {
  json: '{"root":{"type":"root","children":[{"type":"paragraph","children":[{"type":"text","text":"a"}]}]}}',
}
const TYPED: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    ' ',
    '  a b ',
    '!?',
    '0',
    'Nitrogen',
    'All demand',
    'x'.repeat(201),
    'x'.repeat(501),
  ],
  ...['x'.repeat(1001), 'x'.repeat(10_001), 'short', 'market-garden-2026', '123456', '12 34 56', '12345678'],
  ...[
    'a@b.co',
    'a@b',
    '.a@b.co',
    'a..b@c.uk',
    ' a@b.co',
    '+447700900123',
    '+44',
    ' +447700900123 ',
    '01234567',
  ],
  ...['SC123456', '2026-11-22', '2026-02-30', '2026-11-22T10:00', 'true', 'allDemand', 'PARTICIPANT'],
  ...[0, -0, 1, -1, 0.1, 1.005, 1.00005, 0.12345, 30, 31, 99.99, 100, 1e9, 1e9 + 1, 2 ** 53, 1e300],
  ...[Number.NaN, Number.POSITIVE_INFINITY, true, false, {}, [], ['a'], [''], ['a', 1], ['Nitrogen'], [null]],
  ...[{ id: 'a' }, { id: 'a', name: 'b', more: 1 }, { id: '', name: 'b' }, { id: 1, name: 2 }],
  ...[
    [{ id: 'a', answer: true }],
    [{ id: 'a', answer: 1, more: 2 }],
    [{ id: 'a' }],
    { json: '' },
    { json: 'x' },
  ],
  ...[RICH, { ...RICH, more: 1 }, { json: 1 }, { json: 'x'.repeat(200_001) }],
]

/** The library’s default messages, for values that no control of a form produces. */
const OWN_WORDS = /^Invalid input/

/** The result of a rule for a value: the parsed value, or the message. */
const readingOf = (rule: Judged, value: unknown) => {
  const read = rule.safeParse(value)
  if (read.success) return { data: read.data }
  const message = read.error.issues[0]?.message ?? ''
  return { message: OWN_WORDS.test(message) ? '' : message }
}

interface Bundled {
  allActions: typeof allActions
  rules: typeof rules
}

const ENTRY = '\0entry'
const entry: Plugin = {
  name: 'entry',
  resolveId: id => (id === ENTRY ? ENTRY : null),
  load: id =>
    id === ENTRY
      ? `export { allActions } from '#actions/index'
         export * as rules from '#contract/people/rules'`
      : null,
}

/** Actions and rules as bundled for the browser. */
const bundled = async (): Promise<Bundled> => {
  const { output } = await build({
    cwd: projectRoot,
    input: ENTRY,
    write: false,
    platform: 'node',
    // Only the server loads these, so they are external here.
    external: [/domain\/place\/osgb/],
    plugins: [entry, withoutSchemas],
  })
  const url = `data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`
  return (await import(/* @vite-ignore */ url)) as Bundled
}

describe('form rules in the browser', () => {
  it('give the same result as with the schema library for any input', async () => {
    const small = await bundled()
    const [real, inBrowser] = [rulesIn(allActions, rules), rulesIn(small.allActions, small.rules)]
    expect([...inBrowser.keys()]).toEqual([...real.keys()])
    expect(real.size).toBeGreaterThan(200)
    const readings = [...real].flatMap(([place, rule]) => {
      const own = inBrowser.get(place)
      expect(own, place).not.toBeInstanceOf(z.ZodType)
      return TYPED.map(value => ({
        place,
        value,
        expected: readingOf(rule, value),
        seen: own && readingOf(own, value),
      }))
    })
    expect(readings.filter(({ expected, seen }) => !isDeepStrictEqual(expected, seen))).toEqual([])
    expect(readings.filter(({ expected }) => 'data' in expected).length).toBeGreaterThan(real.size)
  })
})
