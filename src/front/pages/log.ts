import { showMoment } from '#domain/london'
import { type Html, html } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { factsOf, tableOf } from '../table.ts'
import { logExplained } from './log-explained.ts'

interface Head {
  /** How many entries the log had. */
  size: number
  at: string
  /** In base64. */
  root: string
  cosigned: readonly { witness: string; at: string }[]
}

interface Key {
  key: string
  fingerprint: string
  since: string
}

interface LogView {
  origin: string
  /** The latest first. */
  heads: readonly Head[]
  /** The latest last. */
  keys: readonly Key[]
}

const count = (size: number): string => size.toLocaleString('en-GB')

const headsOf = (heads: readonly Head[]): Html =>
  html`<section class="part">
    <h2>Checkpoints</h2>
    ${tableOf(
      'Checkpoints',
      [
        {
          title: 'Entries',
          cell: ({ size }: Head) => html`<a href="/log/checkpoints/${size}">${count(size)}</a>`,
        },
        { title: 'Signed', cell: ({ at }) => showMoment(at) },
        { title: 'Head', cell: ({ root }) => html`<code class="long-code">${root}</code>` },
        {
          title: 'Co-signed by',
          cell: ({ cosigned }) =>
            cosigned.length === 0
              ? 'nobody yet'
              : cosigned.map(({ witness, at }) => html`<div>${witness}, ${showMoment(at)}</div>`),
        },
      ],
      heads,
      {
        caption: `The last ${heads.length === 1 ? 'checkpoint' : `${heads.length} checkpoints`}`,
        isList: true,
      },
    )}
  </section>`

const commandsFor = (publicUrl: string, { fingerprint }: Key): string =>
  [
    `curl -s ${publicUrl}/log/checkpoint > checkpoint`,
    `curl -s ${publicUrl}/log/keys/${fingerprint}.pem > key.pem`,
    `sed '/^$/,$d' checkpoint > text`,
    `sed -n '5s/.* //p' checkpoint | base64 -d | tail -c 64 > signature`,
    'openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in text -sigfile signature',
  ].join('\n')

const shown = ({ origin, heads, keys }: LogView, publicUrl: string): Html => {
  const [last] = heads
  const key = keys.at(-1)
  return html`<section class="part">
      <h2>Now</h2>
      ${factsOf([
        ['Name', html`<code class="long-code">${origin}</code>`],
        ['Entries', last && count(last.size)],
        ['Head', last && html`<code class="long-code">${last.root}</code>`],
        ['Signed', last && showMoment(last.at)],
        ['Public key', key && html`<code class="long-code">${key.key}</code>`],
        ['Key as a file', key && html`<a href="/log/keys/${key.fingerprint}.pem">PEM</a>`],
      ])}
      <p class="measure">
        A checkpoint is signed every hour in which something was added, and at once when a credit changes or a
        round is settled. While nothing is added the last one stays as it is.
      </p>
    </section>
    ${headsOf(heads)}
    ${
      key &&
      html`<section class="part">
        <h2>Check it yourself</h2>
        <p class="measure">
          With openssl, whether the last checkpoint was signed with the key of this market:
        </p>
        <pre class="commands" tabindex="0"><code>${commandsFor(publicUrl, key)}</code></pre>
        <p class="measure">
          Keep the checkpoint. Whoever has an old one can ask later whether the log goes on from it: the
          <a href="/log/consistency?from=${last?.size ?? 0}">proof of consistency</a> says so, and no
          rewritten or shortened log has one.
        </p>
        <h3>Downloads</h3>
        <ul>
          <li><a href="/log/checkpoint">Last checkpoint</a>, a signed note</li>
          <li><a href="/log/keys">All keys</a>, each with what the one before it signed of it</li>
          <li><code>/log/tile/…</code>: hashes and entries, in the form of C2SP tlog-tiles</li>
          <li>
            <a href="/verify">Verify</a> checks receipts, letters about settlements and checkpoints by these
            keys, and hands out <a href="/verify/offline.html" download>one file</a> that does so offline
          </li>
          <li>
            <a href="/log/inclusion?index=0"><code>/log/inclusion?index=…&amp;size=…</code></a
            >: the proof that an entry is in the log of a size; its index is one less than its number
          </li>
          <li>
            <a href="/log/consistency?from=1"><code>/log/consistency?from=…&amp;to=…</code></a
            >: the proof that the log of one size is the beginning of that of another
          </li>
        </ul>
      </section>`
    }`
}

/** The public log in words, with its last checkpoints and how to check it; null before anything was signed. */
export const logPage = (log: LogView | null, publicUrl: string): FrontPage => ({
  title: 'Public log',
  description:
    'Everything that is done in this market, as a log that can only be added to, which anybody can check and keep.',
  body: html`<h1>Public log</h1>
    <p class="lead measure">
      Everything that is done in this market is an entry of one log. Its head, a single number made of all
      entries, is signed and published: nothing can be changed, taken out or put in between later without
      another head.
    </p>
    ${log ? shown(log, publicUrl) : html`<p class="measure">No checkpoint has been signed yet: the first follows within a minute of the first entry.</p>`}
    ${logExplained()}`,
})
