import { formatLondonTime } from '#domain/values/london'
import { showWholeNumber } from '@credit-market/values/formats'
import { type Html, html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { factsList, htmlTable } from '../table.ts'
import { logExplanation } from './log-explained.ts'

interface Head {
  /** Number of entries in the log. */
  size: number
  at: string
  /** Root hash in base64. */
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
  /** Latest first. */
  heads: readonly Head[]
  /** Latest last. */
  keys: readonly Key[]
}

const headsOf = (heads: readonly Head[]): Html =>
  html`<section class="part">
    <h2>Checkpoints</h2>
    ${htmlTable(
      'Checkpoints',
      [
        {
          title: 'Entries',
          cell: ({ size }: Head) => html`<a href="/log/checkpoints/${size}">${showWholeNumber(size)}</a>`,
        },
        { title: 'Signed', cell: ({ at }) => formatLondonTime(at) },
        { title: 'Root hash', cell: ({ root }) => html`<code class="long-code">${root}</code>` },
        {
          title: 'Co-signed by',
          cell: ({ cosigned }) =>
            cosigned.length === 0
              ? 'No one yet'
              : cosigned.map(({ witness, at }) => html`<div>${witness}, ${formatLondonTime(at)}</div>`),
        },
      ],
      heads,
      {
        caption: heads.length === 1 ? 'The latest checkpoint' : `The ${heads.length} latest checkpoints`,
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
      <h2>Latest checkpoint</h2>
      ${factsList([
        ['Name', html`<code class="long-code">${origin}</code>`],
        ['Entries', last && showWholeNumber(last.size)],
        ['Root hash', last && html`<code class="long-code">${last.root}</code>`],
        ['Signed', last && formatLondonTime(last.at)],
        ['Public key', key && html`<code class="long-code">${key.key}</code>`],
        ['Key as a file', key && html`<a href="/log/keys/${key.fingerprint}.pem">PEM</a>`],
      ])}
      <p class="measure">
        We sign a checkpoint every hour if there are new entries, and at once when a credit changes or a round
        is settled. If there are no new entries, the last checkpoint stays the same.
      </p>
    </section>
    ${headsOf(heads)}
    ${
      key &&
      html`<section class="part">
        <h2>Check it yourself</h2>
        <p class="measure">To check with openssl that this market’s key signed the latest checkpoint, run:</p>
        <pre class="commands" tabindex="0"><code>${commandsFor(publicUrl, key)}</code></pre>
        <p class="measure">
          Keep the checkpoint. With an old checkpoint you can check later that the log still continues from
          it: the
          <a href="/log/consistency?from=${last?.size ?? 0}">consistency proof</a> shows this. A log that was
          rewritten or shortened has no such proof.
        </p>
        <h3>Downloads</h3>
        <ul>
          <li><a href="/log/checkpoint">Latest checkpoint</a> (a signed note)</li>
          <li><a href="/log/keys">All keys</a>, each signed by the key before it</li>
          <li><code>/log/tile/…</code>: hashes and entries, in the C2SP tlog-tiles format</li>
          <li>
            <a href="/verify">Verify</a> checks receipts, settlement emails and checkpoints with these keys.
            You can also <a href="/verify/offline.html" download>download a file</a> that does so offline
          </li>
          <li>
            <a href="/log/inclusion?index=0"><code>/log/inclusion?index=…&amp;size=…</code></a
            >: proof that an entry is in the log of a given size. The index is the entry number minus 1
          </li>
          <li>
            <a href="/log/consistency?from=1"><code>/log/consistency?from=…&amp;to=…</code></a
            >: proof that the log of one size is the beginning of the log of a larger size
          </li>
        </ul>
      </section>`
    }`
}

/** Public log explained, with its last checkpoints and how to check it; null before anything was signed. */
export const logPage = (log: LogView | null, publicUrl: string): PublicPage => ({
  title: 'Public log',
  description:
    'Everything that happens in this market, in an append-only log that anyone can check and keep.',
  body: html`<h1>Public log</h1>
    <p class="lead measure">
      Everything that happens in this market is an entry in one log. We sign and publish the log’s root hash,
      a single number calculated from all entries. If anyone changes, removes or inserts an entry later, the
      root hash changes too.
    </p>
    ${log ? shown(log, publicUrl) : html`<p class="measure">No checkpoint has been signed yet. The first one follows within a minute of the first entry.</p>`}
    ${logExplanation()}`,
})
