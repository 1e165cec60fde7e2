import { describe, expect, it } from 'vitest'
import { findIllFormed, isWellFormed } from './well-formed.ts'

describe('a well-formed text', () => {
  it('contains no lone surrogate and no NUL', () => {
    for (const text of ['', 'Sedge 💧', '\u{10ffff}', '\ufffd'])
      expect([text, isWellFormed(text)]).toEqual([text, true])
    for (const text of ['\ud83d', 'a\udca7b', '\udca7\ud83d', 'a\0']) expect(isWellFormed(text)).toBe(false)
  })

  it('is required at every depth of a value', () => {
    expect(findIllFormed({ values: { a: ['x', { b: 'y' }] }, version: 1 })).toBeUndefined()
    expect(findIllFormed({ values: { good: 'x', bad: [{ deep: '\ud83d' }] } })).toEqual(['values', 'bad'])
    expect(findIllFormed({ values: { bad: { '\0': 1 } } })).toEqual(['values', 'bad'])
    expect(findIllFormed('\0')).toEqual([])
    const deep = Array.from({ length: 50_000 }).reduce<unknown>(inner => [inner], '\0')
    expect(findIllFormed({ values: { deep } })).toEqual(['values', 'deep'])
  })
})
