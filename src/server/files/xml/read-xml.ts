/** A tag of an XML text, with the plain text before it. */
export interface XmlTag {
  before: string
  /** Without its namespace prefix. */
  name: string
  /** As written, between the angle brackets. */
  written: string
  isEnd: boolean
  /** It has no content, and no end tag follows. */
  isEmpty: boolean
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const MOST_CODE = 0x10ffff

const signOf = (whole: string, entity: string): string => {
  if (!entity.startsWith('#')) return NAMED[entity] ?? whole
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  return code > 0 && code <= MOST_CODE ? String.fromCodePoint(code) : whole
}

const decoded = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, signOf) : text

const CDATA = '![CDATA['

/**
 * Yields the tags of an XML text, in linear time. It never looks up anything outside the text; comments and
 * declarations are skipped.
 */
export const iterateXmlTags = function* (xml: string): Generator<XmlTag> {
  let at = 0
  let before = ''
  for (let open = xml.indexOf('<'); open >= 0; open = xml.indexOf('<', at)) {
    before += decoded(xml.slice(at, open))
    const ends = xml.startsWith('!--', open + 1) ? '-->' : xml.startsWith(CDATA, open + 1) ? ']]>' : '>'
    const close = xml.indexOf(ends, open + 1)
    if (close < 0) return
    at = close + ends.length
    if (ends === ']]>') before += xml.slice(open + 1 + CDATA.length, close)
    if (ends !== '>' || xml[open + 1] === '?' || xml[open + 1] === '!') continue
    const isEnd = xml[open + 1] === '/'
    const written = xml.slice(open + (isEnd ? 2 : 1), close)
    const blank = written.search(/[\s/]/)
    const called = blank < 0 ? written : written.slice(0, blank)
    yield {
      before,
      name: called.slice(called.indexOf(':') + 1),
      written,
      isEnd,
      isEmpty: written.endsWith('/'),
    }
    before = ''
  }
}

/** Returns the value of a tag's attribute; undefined if it has none of that name. */
export const xmlAttributeValue = ({ written }: XmlTag, name: string): string | undefined => {
  const begins = `${name}=`
  for (let at = written.indexOf(begins); at >= 0; at = written.indexOf(begins, at + 1)) {
    if (!/\s/.test(written.charAt(at - 1))) continue
    const from = at + begins.length + 1
    const to = written.indexOf(written.charAt(from - 1), from)
    return to < 0 ? undefined : decoded(written.slice(from, to))
  }
  return undefined
}
