import { type Html, html, trusted } from '../html.ts'

const ENTRIES = [48, 149, 251, 352]
const PAIRS = [98, 302]
const WITNESSES = [98, 302]
/** Where the boxes of each row begin, from the witnesses down to the entries. */
const ROWS = [2, 72, 142, 212, 282] as const
const HEIGHT = 34

const box = (x: number, y: number, width: number, label: string): string =>
  `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${HEIGHT}" rx="6" fill="none" stroke="currentColor" stroke-width="1.5"/>` +
  `<text x="${x}" y="${y + 22}" text-anchor="middle" font-size="14" fill="currentColor">${label}</text>`

const line = (fromX: number, fromY: number, toX: number, toY: number): string =>
  `<path d="M${fromX} ${fromY}L${toX} ${toY}" stroke="currentColor" stroke-width="1.25" fill="none"/>`

const [WITNESS, SIGNED, HEAD, HASH, ENTRY] = ROWS

/** Entries below, hashes of two above each two, one head above them, which is signed, and kept by witnesses on top. */
const PICTURE = trusted(
  [
    '<svg class="log-picture" viewBox="0 0 400 320" role="img" aria-label="Entries are hashed two by two until one head is left; the head is signed, and witnesses keep it">',
    ...ENTRIES.map((x, nth) => box(x, ENTRY, 90, `Entry ${nth + 1}`)),
    ...ENTRIES.map((x, nth) => line(x, ENTRY, PAIRS[Math.floor(nth / 2)] ?? 0, HASH + HEIGHT)),
    ...PAIRS.map(x => box(x, HASH, 90, 'Hash') + line(x, HASH, 200, HEAD + HEIGHT)),
    box(200, HEAD, 90, 'Head') + line(200, HEAD, 200, SIGNED + HEIGHT),
    box(200, SIGNED, 110, 'Signed'),
    ...WITNESSES.map(x => box(x, WITNESS, 110, 'Witness') + line(200, SIGNED, x, WITNESS + HEIGHT)),
    '</svg>',
  ].join(''),
)

/** What the log proves and what it does not, in plain words with a picture. */
export const logExplained = (): Html =>
  html`<section class="part">
      <h2>How it works</h2>
      ${PICTURE}
      <p class="measure">
        A hash is a short number that is made of a text; another text never gives the same. Each entry is
        hashed, then each two hashes together, and so on until one is left: the head. Change one letter of one
        entry, and the head is another. The market signs the head, so it cannot say later that it was not its
        own.
      </p>
      <p class="measure">
        Witnesses, such as planning authorities, auditors and bidders, keep the heads that they were shown,
        and ask each minute whether the log goes on from them. Two witnesses who compare find out whether they
        were shown two different logs. Anybody can be one, with a program of one file; whoever is registered
        co-signs above.
      </p>
    </section>
    <section class="part">
      <h2>What is in it</h2>
      <p class="measure">
        Of each entry its number and a commitment are published: a hash of all that the entry says, made with
        a long secret number, so that nobody can read or guess an offer, a bid or a name from it. Steps of
        rounds, and what the public register shows, can be read.
      </p>
    </section>
    <section class="part">
      <h2>What it proves</h2>
      <p class="measure">
        That nothing which stood in the log when a head was signed has been changed, left out, put in between
        or put in another order since, as long as one person outside has kept that head. Not the market
        operator, nor whoever runs its computers, can do so unseen.
      </p>
      <h2>What it does not prove</h2>
      <ul>
        <li class="measure">
          That everything handed in was entered. A bid that was kept back before the close is missing here
          too: its bidder notices, since it has no receipt.
        </li>
        <li class="measure">
          That nobody read offers and bids early. Whoever reads the database while bids are open leaves no
          entry.
        </li>
        <li class="measure">
          That what was entered is true. The log holds what people said, and when it was entered, not whether
          it was so.
        </li>
      </ul>
    </section>`
