import { describe, expect, it } from 'vitest'
import { caretPosition, addThousandsSeparators, countCharactersBeforeCaret } from './number-field.tsx'

describe('a number while it is typed', () => {
  it('has thousands separators, even when unfinished', () => {
    expect(
      ['', '6', '638', '6380', '638000', '6380000.5', '1234.', '-65000'].map(addThousandsSeparators),
    ).toEqual(['', '6', '638', '6,380', '638,000', '6,380,000.5', '1,234.', '-65,000'])
    expect(addThousandsSeparators('65,00.5')).toBe('6,500.5')
  })

  it('stays as it is while it is not a number', () => {
    expect(['a lot', '£5', '1.2.3', '.5', '12e5'].map(addThousandsSeparators)).toEqual([
      'a lot',
      '£5',
      '1.2.3',
      '.5',
      '12e5',
    ])
  })

  it('keeps the caret behind the digit that was typed', () => {
    // 6|38000, and a 9 typed: 69|38000 becomes 6,9|38,000.
    const typed = '6938,000'
    expect(caretPosition(addThousandsSeparators(typed), countCharactersBeforeCaret(typed, 2))).toBe(
      '6,9'.length,
    )
    expect(caretPosition('638,000', 6)).toBe(7)
    expect(caretPosition('638,000', 0)).toBe(0)
  })
})
