import { describe, expect, it } from 'vitest'
import { illFormedIn, isWellFormed } from './well-formed.ts'

describe('a well-formed text', () => {
  it('a well-formed text has no half of a surrogate pair and no NUL', () => {
    for (const text of ['', 'Sedge 💧', '\u{10ffff}', '\ufffd'])
      expect([text, isWellFormed(text)]).toEqual([text, true])
    for (const text of ['\ud83d', 'a\udca7b', '\udca7\ud83d', 'a\0']) expect(isWellFormed(text)).toBe(false)
  })

  it('an ill-formed text is found wherever it stands in a value', () => {
    expect(illFormedIn({ values: { a: ['x', { b: 'y' }] }, version: 1 })).toBeUndefined()
    expect(illFormedIn({ values: { good: 'x', bad: [{ deep: '\ud83d' }] } })).toEqual(['values', 'bad'])
    expect(illFormedIn({ values: { bad: { '\0': 1 } } })).toEqual(['values', 'bad'])
    expect(illFormedIn('\0')).toEqual([])
    const deep = Array.from({ length: 50_000 }).reduce<unknown>(inner => [inner], '\0')
    expect(illFormedIn({ values: { deep } })).toEqual(['values', 'deep'])
  })
})
