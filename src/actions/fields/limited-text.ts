import { textLengthError, trimmedText } from '#contract/people/rules'
import { longText } from '../kit/fields.ts'

/** Several lines of text with at most this number of characters. */
export const limitedText = (label: string, characters: number) => ({
  ...longText(label),
  rule: trimmedText.max(characters, textLengthError(characters)),
})
