import type { Brand } from '#domain/brand'
import type { CertificateState } from '#domain/certificate'
import type { CertificatePaper, PaperPart } from '#domain/certificate-paper'
import { type Html, html, trusted } from '../html.ts'
import { type FrontPage, markOf } from '../layout.ts'

/** The square code of an address, as a path in a square of this size. */
export interface CodeDrawing {
  size: number
  path: string
  alt: string
}

/** Where in the public log a certificate is named, counted from one, and how long the log was under the head that covers it; null until one does. */
export interface Logged {
  place: number | null
  size: number | null
}

/** What is said of where the log names a certificate; nothing of one from before the log named them. */
export const loggedSaid = (logged: Logged | undefined): string =>
  logged === undefined
    ? 'It was made before the public log named certificates: the receipt of its holder proves its entry'
    : logged.place === null || logged.size === null
      ? 'Its entry is made; a signed checkpoint covers it within a minute or two'
      : `Entry ${logged.place.toLocaleString('en-GB')} of ${logged.size.toLocaleString('en-GB')} names it, under a signed checkpoint`

/** A certificate to read, as it is signed, under the mark of the market, with its state today above it. */
export const certificatePage = (
  paper: CertificatePaper,
  {
    state,
    code,
    brand,
    logged,
  }: { state: CertificateState; code: CodeDrawing; brand: Brand; logged?: Logged | undefined },
): FrontPage => {
  const { number, title } = paper
  const isProved = logged?.size != null
  return {
    title: `${title} ${number}`,
    description: `${title} ${number}, signed, and its state today`,
    isPrivate: true,
    body: html`<div class="certificate-state ${isProved ? STATE_CLASS[state] : 'is-warn'}">
        <p>
          ${isProved || state !== 'Current' ? STATE_WORDS[state] : NOT_PROVED}
          <a href="/verify/${number}">State and history</a><br />
          ${loggedSaid(logged)}.
        </p>
        <ul class="certificate-files">
          <li><a href="/certificates/${number}.pdf" download>PDF</a></li>
          <li><a href="/certificates/${number}.json" download>JSON</a></li>
          <li><a href="/certificates/${number}.sig" download>Signature</a></li>
          ${
            logged &&
            html`<li>
              <a href="/certificates/${number}.proof.json" download>Proof</a>
            </li>`
          }
        </ul>
      </div>
      <article class="paper">
        <div class="paper-mark">${markOf(brand)}</div>
        <h1>${title}</h1>
        ${paper.parts.map(partOf)} ${codeOf(code)}
      </article>`,
  }
}

/** How a state is shown. */
export const STATE_CLASS: Record<CertificateState, string> = {
  Current: 'is-good',
  Superseded: 'is-warn',
  Revoked: 'is-bad',
}

const NOT_PROVED = 'This certificate is current, but not proved.'

const STATE_WORDS: Record<CertificateState, string> = {
  Current: 'This certificate holds today.',
  Superseded: 'This certificate no longer holds: another has taken its place.',
  Revoked: 'This certificate no longer holds: it was revoked.',
}

const partOf = (part: PaperPart): Html => {
  if ('heading' in part) return html`<h2>${part.heading}</h2>`
  if ('paragraph' in part) return html`<p class="measure">${part.paragraph}</p>`
  if ('pairs' in part)
    return html`<dl class="facts">
      ${part.pairs.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>`
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="${part.caption}">
    <table class="table">
      <caption>
        ${part.caption}
      </caption>
      <thead>
        <tr>
          ${part.head.map(name => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${part.rows.map(
          ([name, ...values]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${values.map(value => html`<td>${value}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const codeOf = ({ size, path, alt }: CodeDrawing): Html =>
  html`<svg class="square-code" role="img" aria-label="${alt}" viewBox="-4 -4 ${size + 8} ${size + 8}">
    <rect class="square-code-ground" x="-4" y="-4" width="${size + 8}" height="${size + 8}" />
    ${trusted(`<path d="${path}"/>`)}
  </svg>`
