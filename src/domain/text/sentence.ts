import { englishNumberFormat } from '@credit-market/values/formats'

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const thousands = englishNumberFormat()

/** A count within a sentence: "no", "two", "ten", "11", "1,204". */
export const countInWords = (count: number): string => WORDS[count] ?? thousands.format(count)
