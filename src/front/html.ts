/** A piece of HTML: what stands in it has been escaped. */
export interface Html {
  readonly markup: string
}

/** What may be put in a piece of HTML. */
export type Part = Html | string | number | false | null | undefined | readonly Part[]

/** Text as it stands in HTML, in an element or in quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

const markupOf = (part: Part): string => {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

/**
 * HTML as a tagged template. Texts that are put in are escaped, other pieces of HTML and lists of them are not; nothing
 * stands where there is null, undefined or false.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: strings.reduce((all, string, at) => `${all}${markupOf(parts[at - 1])}${string}`),
})

/** Markup of our own that needs no escaping, such as a drawing. */
export const trusted = (markup: string): Html => ({ markup })
