/** A calendar parsed by the grammar of RFC 5545: each event by its properties. */
export interface ParsedCalendar {
  properties: Record<string, string>
  events: Record<string, string>[]
}

const NAME = /^[A-Z0-9-]+$/
const PARAMETER = /^[A-Z0-9-]+=(?:"[^"]*"|[^";:,]*)$/
const DAY = /^\d{8}$/
const MOMENT = /^\d{8}T\d{6}Z$/

const fail = (why: string, line: string): never => {
  throw new Error(`${why}: ${line}`)
}

/**
 * The lines of a calendar (3.1): each ends with CR and LF, has 75 octets at most, and continues on the next one after a
 * space.
 */
const unfolded = (text: string): string[] => {
  if (!text.endsWith('\r\n')) fail('The last line has no line end', text.slice(-40))
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical) {
    if (Buffer.byteLength(line) > 75) fail('More than 75 octets', line)
    if (/[\r\n]/.test(line)) fail('A bare line end', line)
    if (line === '') fail('An empty line', line)
    if (Buffer.from(line).toString() !== line) fail('A split character', line)
  }
  return physical.reduce<string[]>(
    (lines, line) =>
      line.startsWith(' ') ? [...lines.slice(0, -1), (lines.at(-1) ?? '') + line.slice(1)] : [...lines, line],
    [],
  )
}

/** A TEXT value (3.3.11) without unescaped special characters. */
const textOf = (value: string): string => {
  if (!/^(?:[^\\;,]|\\[\\;,nN])*$/.test(value)) fail('Unescaped', value)
  return value.replaceAll(/\\(.)/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
}

const TEXTS = ['UID', 'SUMMARY', 'DESCRIPTION', 'PRODID', 'NAME', 'X-WR-CALNAME', 'LOCATION']

const propertyOf = (line: string): [name: string, parameters: string[], value: string] => {
  const colon = line.indexOf(':')
  const [name = '', ...parameters] = line.slice(0, colon).split(';')
  if (colon < 1 || !NAME.test(name) || !parameters.every(one => PARAMETER.test(one)))
    fail('Not a content line', line)
  const value = line.slice(colon + 1)
  // The only control character allowed in a value is a tab.
  if (Buffer.from(value).some(byte => byte < 32 && byte !== 9)) fail('A control character', line)
  if (name === 'DTSTAMP' && !MOMENT.test(value)) fail('Not an instant in UTC', line)
  if (name === 'DTSTART' || name === 'DTEND')
    if (parameters[0] === 'VALUE=DATE' ? !DAY.test(value) : !MOMENT.test(value))
      fail('Neither a date nor an instant', line)
  if (name === 'URL' && !URL.canParse(value)) fail('Not an address', line)
  return [name, parameters, TEXTS.includes(name) ? textOf(value) : value]
}

/** Reads a calendar, or fails with the rule of RFC 5545 that it breaks. */
export const readCalendar = (text: string): ParsedCalendar => {
  const calendar: ParsedCalendar = { properties: {}, events: [] }
  const open: string[] = []
  for (const line of unfolded(text)) {
    const [name, , value] = propertyOf(line)
    if (name === 'BEGIN') {
      if (value !== (open.length === 0 ? 'VCALENDAR' : 'VEVENT') || open.length > 1) fail('Begins here', line)
      if (open.length === 1) calendar.events.push({})
      open.push(value)
    } else if (name === 'END') {
      if (open.pop() !== value) fail('Ends what has not begun', line)
    } else {
      const holder =
        open.length === 2 ? calendar.events.at(-1) : open.length === 1 ? calendar.properties : null
      if (!holder || name in holder) return fail('Repeated, or outside a component', line)
      holder[name] = value
    }
  }
  if (open.length > 0) fail('Has no end', open.join())
  const { VERSION, PRODID } = calendar.properties
  if (VERSION !== '2.0' || !PRODID) fail('No version or product id', text.slice(0, 60))
  for (const event of calendar.events) {
    if (!event.UID || !event.DTSTAMP || !event.DTSTART)
      fail('Lacks a required property', JSON.stringify(event))
    if (event.DTEND && event.DTEND <= event.DTSTART!) fail('Ends before it begins', JSON.stringify(event))
  }
  if (new Set(calendar.events.map(({ UID }) => UID)).size < calendar.events.length)
    fail('A repeated name', text.slice(0, 60))
  return calendar
}
