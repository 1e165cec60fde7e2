import { addDays, type Day, type Instant } from './dates.ts'

/** When something is: from its first day to its last, which is part of it, or at a moment. */
type When = { from: Day; until: Day } | { at: Instant }

/** An event, as calendars subscribe to it (RFC 5545). */
export type CalendarEvent = When & {
  /** The same for the same thing for ever. */
  uid: string
  summary: string
  /** Where more about it can be read. */
  url?: string
}

const compact = (day: Day): string => day.replaceAll('-', '')

/** Text as it stands in a value: signs that part values are escaped, and what no calendar may hold is left out. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, sign => `\\${sign}`)
    .replace(/\r?\n/g, '\\n')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000A-\u001F\u007F]/g, '')

const bytesOf = (letter: string): number => {
  const code = letter.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

const MOST_BYTES = 75

/** A line may hold 75 bytes; what is longer goes on in the next, after a space. */
const folded = (line: string): string => {
  let text = ''
  let bytes = 0
  for (const letter of line) {
    if (bytes + bytesOf(letter) > MOST_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += letter
    bytes += bytesOf(letter)
  }
  return text
}

const whenOf = (when: When): string[] =>
  'at' in when
    ? // In UTC, which every program shows by the clock of its reader. Without an end it is over as it begins.
      [`DTSTART:${when.at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`]
    : [
        `DTSTART;VALUE=DATE:${compact(when.from)}`,
        // The end of an event is no part of it.
        `DTEND;VALUE=DATE:${compact(addDays(when.until, 1))}`,
      ]

const linesOf = ({ uid, summary, url, ...when }: CalendarEvent, today: Day): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(uid)}`,
  // Of the day, so that a calendar that nobody has changed stays as it was.
  `DTSTAMP:${compact(today)}T000000Z`,
  ...whenOf(when),
  `SUMMARY:${escaped(summary)}`,
  // Nobody is kept from anything else.
  'TRANSP:TRANSPARENT',
  ...(url === undefined ? [] : [`URL:${url}`]),
  'END:VEVENT',
]

/** A calendar of a market as text: programs show both names for it, `part` tells it from the others of the market. */
export const calendarText = (
  { market, part }: { market: string; part: string },
  events: readonly CalendarEvent[],
  today: Day,
): string => {
  const name = `${market}: ${part.toLowerCase()}`
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(market.replaceAll('/', ' '))}//${part}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...events.flatMap(event => linesOf(event, today)),
    'END:VCALENDAR',
  ]
    .map(line => `${folded(line)}\r\n`)
    .join('')
}
