import { ASSURANCE_TONES } from '#contract/credit/assurance'
import { certificateAssurance, type Assurance, type UnsoundUnits } from '#domain/case/unit-failure'
import { CERTIFICATE_TITLES, type Certificate } from '#domain/credit/certificate'
import type { CertificatePaper } from '#domain/credit/certificate-paper'
import { showDay } from '@credit-market/values/dates'
import type { StatusTone } from '#contract/kit/noun'
import { toneClass } from '#look/status'
import { type Html, html, type HtmlPart } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { htmlTable } from '../table.ts'
import { pasteForm, verdictPlaceholder } from '../verdict.ts'
import { CERTIFICATE_STATE_TONES } from './certificate.ts'
import { unsoundUnitsSection } from './unsound-units.ts'
import {
  CERTIFICATE_HEADINGS,
  changedFileText,
  currentCertificateText,
  DO_NOT_RELY_ON_CERTIFICATE,
  endedCertificateText,
  FILE_ERRORS,
  genuineFileText,
  type LogEntryPosition,
  logEntryText,
  notProvedCertificateText,
  unsoundCertificateText,
  UNKNOWN_CERTIFICATES,
} from './messages.ts'

/** Certificate that was found, with all of its kind for the same subject, oldest first. */
export interface VerifiedCertificate {
  certificate: Certificate
  paper: CertificatePaper
  history: readonly Certificate[]
  /** The signature is valid for the data that the market stores. */
  isSigned: boolean
  /** The key that signed it had been retired before the log named the certificate. */
  isAfterEnd: boolean
  /** Units that it certifies and that are not sound now. */
  unsound: readonly UnsoundUnits[]
  /** Entry of the public log that names it; undefined for certificates from before the log named them. */
  logged: LogEntryPosition | undefined
}

/** Verdict on a file. */
export type FileVerdict = 'genuine' | 'changed' | 'unknown'

const DESCRIPTION =
  'Check whether a certificate, a receipt or a settlement email is genuine, and what it proves. You do not need an account.'

/** Form to verify a certificate; `typed` is input that was no valid number, `trouble` an error of a file. */
export const verifyPage = ({
  typed,
  trouble,
}: { typed?: string; trouble?: 'large' | 'none' } = {}): PublicPage => ({
  title: 'Verify a certificate or a receipt',
  description: DESCRIPTION,
  scripts: ['verify-file'],
  body: html`<h1>Verify a certificate or a receipt</h1>
    <p class="lead measure">
      Check what a certificate certifies and whether it is valid today. You can also check what a receipt, a
      settlement email or a checkpoint of the <a href="/log/">public log</a> proves. You do not need an
      account.
    </p>
    ${byNumber(typed)} ${byFile(trouble)} ${verdictPlaceholder()}
    <section class="part">
      <h2>Check without this site</h2>
      <p class="measure">
        <a href="/verify/offline.html" download>Save the page for offline checks</a>. It is one file with the
        public keys of this market. It checks receipts, proofs of certificates, settlement emails and
        checkpoints without a network and without us.
      </p>
      <p class="measure">
        You can also download a certificate and its signature, and check them on your own computer with the
        <a href="/.well-known/certificate-key.pem">public key</a> of this market:
      </p>
      <pre
        class="commands"
        tabindex="0"
      ><code>openssl pkeyutl -verify -pubin -inkey certificate-key.pem -rawin -in certificate.json -sigfile certificate.sig</code></pre>
      <p class="measure">
        The command answers <q>Signature Verified Successfully</q>, or that the file is not what was signed.
        Only this page shows whether a certificate has been superseded or revoked since.
      </p>
    </section>
    <section class="part">
      <h2>Check a match</h2>
      <p class="measure">
        To check the result of a market round, use its audit file on the page
        <a href="/verify/match/">Check a match</a>.
      </p>
    </section>`,
})

const byNumber = (typed?: string): Html =>
  html`<section class="part">
    <h2>Check by number</h2>
    ${
      typed !== undefined &&
      html`<p class="form-error tone-bad" id="number-error" role="alert">
        <strong>${typed}</strong> is not a certificate number. Enter the number as it is printed: 20 letters
        and digits, such as 2K7QF-9XWRT-4MHDA-81BCV. It never contains 0, I, L, O or U.
      </p>`
    }
    <form class="filters" action="/verify" method="get">
      <label>
        Certificate number
        <input
          class="input certificate-number"
          name="number"
          value="${typed ?? ''}"
          required
          maxlength="60"
          autocomplete="off"
          spellcheck="false"
          ${typed !== undefined && html`aria-invalid="true" aria-describedby="number-error"`}
        />
      </label>
      <button class="button button-primary" type="submit">Verify</button>
    </form>
  </section>`

const byFile = (trouble?: 'large' | 'none'): Html =>
  html`<section class="part">
    <h2>Check a file or a text</h2>
    ${trouble && html`<p class="form-error tone-bad" id="file-error" role="alert">${FILE_ERRORS[trouble]}</p>`}
    <form class="filters" action="/verify/file" method="post" enctype="multipart/form-data" data-verify-file>
      <label class="drop" data-drop>
        Choose a certificate (PDF or JSON), a receipt, an email or a checkpoint, or drop the file here
        <input
          class="input"
          type="file"
          name="file"
          accept=".pdf,.json,.txt,.eml,application/pdf,application/json,text/plain"
          required
          ${trouble && html`aria-invalid="true" aria-describedby="file-error"`}
        />
      </label>
      <button class="button button-primary" type="submit">Verify the file</button>
    </form>
    <p class="form-note measure" role="status" data-verify-told>
      We compare a certificate with the one that the market issued, and find even one changed byte. Everything
      else is checked in your browser and not sent. We do not keep your file.
    </p>
    ${pasteForm({ isHidden: true })}
  </section>`

/**
 * Verification result of a certificate: what it certifies, its current state and its history; for a file,
 * whether it is unchanged.
 */
export const verifiedPage = (found: VerifiedCertificate, file?: FileVerdict): PublicPage => {
  const { certificate, paper } = found
  const { number } = certificate
  const heading = file === 'changed' ? CERTIFICATE_HEADINGS.changed : headingOf(found)
  return {
    title: heading,
    description: DESCRIPTION,
    isPrivate: true,
    body: html`<h1>${heading}</h1>
      ${file && fileSays(file, number)}
      <p class="certificate-state ${toneClass(toneOf(found))}">
        ${file === 'changed' && html`<strong>About the genuine certificate:</strong> `}${sentenceOf(found)}
      </p>
      ${unsoundUnitsSection(found.unsound)}
      <section class="part">
        <h2>What the certificate certifies</h2>
        <dl class="facts">
          <dt>Certificate</dt>
          <dd>${paper.title} ${number}</dd>
          <dt>Issued</dt>
          <dd>${showDay(certificate.madeAt)} by ${paper.issuer}</dd>
          <dt>Holder</dt>
          <dd>${paper.holder}</dd>
          <dt>Used for</dt>
          <dd>${paper.subject.name}</dd>
          <dt>Credits</dt>
          <dd>
            <ul class="plain-list">
              ${paper.credits.map(
                ({ serial, type, units, project, status }) =>
                  html`<li>
                    <span class="num">${serial}</span>: ${units} ${type} from ${project} (${status})
                  </li>`,
              )}
            </ul>
          </dd>
          <dt>Public log</dt>
          <dd>${logEntryText(found.logged)}</dd>
          <dt>Signature</dt>
          <dd>${found.isSigned ? 'Valid' : 'Not valid'} (key ${certificate.keyFingerprint.slice(0, 16)}…)</dd>
        </dl>
        <p class="certificate-acts">
          <a class="button button-primary" href="/certificates/${number}">Read the certificate</a>
          <a href="/verify">Check another</a>
        </p>
      </section>
      ${historyOf(found)}`,
  }
}

/**
 * Returns true if a signed checkpoint shows that the log names the certificate. Without that it is at most
 * "not proved", even if it is signed.
 */
const isProved = ({ logged }: VerifiedCertificate): boolean => logged?.size != null

const assuranceOf = ({ certificate, unsound }: VerifiedCertificate): Assurance =>
  certificateAssurance(certificate.state, unsound)

const toneOf = (found: VerifiedCertificate): StatusTone => {
  if (!found.isSigned || found.isAfterEnd) return 'bad'
  const assurance = assuranceOf(found)
  if (assurance !== 'sound') return ASSURANCE_TONES[assurance]
  return isProved(found) ? CERTIFICATE_STATE_TONES[found.certificate.state] : 'warn'
}

const headingOf = (found: VerifiedCertificate): string => {
  const { state } = found.certificate
  if (!found.isSigned) return CERTIFICATE_HEADINGS.badSignature
  if (found.isAfterEnd) return CERTIFICATE_HEADINGS.keyExpired
  const assurance = assuranceOf(found)
  if (assurance !== 'sound') return CERTIFICATE_HEADINGS[assurance]
  if (state === 'Current' && !isProved(found)) return CERTIFICATE_HEADINGS.notProved
  return CERTIFICATE_HEADINGS[state]
}

const sentenceOf = (found: VerifiedCertificate): HtmlPart => {
  const { certificate, history, isSigned, isAfterEnd } = found
  const { state, number } = certificate
  if (!isSigned || isAfterEnd) return DO_NOT_RELY_ON_CERTIFICATE
  if (assuranceOf(found) !== 'sound') return unsoundCertificateText(number, found.unsound)
  if (state === 'Current')
    return isProved(found) ? currentCertificateText(number) : notProvedCertificateText(number, found.logged)
  return endedCertificateText(
    certificate,
    history.find(({ supersedesId }) => supersedesId === certificate.id),
  )
}

const fileSays = (file: FileVerdict, number: string): Html =>
  file === 'genuine'
    ? html`<p class="certificate-state tone-good">${genuineFileText(number)}</p>`
    : html`<p class="certificate-state tone-bad" role="alert">${changedFileText(number)}</p>`

const historyOf = ({ certificate, history }: VerifiedCertificate): Html =>
  html`<section class="part">
    <h2>History</h2>
    ${htmlTable<Certificate>(
      'History of the certificate',
      [
        {
          title: 'Certificate',
          cell: ({ id, kind, number }) =>
            id === certificate.id
              ? html`${CERTIFICATE_TITLES[kind]}, this certificate ${numberLine(number)}`
              : html`<a href="/verify/${number}">${CERTIFICATE_TITLES[kind]} ${numberLine(number)}</a>`,
        },
        { title: 'Issued', cell: ({ madeAt }) => showDay(madeAt) },
        { title: 'State', cell: ({ state }) => state },
        {
          title: 'Why it ended',
          cell: ({ endedAt, endedReason }) =>
            endedAt === null ? '' : `${showDay(endedAt)}: ${endedReason ?? ''}`,
        },
      ],
      history,
      { caption: 'All certificates of this kind for the same subject, oldest first' },
    )}
  </section>`

const numberLine = (number: string): Html => html`<span class="number-line">${number}</span>`

/** Message if the market has issued no such certificate. */
export const unknownCertificatePage = (what: 'number' | 'file'): PublicPage => ({
  title: UNKNOWN_CERTIFICATES[what].heading,
  description: DESCRIPTION,
  isPrivate: true,
  body: html`<h1>${UNKNOWN_CERTIFICATES[what].heading}</h1>
    <p class="certificate-state tone-bad" role="alert">${UNKNOWN_CERTIFICATES[what].text}</p>
    <p class="certificate-acts">
      <a class="button button-primary" href="/verify">Try another number or file</a>
    </p>`,
})
