const SEPARATOR = ','

/** What somebody has typed so far as a number, its thousands separated; anything else stays as it is. */
export const separated = (typed: string): string => {
  const plain = typed.replaceAll(SEPARATOR, '')
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d*)?$/.exec(plain) ?? []
  if (whole === '') return typed
  return `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, SEPARATOR)}${rest}`
}

/** Where the caret stands in a text, so that as many signs that are no separators stand before it. */
export const caretAfter = (text: string, signs: number): number => {
  let at = 0
  for (let passed = 0; at < text.length && passed < signs; at += 1) if (text[at] !== SEPARATOR) passed += 1
  return at
}

/** How many signs that are no separators stand before the caret. */
export const signsBefore = (text: string, caret: number): number =>
  text.slice(0, caret).replaceAll(SEPARATOR, '').length
