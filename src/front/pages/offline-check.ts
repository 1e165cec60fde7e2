import type { MarketKeys } from '#proof/market-keys'
import { html, trustedHtml } from '../html.ts'
import { pasteForm, verdictPlaceholder } from '../verdict.ts'

/** Built script and style sheet of the page. */
interface Built {
  script: string
  sheet: string
}

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; form-action 'none'"

/** Script element; its content cannot end the element. */
const program = (text: string) =>
  trustedHtml(`<script>${text.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--')}</script>`)

/** JSON data that a script finds in the page by an id. */
const data = (id: string, value: object) =>
  trustedHtml(
    `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`,
  )

/**
 * Single file that checks receipts, proofs of certificates, emails and checkpoints of a market by the public
 * keys in it, on any computer and without any request.
 */
export const offlineCheckDocument = (market: string, keys: MarketKeys, { script, sheet }: Built): string =>
  html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Check receipts and certificates from ${market}</title>
        <style>
          ${trustedHtml(sheet.replaceAll('</', ''))}
        </style>
      </head>
      <body>
        <main class="offline">
          <h1>Check receipts and certificates from ${market}</h1>
          <p class="lead">
            Check a receipt, the proof or the status of a certificate, a settlement email or a checkpoint of
            the log. This page sends nothing and needs no network. It keeps working even if the market closes.
          </p>
          <label class="drop" data-drop>
            Choose the file, or drop it here
            <input class="input" type="file" accept=".json,.txt,.eml,application/json,text/plain" />
          </label>
          ${pasteForm()} ${verdictPlaceholder()}
          <section class="part">
            <h2>Keys used for the check</h2>
            <p class="measure">
              These are the public keys of the log and its witnesses, as ${keys.address} published them when
              you saved this page. Compare them with keys that the market operator or a witness gave you in
              another way. You can replace them with keys that you trust more. Enter one key on each line.
            </p>
            <label class="paste">
              Keys of the log and its witnesses
              <textarea class="input" rows="4" data-keys spellcheck="false" autocomplete="off"></textarea>
            </label>
          </section>
          <noscript>This page needs JavaScript.</noscript>
        </main>
        ${data('keys', keys)} ${program(script)}
      </body>
    </html> `.markup
