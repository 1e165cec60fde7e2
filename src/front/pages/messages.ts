import type { UnsoundUnits } from '#domain/case/unit-failure'
import { CERTIFICATE_TITLES, type Certificate, type CertificateState } from '#domain/credit/certificate'
import { showDay } from '@credit-market/values/dates'
import { showWholeNumber } from '@credit-market/values/formats'
import type { BidderType } from '#domain/round/round'
import { type Html, html } from '../html.ts'

/** Text about who can take part in a round, by its bidder type. */
export const PARTICIPANTS_TEXTS: Record<BidderType, string> = {
  Buyers: 'Landholders (as suppliers) and buyers',
  Investors: 'Landholders (as suppliers) and investors',
  BuyersAndInvestors: 'Landholders (as suppliers), buyers and investors',
}

/** Meaning of each state of a certificate. */
export const CERTIFICATE_STATE_TEXTS: Record<CertificateState, string> = {
  Current: 'This certificate is valid today.',
  Superseded: 'This certificate is no longer valid: a newer one replaces it.',
  Revoked: 'This certificate is no longer valid: it was revoked.',
}

/** One line above a certificate that names its development or project, the application, and the units. */
export const certificateSubjectText = (name: string, reference: string | undefined, units: string): string =>
  [`For ${name}`, reference && `application ${reference}`, units].filter(Boolean).join(', ')

export const CERTIFICATE_NOT_PROVED = 'This certificate is current, but the public log does not prove it yet.'

/** Headings of the result of checking a certificate: one for each fault, and one for each state of a certificate without faults. */
export const CERTIFICATE_HEADINGS = {
  changed: 'This file has been changed',
  badSignature: 'The signature of this certificate is not valid',
  keyExpired: 'The key that signed this certificate had expired',
  notProved: 'This certificate is not proved',
  failed: 'This certificate is not valid: units have failed',
  inDoubt: 'This certificate is in doubt',
  replaced: 'This certificate is not valid: units were replaced',
  Current: 'This certificate is valid',
  Superseded: 'This certificate was superseded',
  Revoked: 'This certificate was revoked',
}

/**
 * Position of the entry in the public log that names a certificate, counted from one, and the size of the log
 * at the checkpoint that covers it; null until a checkpoint does.
 */
export interface LogEntryPosition {
  place: number | null
  size: number | null
}

/** Sentence about a certificate's entry in the log; undefined means that it is from before the log named certificates. */
export const logEntryText = (logged: LogEntryPosition | undefined): string => {
  if (logged === undefined)
    return 'This certificate was issued before the public log named certificates. The holder has a receipt that proves the entry about it.'
  const { place, size } = logged
  return place === null || size === null
    ? 'The public log has an entry for this certificate. A signed checkpoint will cover the entry within a minute or two.'
    : `Entry ${showWholeNumber(place)} of ${showWholeNumber(size)} in the public log names this certificate, and a signed checkpoint covers that entry.`
}

export const DO_NOT_RELY_ON_CERTIFICATE = 'Do not rely on this certificate. Contact the market operator.'

export const currentCertificateText = (number: string): string =>
  `${number} is current: what it states is valid today.`

const firstDay = (unsound: readonly UnsoundUnits[]): string =>
  unsound.map(({ since }) => since).toSorted()[0] ?? ''

/** Sentence about a certificate whose units are not sound: since when, and why. */
export const unsoundCertificateText = (number: string, unsound: readonly UnsoundUnits[]): string => {
  const failed = unsound.filter(({ assurance }) => assurance === 'failed')
  const replaced = unsound.filter(({ assurance }) => assurance === 'replaced')
  if (failed.length > 0)
    return `${number} has not been valid since ${showDay(firstDay(failed))}: units that it certifies rest on a failed project. Do not rely on them.`
  return unsound.length === replaced.length
    ? `${number} has not been valid since ${showDay(firstDay(replaced))}: units that it certifies rest on a failed project. They were replaced by ${replaced.map(({ replacedBy }) => replacedBy).join(', ')}; the current certificate names those.`
    : `${number} has been in doubt since ${showDay(firstDay(unsound))}: a failure of a project that it rests on is being looked into or put right. Do not rely on it until then.`
}

/** Follows the serial of failed units that no others replace. */
export const NOTHING_INSTEAD = ', with nothing in their place'

export const UNSOUND_UNITS_HEADING = 'Units that you cannot rely on'

export const notProvedCertificateText = (number: string, logged: LogEntryPosition | undefined): string =>
  `${number} is signed and current, but no signed checkpoint shows that the public log names it. ${logEntryText(logged)}`

/** Sentences about a certificate that was superseded or revoked; `next` replaces it. */
export const endedCertificateText = (
  { number, endedAt, endedReason }: Certificate,
  next: Certificate | undefined,
): Html =>
  html`${number} has not been valid since ${showDay(endedAt ?? '')}: ${endedReason}.
  ${next && html`It was replaced by <a href="/verify/${next.number}">${CERTIFICATE_TITLES[next.kind]} ${next.number}</a>.`}`

export const genuineFileText = (number: string): string =>
  `This file is exactly the one that the market issued as ${number}.`

export const changedFileText = (number: string): string =>
  `This file says that it is certificate ${number}, but it is not the file that the market issued: at least one byte is different. Do not rely on it. Download the certificate below instead.`

/** Answers to a number or a file of no certificate of this market. */
export const UNKNOWN_CERTIFICATES = {
  number: {
    heading: 'Certificate not found',
    text: 'This market has not issued a certificate with this number. Compare every character with the printed certificate.',
  },
  file: {
    heading: 'This file is not from this market',
    text: 'This market has not issued this file, and the file does not contain the number of one of its certificates. Do not rely on it. Enter the number that is printed on the certificate instead.',
  },
}

/** Errors of the form that checks a file. */
export const FILE_ERRORS = {
  large: 'The file must be smaller than 2 MB. Choose the PDF or JSON file as you downloaded it.',
  none: 'Choose a certificate, a receipt, an email or a checkpoint.',
}

/** Heading of the map of a certificate. */
export const LAND_HEADING = 'Where the land is'

/** Note below the map of a certificate; `across` is the width of the inset with the boundary, if there is one. */
export const landNote = (across: string | undefined): string =>
  `${across === undefined ? '' : `The small map in the corner shows the boundary; it is about ${across} across. `}The map shows the land as the public register does today. It is not part of the signed certificate.`

/** Says how many results a search of the register has. */
export const registerHitsText = (count: number, sought: string): string =>
  count === 0
    ? `Nothing in the register matches “${sought}”. Check the spelling, or search for part of the name. An application that is not found holds no units from settled rounds under that reference.`
    : `${count === 1 ? '1 result' : `${count} results`} for “${sought}”: a serial, name, reference or place matches.`
