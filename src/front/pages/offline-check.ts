import type { MarketKeys } from '#proof/checked-note'
import { html, trusted } from '../html.ts'
import { pasteForm, verdictPlace } from '../verdict.ts'

/** What the page is made of besides: its program and its sheet, as they were built. */
interface Built {
  script: string
  sheet: string
}

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; form-action 'none'"

/** A program in an element: nothing in it ends the element. */
const program = (text: string) =>
  trusted(`<script>${text.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--')}</script>`)

/** What a program finds in the page under an id. */
const data = (id: string, value: object) =>
  trusted(
    `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`,
  )

/**
 * One file that checks receipts, proofs of certificates, letters and checkpoints of a market by the public keys in it, on any computer
 * and without any request.
 */
export const offlineCheck = (market: string, keys: MarketKeys, { script, sheet }: Built): string =>
  html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Check what ${market} gave you</title>
        <style>
          ${trusted(sheet.replaceAll('</', ''))}
        </style>
      </head>
      <body>
        <main class="offline">
          <h1>Check what ${market} gave you</h1>
          <p class="lead">
            A receipt, the proof of a certificate, a settlement letter or a checkpoint of the log. This page
            asks nobody and sends nothing: it works without a network, and goes on working when the market is
            gone.
          </p>
          <label class="drop" data-drop>
            Choose the file, or drop it here
            <input class="input" type="file" accept=".json,.txt,.eml,application/json,text/plain" />
          </label>
          ${pasteForm()} ${verdictPlace()}
          <section class="part">
            <h2>By which keys</h2>
            <p class="measure">
              These are the public keys of the log and of its witnesses as ${keys.address} told them when this
              page was saved. Compare them with what the market operator or a witness told you by another way,
              and put in others if you trust those more; each is one line.
            </p>
            <label class="paste">
              Keys of the log and of witnesses
              <textarea class="input" rows="4" data-keys spellcheck="false" autocomplete="off"></textarea>
            </label>
          </section>
          <noscript>This page needs JavaScript.</noscript>
        </main>
        ${data('keys', keys)} ${program(script)}
      </body>
    </html> `.markup
