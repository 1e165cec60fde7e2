/** Piece of HTML; texts in it are already escaped. */
export interface Html {
  readonly markup: string
}

/** Value that can be inserted into a piece of HTML. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[]

/** Escapes text for HTML, in an element or in quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

const markupOf = (part: HtmlPart): string => {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

/**
 * Tagged template for HTML. Inserted texts are escaped, other pieces of HTML and lists of them are not; null,
 * undefined and false insert nothing.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => ({
  markup: strings.reduce((all, string, at) => `${all}${markupOf(parts[at - 1])}${string}`),
})

/** Marks our own markup, such as a drawing, as safe. It is not escaped. */
export const trustedHtml = (markup: string): Html => ({ markup })
