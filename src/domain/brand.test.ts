import { expect, it } from 'vitest'
import { BRAND, faultOfAccent } from './brand.ts'
import { contrast } from './colours.ts'

it('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  // Published examples: #767676 on white is the lightest grey that may be read, #777777 is not.
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

it('the colours of the design can be read', () => {
  expect(faultOfAccent(BRAND.accentLight, 'light')).toBeUndefined()
  expect(faultOfAccent(BRAND.accentDark, 'dark')).toBeUndefined()
})

it('an accent that cannot be read is refused with its contrast and what to do', () => {
  expect(faultOfAccent('#ffcc00', 'light')).toMatch(
    /is 1\.\d\d to 1, and has to be at least 4\.5 to 1: choose a darker/,
  )
  expect(faultOfAccent('#102a60', 'dark')).toMatch(/choose a lighter colour$/)
  // The one of the other look is no help.
  expect(faultOfAccent(BRAND.accentLight, 'dark')).toBeDefined()
})
