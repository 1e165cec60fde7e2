import { type Brand, LOOKS } from '#domain/brand'
import { escapeHtml } from '#front/html'

/** What a letter says, before it is laid out. */
export interface Content {
  /** Market and round, where it is about something in one: the subject line begins with them. */
  where?: string
  /** What it is about, in a few words: the rest of the subject line, and the heading. */
  subject: string
  /** Each a sentence or a few. */
  paragraphs: readonly string[]
  /** A code to type, set apart. */
  code?: string
  /** Where to go on: words, and the path in the market. */
  link?: readonly [string, string]
  /** What is to be kept with the letter, line by line as it stands, and why. */
  enclosed?: { why: readonly string[]; text: string }
}

/** By whom a letter is written, where that is, and how whoever reads it ends letters of its kind. */
export interface Sender {
  publicUrl: string
  brand: Brand
  /** The path that ends letters of this kind; none where they are sent to everybody whom they concern. */
  unsubscribe?: string | undefined
}

/** A letter as it is sent: in plain text, and laid out. */
export interface WrittenLetter {
  subject: string
  text: string
  html: string
  /** The address at which a reader, or the program it is read in, ends letters of its kind, if it can. */
  unsubscribe?: string | undefined
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

const begun = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The subject line of a letter: where it is about something in a round, market and round first. */
export const subjectOf = ({ where, subject }: Content): string =>
  plain(where ? `${where}: ${subject}` : begun(subject))

const STOP = 'Stop letters like this'

const textOf = (
  { paragraphs, code, link, enclosed }: Content,
  { publicUrl, brand }: Sender,
  unsubscribe: string | undefined,
): string =>
  [
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(link ? [`${link[0]}:\n${publicUrl}${link[1]}`] : []),
    ...(enclosed ? [...enclosed.why, enclosed.text.trimEnd()] : []),
    `-- \n${brand.name}\n${publicUrl}${unsubscribe === undefined ? '' : `\n${STOP}: ${unsubscribe}`}`,
  ].join('\n\n')

/** The colours of the product's pages, in both looks. */
const COLOURS = {
  light: {
    ground: LOOKS.light.grounds[0],
    sheet: LOOKS.light.surface,
    ink: '#211f1b',
    quiet: '#605a50',
    rule: '#e3ded3',
  },
  dark: {
    ground: LOOKS.dark.grounds[0],
    sheet: LOOKS.dark.surface,
    ink: '#efebe3',
    quiet: '#b5aea2',
    rule: '#35312c',
  },
} as const

/** What programs that know the dark look take up; the others keep to what each element says of itself. */
const darkSheet = ({ accentDark }: Brand): string => {
  const { ground, sheet, ink, quiet, rule } = COLOURS.dark
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.l-ground{background:${ground}!important;color:${ink}!important}
.l-sheet{background:${sheet}!important;border-top-color:${accentDark}!important}
.l-quiet{color:${quiet}!important}
.l-code{color:${ink}!important;border-color:${rule}!important}
.l-button{background:${accentDark}!important;color:${LOOKS.dark.on}!important}
}`
}

const htmlOf = (
  { where, subject, paragraphs, code, link, enclosed }: Content,
  { publicUrl, brand }: Sender,
  { subject: whole, unsubscribe }: Pick<WrittenLetter, 'subject' | 'unsubscribe'>,
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
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(begun(plain(subject)))}</h1>
${paragraphs.map(one => `<p style="margin:0 0 16px">${escapeHtml(one)}</p>`).join('\n')}
${code ? `<p class="l-code" style="margin:8px 0 20px;padding:12px 0;border:1px solid ${rule};font:700 28px/1.2 Consolas,Menlo,monospace;letter-spacing:3px;text-align:center">${escapeHtml(code)}</p>` : ''}
${link ? `<p style="margin:8px 0"><a class="l-button" href="${escapeHtml(`${publicUrl}${link[1]}`)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${accentLight};color:${LOOKS.light.on};font-weight:600;text-decoration:none">${escapeHtml(link[0])}</a></p>` : ''}
${enclosed ? `${enclosed.why.map(one => `<p class="l-quiet" style="margin:16px 0 0;color:${quiet};font-size:15px">${escapeHtml(one)}</p>`).join('\n')}<pre class="l-code" style="margin:12px 0 0;padding:12px;border:1px solid ${rule};font:13px/1.4 Consolas,Menlo,monospace;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(enclosed.text.trimEnd())}</pre>` : ''}
</div>
<p class="l-quiet" style="margin:0;padding:16px 20px;color:${quiet};font-size:14px">${escapeHtml(name)}${unsubscribe === undefined ? '' : `<br><a class="l-quiet" href="${escapeHtml(unsubscribe)}" style="color:${quiet};line-height:2">${STOP}</a>`}</p>
</div></body></html>
`
}

/** Lays out what a letter says, as text and as HTML that reads well on a phone, in a light and a dark look, without pictures. */
export const layOut = (content: Content, sender: Sender): WrittenLetter => {
  const subject = subjectOf(content)
  const unsubscribe = sender.unsubscribe && `${sender.publicUrl}${sender.unsubscribe}`
  return {
    subject,
    unsubscribe,
    text: textOf(content, sender, unsubscribe),
    html: htmlOf(content, sender, { subject, unsubscribe }),
  }
}
