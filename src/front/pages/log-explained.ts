import { type Html, html, trustedHtml } from '../html.ts'

const ENTRIES = [48, 149, 251, 352]
const PAIRS = [98, 302]
const WITNESSES = [98, 302]
/** Upper edge of each row of boxes, from the witnesses down to the entries. */
const ROWS = [2, 72, 142, 212, 282] as const
const HEIGHT = 34

const box = (x: number, y: number, width: number, label: string): string =>
  `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${HEIGHT}" rx="6" fill="none" stroke="currentColor" stroke-width="1.5"/>` +
  `<text x="${x}" y="${y + 22}" text-anchor="middle" font-size="14" fill="currentColor">${label}</text>`

const line = (fromX: number, fromY: number, toX: number, toY: number): string =>
  `<path d="M${fromX} ${fromY}L${toX} ${toY}" stroke="currentColor" stroke-width="1.25" fill="none"/>`

const [WITNESS, SIGNED, HEAD, HASH, ENTRY] = ROWS

/**
 * Drawing of the Merkle tree: entries at the bottom, hashes of pairs above, the signed root, and the
 * witnesses at the top.
 */
const PICTURE = trustedHtml(
  [
    '<svg class="log-picture" viewBox="0 0 400 320" role="img" aria-label="Entries are hashed in pairs until one root hash is left. The root hash is signed, and witnesses keep it.">',
    ...ENTRIES.map((x, nth) => box(x, ENTRY, 90, `Entry ${nth + 1}`)),
    ...ENTRIES.map((x, nth) => line(x, ENTRY, PAIRS[Math.floor(nth / 2)] ?? 0, HASH + HEIGHT)),
    ...PAIRS.map(x => box(x, HASH, 90, 'Hash') + line(x, HASH, 200, HEAD + HEIGHT)),
    box(200, HEAD, 90, 'Root hash') + line(200, HEAD, 200, SIGNED + HEIGHT),
    box(200, SIGNED, 110, 'Signed'),
    ...WITNESSES.map(x => box(x, WITNESS, 110, 'Witness') + line(200, SIGNED, x, WITNESS + HEIGHT)),
    '</svg>',
  ].join(''),
)

/** Explains what the log proves and what it does not, in plain words with a picture. */
export const logExplanation = (): Html =>
  html`<section class="part">
      <h2>How it works</h2>
      ${PICTURE}
      <p class="measure">
        A hash is a short number calculated from a text. Different texts never give the same hash. Each entry
        is hashed, then each pair of hashes, and so on until one hash is left: the root hash. If you change
        one character of one entry, the root hash changes. The market signs the root hash, so it cannot deny
        it later.
      </p>
      <p class="measure">
        Witnesses, such as planning authorities, auditors and bidders, keep the root hashes that they see, and
        check every minute that the log continues from them. If two witnesses compare, they find out whether
        they were shown two different logs. Anyone can be a witness, with a program that is a single file.
        Registered witnesses co-sign the checkpoints above.
      </p>
    </section>
    <section class="part">
      <h2>What is in the log</h2>
      <p class="measure">
        For each entry we publish its number and a commitment: a hash of the whole entry and a long secret
        number. No one can read or guess an offer, a bid or a name from it. You can read the steps of rounds
        and everything that the public register shows.
      </p>
    </section>
    <section class="part">
      <h2>What the log proves</h2>
      <p class="measure">
        The log proves that no entry has been changed, removed, inserted or reordered since a root hash was
        signed, as long as one person outside the market has kept that root hash. Neither the market operator
        nor anyone who runs its computers can make such a change without being noticed.
      </p>
      <h2>What the log does not prove</h2>
      <ul>
        <li class="measure">
          That everything that people submitted was entered. If someone withheld a bid before the close, it is
          missing here too. Its bidder notices, because they have no receipt.
        </li>
        <li class="measure">
          That no one read offers and bids early. Reading the database while bids are open leaves no entry.
        </li>
        <li class="measure">
          That the entries are true. The log records what people said and when, not whether it was true.
        </li>
      </ul>
    </section>`
