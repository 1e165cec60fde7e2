const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PLACE = new Map(DIGITS.split('').map((digit, at) => [digit, at]))
/** Five bits of a number are in each digit; the sixth says that more follow. */
const BASE = 32

/**
 * Writes whole numbers, signed and up to 2^52, as digits of base 64 with a bit for "more follows" in each, the lowest
 * five bits first; a negative number n is written as -2n - 1, another as 2n (the variable-length quantities of source maps).
 */
export const createNumberWriter = () => {
  const digits: string[] = []
  return {
    write: (number: number): void => {
      let rest = number < 0 ? -2 * number - 1 : 2 * number
      do {
        const low = rest % BASE
        rest = (rest - low) / BASE
        digits.push(DIGITS[low + (rest > 0 ? BASE : 0)]!)
      } while (rest > 0)
    },
    text: (): string => digits.join(''),
  }
}

/** Reads numbers that `createNumberWriter` wrote, one after the other. Throws at the end of the text. */
export const createNumberReader = (text: string) => {
  let at = 0
  return {
    read: (): number => {
      let [number, place] = [0, 1]
      for (;;) {
        const digit = PLACE.get(text[at] ?? '')
        if (digit === undefined) throw new Error(`The text of numbers has no digit at place ${at}`)
        at += 1
        number += (digit % BASE) * place
        if (digit < BASE) return number % 2 === 0 ? number / 2 : -(number + 1) / 2
        place *= BASE
      }
    },
    isAtEnd: (): boolean => at === text.length,
  }
}
