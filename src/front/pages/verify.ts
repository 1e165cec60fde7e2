import { CERTIFICATE_TITLES, type Certificate } from '#domain/certificate'
import type { CertificatePaper } from '#domain/certificate-paper'
import { showDay } from '#domain/dates'
import { type Html, html } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { pasteForm, verdictPlace } from '../verdict.ts'
import { type Logged, loggedSaid, STATE_CLASS } from './certificate.ts'

/** A certificate that was found, and all of its kind for the same subject, oldest first. */
export interface Found {
  certificate: Certificate
  paper: CertificatePaper
  history: readonly Certificate[]
  /** Does its signature hold for what the market has? */
  isSigned: boolean
  /** Had the key that signed it ended before the log named it? */
  isAfterEnd: boolean
  /** Where the public log names it; undefined of one from before it did. */
  logged: Logged | undefined
}

/** What is answered of a file. */
export type FileVerdict = 'genuine' | 'changed' | 'unknown'

const DESCRIPTION =
  'Whether a certificate, a receipt or a settlement letter of the nature market is genuine, and what it proves. No account is needed.'

/** Where anybody asks about a certificate; `typed` is what was no number, `trouble` what is wrong with a file. */
export const verifyPage = ({
  typed,
  trouble,
}: { typed?: string; trouble?: 'large' | 'none' } = {}): FrontPage => ({
  title: 'Verify a certificate or a receipt',
  description: DESCRIPTION,
  scripts: ['verify-file'],
  body: html`<h1>Verify a certificate or a receipt</h1>
    <p class="lead measure">
      See what a certificate certifies and whether it holds today, and what a receipt, a settlement letter or
      a checkpoint of the <a href="/log/">public log</a> proves. Nobody needs an account.
    </p>
    ${byNumber(typed)} ${byFile(trouble)} ${verdictPlace()}
    <section class="part">
      <h2>Without this site</h2>
      <p class="measure">
        <a href="/verify/offline.html" download>Save the page that checks offline</a>: one file with the
        public keys of this market in it, which checks receipts, proofs of certificates, letters and
        checkpoints without a network and without us.
      </p>
      <p class="measure">
        Every certificate can be downloaded with its signature and checked on your own computer with the
        <a href="/.well-known/certificate-key.pem">public key</a> of this market:
      </p>
      <pre
        class="commands"
        tabindex="0"
      ><code>openssl pkeyutl -verify -pubin -inkey certificate-key.pem -rawin -in certificate.json -sigfile certificate.sig</code></pre>
      <p class="measure">
        It answers <q>Signature Verified Successfully</q>, or that the file is not what was signed. Only this
        page tells whether a certificate has been superseded or revoked since.
      </p>
    </section>
    <section class="part">
      <h2>Something else to check</h2>
      <p class="measure">
        The result of a market round is checked by its audit file, on the page
        <a href="/verify/match/">Check a match</a>.
      </p>
    </section>`,
})

const byNumber = (typed?: string): Html =>
  html`<section class="part">
    <h2>By its number</h2>
    ${
      typed !== undefined &&
      html`<p class="form-error" id="number-error" role="alert">
        <strong>${typed}</strong> is not the number of a certificate. Type it as it is printed: 20 letters and
        figures, such as 2K7QF-9XWRT-4MHDA-81BCV. It has no 0, I, L, O or U.
      </p>`
    }
    <form class="filters" action="/verify" method="get">
      <label>
        Number of the certificate
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
      <button class="button" type="submit">Verify</button>
    </form>
  </section>`

const TROUBLE = {
  large:
    'The file is larger than 2 MB: certificates are smaller. Choose the PDF or JSON as it was downloaded.',
  none: 'No file was chosen. Choose a certificate, a receipt, a letter or a checkpoint first.',
}

const byFile = (trouble?: 'large' | 'none'): Html =>
  html`<section class="part">
    <h2>By its file or text</h2>
    ${trouble && html`<p class="form-error" id="file-error" role="alert">${TROUBLE[trouble]}</p>`}
    <form class="filters" action="/verify/file" method="post" enctype="multipart/form-data" data-verify-file>
      <label class="drop" data-drop>
        A certificate (PDF or JSON), a receipt, a letter or a checkpoint: choose the file, or drop it here
        <input
          class="input"
          type="file"
          name="file"
          accept=".pdf,.json,.txt,.eml,application/pdf,application/json,text/plain"
          required
          ${trouble && html`aria-invalid="true" aria-describedby="file-error"`}
        />
      </label>
      <button class="button" type="submit">Verify the file</button>
    </form>
    <p class="form-note measure" role="status" data-verify-told>
      A certificate is compared with what the market has handed out; all else is checked in your browser, and
      not sent. Nothing is kept. One changed byte is found.
    </p>
    ${pasteForm({ isHidden: true })}
  </section>`

/** What is known of a certificate: what it certifies, its state today and its history; of a file, whether it is as handed out. */
export const verifiedPage = (found: Found, file?: FileVerdict): FrontPage => {
  const { certificate, paper } = found
  const { number } = certificate
  const heading = file === 'changed' ? 'This file has been changed' : headingOf(found)
  return {
    title: heading,
    description: DESCRIPTION,
    isPrivate: true,
    body: html`<h1>${heading}</h1>
      ${file && fileSays(file, number)}
      <p class="certificate-state ${classOf(found)}">
        ${file === 'changed' && html`<strong>Of the certificate ${number} itself:</strong> `}${sentenceOf(found)}
      </p>
      <section class="part">
        <h2>What it certifies</h2>
        <dl class="facts">
          <dt>Certificate</dt>
          <dd>${paper.title} ${number}</dd>
          <dt>Made on</dt>
          <dd>${showDay(certificate.madeAt)} by ${paper.issuer}</dd>
          <dt>Holder</dt>
          <dd>${paper.holder}</dd>
          <dt>For</dt>
          <dd>${paper.subject.name}</dd>
          <dt>Credits</dt>
          <dd>
            <ul class="plain-list">
              ${paper.credits.map(
                ({ serial, type, units, project, status }) =>
                  html`<li>
                    <span class="serial">${serial}</span>: ${units} ${type.toLowerCase()} from ${project},
                    ${status.toLowerCase()}
                  </li>`,
              )}
            </ul>
          </dd>
          <dt>In the public log</dt>
          <dd>${loggedSaid(found.logged)}</dd>
          <dt>Signature</dt>
          <dd>
            ${found.isSigned ? 'Holds' : 'Does not hold'}, key ${certificate.keyFingerprint.slice(0, 16)}…
          </dd>
        </dl>
        <p class="certificate-acts">
          <a class="button" href="/certificates/${number}">Read the certificate</a>
          <a href="/verify">Verify another</a>
        </p>
      </section>
      ${historyOf(found)}`,
  }
}

/** Is it signed while no signed checkpoint shows that the log names it? Then it is never better than not proved. */
const isProved = ({ logged }: Found): boolean => logged?.size != null

const classOf = (found: Found): string => {
  if (!found.isSigned || found.isAfterEnd) return 'is-bad'
  return isProved(found) ? STATE_CLASS[found.certificate.state] : 'is-warn'
}

const headingOf = (found: Found): string => {
  const { state } = found.certificate
  if (!found.isSigned) return 'The signature of this certificate does not hold'
  if (found.isAfterEnd) return 'The key that signed this certificate had ended'
  if (state === 'Current' && !isProved(found)) return 'This certificate is not proved'
  if (state === 'Current') return 'This certificate holds'
  return state === 'Superseded' ? 'This certificate was superseded' : 'This certificate was revoked'
}

const sentenceOf = (found: Found): Html => {
  const { certificate, history, isSigned, isAfterEnd } = found
  const { state, endedAt, endedReason, number } = certificate
  if (!isSigned || isAfterEnd) return html`Do not rely on it: ask the market operator.`
  if (state === 'Current' && !isProved(found))
    return html`${number} is signed and current, but no signed checkpoint shows that the public log names it.
    ${loggedSaid(found.logged)}.`
  if (state === 'Current') return html`${number} is current: what it states holds today.`
  const next = history.find(({ supersedesId }) => supersedesId === certificate.id)
  return html`${number} no longer holds since ${showDay(endedAt ?? '')}: ${endedReason}.
  ${next && html`In its place is <a href="/verify/${next.number}">${CERTIFICATE_TITLES[next.kind]} ${next.number}</a>.`}`
}

const fileSays = (file: FileVerdict, number: string): Html =>
  file === 'genuine'
    ? html`<p class="certificate-state is-good">
        The file is, byte for byte, what the market handed out as ${number}.
      </p>`
    : html`<p class="certificate-state is-bad" role="alert">
        The file says that it is certificate ${number}, but it is not as the market handed it out: at least
        one byte is different. Do not rely on it; download the certificate below instead.
      </p>`

const historyOf = ({ certificate, history }: Found): Html =>
  html`<section class="part">
    <h2>Its history</h2>
    <div class="table-scroll" tabindex="0" role="region" aria-label="History of the certificate">
      <table class="table">
        <caption>
          All certificates of this kind for the same subject, oldest first
        </caption>
        <thead>
          <tr>
            <th scope="col">Certificate</th>
            <th scope="col">Made on</th>
            <th scope="col">State</th>
            <th scope="col">What ended it</th>
          </tr>
        </thead>
        <tbody>
          ${history.map(
            one =>
              html`<tr>
                <th scope="row">
                  ${
                    one.id === certificate.id
                      ? html`${CERTIFICATE_TITLES[one.kind]}, this one ${numberLine(one.number)}`
                      : html`<a href="/verify/${one.number}"
                          >${CERTIFICATE_TITLES[one.kind]} ${numberLine(one.number)}</a
                        >`
                  }
                </th>
                <td>${showDay(one.madeAt)}</td>
                <td>${one.state}</td>
                <td>${one.endedAt === null ? '' : `${showDay(one.endedAt)}: ${one.endedReason ?? ''}`}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`

const numberLine = (number: string): Html => html`<span class="number-line">${number}</span>`

/** What is said where the market has handed out no such thing. */
export const unknownPage = (what: 'number' | 'file'): FrontPage => ({
  title: 'Not known here',
  description: DESCRIPTION,
  isPrivate: true,
  body: html`<h1>${what === 'number' ? 'No such certificate' : 'This file is not known here'}</h1>
    <p class="certificate-state is-bad" role="alert">
      ${
        what === 'number'
          ? 'This market has made no certificate of this number. Compare it with the print, sign by sign.'
          : 'This market has handed out no such file, and it holds no number of a certificate of this market. Do not rely on it. Type the number that is printed on it instead.'
      }
    </p>
    <p class="certificate-acts"><a class="button" href="/verify">Verify by number or file</a></p>`,
})
