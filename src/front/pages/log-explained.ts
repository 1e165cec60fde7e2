import { type Html, html, trusted } from '../html.ts'

const ENTRIES = [40, 140, 240, 340]
const PAIRS = [110, 310]

const box = (x: number, y: number, width: number, label: string, more = ''): string =>
  `<rect x="${x - width / 2}" y="${y}" width="${width}" height="34" rx="6" fill="none" stroke="currentColor" stroke-width="1.5"${more}/>` +
  `<text x="${x}" y="${y + 22}" text-anchor="middle" font-size="14" fill="currentColor">${label}</text>`

const line = (fromX: number, fromY: number, toX: number, toY: number): string =>
  `<path d="M${fromX} ${fromY}L${toX} ${toY}" stroke="currentColor" stroke-width="1.25" fill="none"/>`

/** Entries below, hashes of two above each two, one head on top, which is signed and kept by witnesses. */
const PICTURE = trusted(
  [
    '<svg class="log-picture" viewBox="0 0 660 250" role="img" aria-label="Entries are hashed two by two until one head is left; the head is signed, and witnesses keep it">',
    ...ENTRIES.map((x, nth) => box(x + 20, 205, 84, `Entry ${nth + 1}`)),
    ...ENTRIES.map((x, nth) => line(x + 20, 205, PAIRS[Math.floor(nth / 2)] ?? 0, 149)),
    ...PAIRS.map(x => box(x, 115, 84, 'Hash') + line(x, 115, 210, 59)),
    box(210, 25, 84, 'Head'),
    line(252, 42, 380, 42),
    box(440, 25, 120, 'Signed'),
    line(500, 42, 540, 42) + line(500, 42, 540, 102),
    box(595, 25, 110, 'Witness') + box(595, 85, 110, 'Witness'),
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
