import { addDays, type Day, type Instant } from '@credit-market/values/dates'

/** Time of an event: whole days, the last one included, or an instant. */
type When = { from: Day; until: Day } | { at: Instant }

/** An event of a calendar feed (RFC 5545). */
export type CalendarEvent = When & {
  /** Permanent id of the event. */
  uid: string
  summary: string
  /** Page with more information. */
  url?: string
}

const compact = (day: Day): string => day.replaceAll('-', '')

/** Escapes separators in a value and removes characters that a calendar must not contain. */
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

/** Folds lines over 75 bytes: the rest continues in the next line, after a space. */
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
    ? // In UTC, which every program converts to its reader's clock. Without an end, the event ends at its start.
      [`DTSTART:${when.at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`]
    : [
        `DTSTART;VALUE=DATE:${compact(when.from)}`,
        // The end of an event is exclusive.
        `DTEND;VALUE=DATE:${compact(addDays(when.until, 1))}`,
      ]

const linesOf = ({ uid, summary, url, ...when }: CalendarEvent, today: Day): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(uid)}`,
  // The timestamp is derived from the day only, so that an unchanged calendar stays identical.
  `DTSTAMP:${compact(today)}T000000Z`,
  ...whenOf(when),
  `SUMMARY:${escaped(summary)}`,
  // The event does not block other appointments.
  'TRANSP:TRANSPARENT',
  ...(url === undefined ? [] : [`URL:${url}`]),
  'END:VEVENT',
]

/** Renders a calendar of a market: programs show its name in two properties, and `part` distinguishes it from the market's other calendars. */
export const calendarText = (
  { market, part }: { market: string; part: string },
  events: readonly CalendarEvent[],
  today: Day,
): string => {
  const name = `${market}: ${part}`
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
