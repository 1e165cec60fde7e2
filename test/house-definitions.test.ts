import { expect, it } from 'vitest'
import { lean, leanContract } from '../tools/lean-definitions.ts'

it('a schema becomes the stand-in for the library, with everything that describes it', () => {
  expect(leanContract("const line = z.object({ id, n: z.int().meta({ description: 'Number' }) })")).toBe(
    'const line = z',
  )
  expect(leanContract('const query = { ...z.object(filters).shape, by: [z.string()] }')).toBe(
    'const query = { ...z, by: [z] }',
  )
  expect(leanContract('const choice = values => z.enum(values)')).toBe('const choice = values => z')
})

it('an endpoint keeps its route only', () => {
  expect(
    leanContract("const read = endpoint('GET /api/home', { id: 'readHome', answers: { 200: home } })"),
  ).toBe("const read = endpoint('GET /api/home', {})")
})

it('other values, and calls that would need the library, stay', () => {
  const code =
    "const KINDS = ['a', 'b']; const read = text => line.safeParse(text); const one = z.parse(text)"
  expect(leanContract(code)).toBe(code)
})

it('calls that make a constant may be left out with it, calls within functions are not marked', () => {
  expect(lean('export const known = new Map(list.map(one => [key(one), one])); run()')).toBe(
    'export const known = /*#__PURE__*/ new Map(/*#__PURE__*/ list.map(one => [key(one), one])); run()',
  )
})
