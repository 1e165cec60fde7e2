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

/** A certificate to read, as it is signed, under the mark of the market, with its state today above it. */
export const certificatePage = (
  paper: CertificatePaper,
  { state, code, brand }: { state: CertificateState; code: CodeDrawing; brand: Brand },
): FrontPage => {
  const { number, title } = paper
  return {
    title: `${title} ${number}`,
    description: `${title} ${number}, signed, and its state today`,
    isPrivate: true,
    body: html`<div class="certificate-state ${STATE_CLASS[state]}">
        <p>${STATE_WORDS[state]} <a href="/verify/${number}">State and history</a></p>
        <ul class="certificate-files">
          <li><a href="/certificates/${number}.pdf" download>PDF</a></li>
          <li><a href="/certificates/${number}.json" download>JSON</a></li>
          <li><a href="/certificates/${number}.sig" download>Signature</a></li>
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
