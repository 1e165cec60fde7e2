import { type Brand, ACCENT_THEME_COLOURS } from '#domain/people/brand'
import { capitalise } from '#domain/text/sentence'
import { escapeHtml } from '#front/html'

/** Content of an email, before it is laid out. */
export interface EmailContent {
  /** Market and round, if it concerns them: the subject line begins with these. */
  where?: string
  /** Topic in a few words: the rest of the subject line, and the heading. */
  subject: string
  /** Each of one or a few sentences. */
  paragraphs: readonly string[]
  /** A code to type, set apart. */
  code?: string
  /** Link to continue: its text, and the path in the market. */
  link?: readonly [string, string]
  /** Text to keep with the email, line by line, and why. */
  enclosed?: { why: readonly string[]; text: string }
}

/** Sender of an email, address of the market, and the way for readers to end emails of this kind. */
export interface EmailSender {
  publicUrl: string
  brand: Brand
  /** Path that ends emails of this kind; undefined for emails that everyone concerned must get. */
  unsubscribe?: string | undefined
}

/** An email as it is sent: in plain text, and laid out as HTML. */
export interface ComposedEmail {
  subject: string
  text: string
  html: string
  /** Address at which a reader or an email program ends emails of this kind, if they can be ended. */
  unsubscribe?: string | undefined
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Returns the subject line of an email: market and round first, if it concerns a round. */
export const composeSubjectLine = ({ where, subject }: EmailContent): string =>
  plain(where ? `${where}: ${subject}` : capitalise(subject))

const STOP = 'Stop emails like this'

const textOf = (
  { paragraphs, code, link, enclosed }: EmailContent,
  { publicUrl, brand }: EmailSender,
  unsubscribe: string | undefined,
): string =>
  [
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(link ? [`${link[0]}:\n${publicUrl}${link[1]}`] : []),
    ...(enclosed ? [...enclosed.why, enclosed.text.trimEnd()] : []),
    `-- \n${brand.name}\n${publicUrl}${unsubscribe === undefined ? '' : `\n${STOP}: ${unsubscribe}`}`,
  ].join('\n\n')

/** Colours of the product's pages, in both themes. */
const COLOURS = {
  light: {
    ground: ACCENT_THEME_COLOURS.light.grounds[0],
    sheet: ACCENT_THEME_COLOURS.light.surface,
    ink: '#211f1b',
    quiet: '#605a50',
    rule: '#e3ded3',
  },
  dark: {
    ground: ACCENT_THEME_COLOURS.dark.grounds[0],
    sheet: ACCENT_THEME_COLOURS.dark.surface,
    ink: '#efebe3',
    quiet: '#b5aea2',
    rule: '#35312c',
  },
} as const

/** Styles for email programs that support a dark theme; the others use the inline styles of each element. */
const darkSheet = ({ accentDark }: Brand): string => {
  const { ground, sheet, ink, quiet, rule } = COLOURS.dark
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.l-ground{background:${ground}!important;color:${ink}!important}
.l-sheet{background:${sheet}!important;border-top-color:${accentDark}!important}
.l-quiet{color:${quiet}!important}
.l-code{color:${ink}!important;border-color:${rule}!important}
.l-button{background:${accentDark}!important;color:${ACCENT_THEME_COLOURS.dark.on}!important}
}`
}

const htmlOf = (
  { where, subject, paragraphs, code, link, enclosed }: EmailContent,
  { publicUrl, brand }: EmailSender,
  { subject: whole, unsubscribe }: Pick<ComposedEmail, 'subject' | 'unsubscribe'>,
): string => {
  const { ground, sheet, ink, quiet, rule } = COLOURS.light
  const { accentLight, name } = brand
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(whole)}</title>
<style>${darkSheet(brand)}</style></head>
<body class="l-ground" style="margin:0;padding:0;background:${ground};color:${ink};font:17px/1.5 'Source Sans 3',-apple-system,'Segoe UI',Roboto,Arial,sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:break-word">
<div style="max-width:600px;margin:0 auto;padding:12px">
<div class="l-sheet" style="background:${sheet};padding:24px 20px;border-top:4px solid ${accentLight}">
${where ? `<p class="l-quiet" style="margin:0 0 4px;color:${quiet};font-size:15px">${escapeHtml(where)}</p>` : ''}
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(capitalise(plain(subject)))}</h1>
${paragraphs.map(one => `<p style="margin:0 0 16px">${escapeHtml(one)}</p>`).join('\n')}
${code ? `<p class="l-code" style="margin:8px 0 20px;padding:12px 0;border:1px solid ${rule};font:700 28px/1.2 Consolas,Menlo,monospace;letter-spacing:3px;text-align:center">${escapeHtml(code)}</p>` : ''}
${link ? `<p style="margin:8px 0"><a class="l-button" href="${escapeHtml(`${publicUrl}${link[1]}`)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${accentLight};color:${ACCENT_THEME_COLOURS.light.on};font-weight:600;text-decoration:none">${escapeHtml(link[0])}</a></p>` : ''}
${enclosed ? `${enclosed.why.map(one => `<p class="l-quiet" style="margin:16px 0 0;color:${quiet};font-size:15px">${escapeHtml(one)}</p>`).join('\n')}<pre class="l-code" style="margin:12px 0 0;padding:12px;border:1px solid ${rule};font:13px/1.4 Consolas,Menlo,monospace;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(enclosed.text.trimEnd())}</pre>` : ''}
</div>
<p class="l-quiet" style="margin:0;padding:16px 20px;color:${quiet};font-size:14px">${escapeHtml(name)}${unsubscribe === undefined ? '' : `<br><a class="l-quiet" href="${escapeHtml(unsubscribe)}" style="color:${quiet};line-height:2">${STOP}</a>`}</p>
</div></body></html>
`
}

/**
 * Lays out the content of an email, as text and as HTML that reads well on a phone, in a light and a dark theme,
 * without pictures.
 */
export const layOutEmail = (content: EmailContent, sender: EmailSender): ComposedEmail => {
  const subject = composeSubjectLine(content)
  const unsubscribe = sender.unsubscribe && `${sender.publicUrl}${sender.unsubscribe}`
  return {
    subject,
    unsubscribe,
    text: textOf(content, sender, unsubscribe),
    html: htmlOf(content, sender, { subject, unsubscribe }),
  }
}
