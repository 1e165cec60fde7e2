import { CASE_RULES_PAGE } from '#contract/public/public-pages'
import { ASSURANCE_TONES } from '#contract/credit/assurance'
import { certificateAssurance, type UnsoundUnits } from '#domain/case/unit-failure'
import type { Brand } from '#domain/people/brand'
import type { CertificateState } from '#domain/credit/certificate'
import {
  type CertificatePaper,
  type CertificatePaperPart,
  PLANNING_REFERENCE_LABEL,
} from '#domain/credit/certificate-paper'
import { groupBy } from '#domain/values/grouped'
import { showUnits, toUnits } from '@credit-market/values/units'
import type { StatusTone } from '#contract/kit/noun'
import { toneClass } from '#look/status'
import { type Html, html, trustedHtml } from '../html.ts'
import { type PublicPage, brandMark } from '../layout.ts'
import { type MapPicture, mapPicture } from '../register/map-picture.ts'
import { factsList, htmlTable } from '../table.ts'
import { unsoundUnitsSection } from './unsound-units.ts'
import {
  CERTIFICATE_NOT_PROVED,
  CERTIFICATE_STATE_TEXTS,
  certificateSubjectText,
  LAND_HEADING,
  landNote,
  type LogEntryPosition,
  logEntryText,
  unsoundCertificateText,
} from './messages.ts'

/** QR code of an address, as a path in a square of this size. */
export interface QrCodeDrawing {
  size: number
  path: string
  alt: string
}

/** Certificate as a page, with its signed content, the mark of the market, and its current state above. */
export const certificatePage = (
  paper: CertificatePaper,
  {
    state,
    code,
    brand,
    logged,
    unsound = [],
    ended,
    land = null,
  }: {
    state: CertificateState
    code: QrCodeDrawing
    brand: Brand
    logged?: LogEntryPosition | undefined
    unsound?: readonly UnsoundUnits[]
    /** Sentences about a certificate that has ended: since when, why, and what replaced it. */
    ended?: Html | undefined
    /** Map of the land that supplies the units; null if no place is published. */
    land?: MapPicture | null
  },
): PublicPage => {
  const { number, title } = paper
  // The map comes before the last part, which says how to check the certificate.
  const howToCheck = paper.parts.findLastIndex(part => 'heading' in part)
  const isProved = logged?.size != null
  const assurance = certificateAssurance(state, unsound)
  const isSound = assurance === 'sound'
  const tone = !isSound ? ASSURANCE_TONES[assurance] : isProved ? CERTIFICATE_STATE_TONES[state] : 'warn'
  return {
    title: `${title} ${number}`,
    description: `${title} ${number}: its signed content and its state today`,
    isPrivate: true,
    body: html`<div class="certificate-state ${toneClass(tone)}">
        <p>
          ${!isSound ? unsoundCertificateText(number, unsound) : (ended ?? (isProved || state !== 'Current' ? CERTIFICATE_STATE_TEXTS[state] : CERTIFICATE_NOT_PROVED))}
          <a href="/verify/${number}">See its history</a>
          ${!isSound && html`· <a href="${CASE_RULES_PAGE}#planning-officer">What this means</a>`}<br />
          <strong>${subjectOf(paper)}</strong><br />
          ${logEntryText(logged)}
        </p>
        <ul class="certificate-files">
          <li><a href="/certificates/${number}.pdf" download>PDF</a></li>
          <li><a href="/certificates/${number}.json" download>JSON</a></li>
          <li><a href="/certificates/${number}.sig" download>Signature</a></li>
          <li><a href="/certificates/${number}.status.json" download>Signed status</a></li>
          ${
            logged &&
            html`<li>
              <a href="/certificates/${number}.proof.json" download>Proof</a>
            </li>`
          }
        </ul>
      </div>
      ${!isSound && unsoundUnitsSection(unsound)}
      <article class="card paper">
        <div class="paper-mark">${brandMark(brand)}</div>
        <h1>${title}</h1>
        ${paper.parts.slice(0, howToCheck).map(partOf)} ${land && landPart(land)}
        ${paper.parts.slice(howToCheck).map(partOf)} ${codeOf(code)}
      </article>`,
  }
}

/** The subject of a certificate, with its application and the units of its first period. */
const subjectOf = ({ subject, credits, parts }: CertificatePaper): string => {
  const pairs = parts.flatMap(part => ('pairs' in part ? part.pairs : []))
  const [, reference] = pairs.find(([name]) => name === PLANNING_REFERENCE_LABEL) ?? []
  const first = credits.map(({ start }) => start).toSorted()[0]
  const units = groupBy(
    credits.filter(({ start }) => start === first),
    ({ type }) => type,
  ).map(([type, its]) => {
    const sum = its.reduce((before, one) => before + toUnits(one.units), 0)
    return `${showUnits(sum)} ${type.toLowerCase()}`
  })
  return certificateSubjectText(subject.name, reference, units.join(', '))
}

/** Tone of each state. */
export const CERTIFICATE_STATE_TONES: Record<CertificateState, StatusTone> = {
  Current: 'good',
  Superseded: 'warn',
  Revoked: 'bad',
}

const landPart = (land: MapPicture): Html =>
  html`<section class="paper-land">
    <h2>${LAND_HEADING}</h2>
    ${mapPicture(LAND_HEADING, land, landNote(land.inset?.across))}
  </section>`

const partOf = (part: CertificatePaperPart): Html => {
  if ('heading' in part) return html`<h2>${part.heading}</h2>`
  if ('paragraph' in part) return html`<p class="measure">${part.paragraph}</p>`
  if ('pairs' in part) return factsList(part.pairs)
  return htmlTable(
    part.caption,
    part.head.map((title, at) => ({ title, cell: (row: readonly string[]) => row[at] })),
    part.rows,
    { caption: part.caption },
  )
}

const codeOf = ({ size, path, alt }: QrCodeDrawing): Html =>
  html`<svg class="square-code" role="img" aria-label="${alt}" viewBox="-4 -4 ${size + 8} ${size + 8}">
    <rect class="square-code-ground" x="-4" y="-4" width="${size + 8}" height="${size + 8}" />
    ${trustedHtml(`<path d="${path}"/>`)}
  </svg>`
