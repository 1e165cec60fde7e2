import { expect, it } from 'vitest'
import { DEFAULT_BRAND, findAccentError } from './brand.ts'
import { contrastRatio } from '../values/colours.ts'

it('contrast is calculated as WCAG does', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  // Published examples: #767676 on white is the lightest grey that may be read, #777777 is not.
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

it('the design’s colours have enough contrast', () => {
  expect(findAccentError(DEFAULT_BRAND.accentLight, 'light')).toBeUndefined()
  expect(findAccentError(DEFAULT_BRAND.accentDark, 'dark')).toBeUndefined()
})

it('an accent with too little contrast is refused with its contrast and what to do', () => {
  expect(findAccentError('#ffcc00', 'light')).toMatch(
    /^Choose a darker colour: .* is 1\.\d\d to 1, and must be at least 4\.5 to 1/,
  )
  expect(findAccentError('#102a60', 'dark')).toMatch(/^Choose a lighter colour: /)
  // The one of the other look is no help.
  expect(findAccentError(DEFAULT_BRAND.accentLight, 'dark')).toBeDefined()
})
