import { crc32 } from 'node:zlib'
import { attributeOf, tagsOf } from './read-xml.ts'
import { dayStylesOf, textsOf } from './workbook.ts'
import { unpackedFile } from './zip.ts'
import { directoryOf, type Entry } from './zip-directory.ts'

/** The most bytes of one part of a workbook, unpacked: twenty times the largest of the metric's own. */
const LARGEST_PART = 32 * 1024 * 1024
/** The metric has 1,632 texts and 35 sheets. */
const MOST_TEXTS = 100_000
const MOST_SHEETS = 100

/** Why a workbook is not read, in a sentence that names the remedy. */
export class Unread extends Error {}

/** A workbook whose sheets can be read one by one. */
export interface Book {
  /** The names of its sheets, in their order. */
  sheets: readonly string[]
  /** The XML of a sheet. */
  sheet(name: string): string
  texts: readonly string[]
  /** By style: does a number show a day? */
  isDay: readonly boolean[]
}

const SAVE_ANEW = 'Open it in Excel, save it as a new Excel workbook (.xlsx) and upload that.'

/**
 * Opens a workbook that was found harmless to unpack, and refuses one that is broken or leads elsewhere. Its macros, the
 * files in it and its links are never read or followed. Throws `Unread`.
 */
export const openBook = (content: Buffer): Book => {
  const entries = entriesOf(content)
  refuseByNames([...entries.keys()])
  const part = (path: string): string | undefined => {
    const entry = entries.get(path)
    return entry && textOf(entry, content)
  }
  const workbook = part('xl/workbook.xml')
  if (workbook === undefined) throw new Unread(`This is no Excel workbook. ${SAVE_ANEW}`)
  refuseLinks(entries, part)
  const paths = sheetPaths(workbook, part('xl/_rels/workbook.xml.rels') ?? '')
  const shared = part('xl/sharedStrings.xml') ?? ''
  if (countOf(shared, '<si', MOST_TEXTS) > MOST_TEXTS)
    throw new Unread(
      `The workbook has more than ${MOST_TEXTS.toLocaleString('en-GB')} texts. Copy the figures into an empty metric workbook and upload that.`,
    )
  return {
    sheets: [...paths.keys()],
    sheet: name => {
      const found = part(paths.get(name) ?? '')
      if (found === undefined) throw new Unread(`The sheet “${name}” is missing in the file. ${SAVE_ANEW}`)
      return found
    },
    texts: textsOf(shared),
    isDay: dayStylesOf(part('xl/styles.xml') ?? ''),
  }
}

const BROKEN = `The workbook is broken. ${SAVE_ANEW}`

const entriesOf = (content: Buffer): Map<string, Entry> => {
  const listed = directoryOf(content)
  if (!listed) throw new Unread(BROKEN)
  const entries = new Map(listed.map(entry => [entry.name, entry]))
  if (entries.size < listed.length)
    throw new Unread(`The workbook holds two parts of the same name. ${SAVE_ANEW}`)
  return entries
}

const textOf = (entry: Entry, content: Buffer): string => {
  const bytes = unpackedFile(entry, content, LARGEST_PART)
  if (!bytes) throw new Unread(`A part of the workbook is too large or broken. ${SAVE_ANEW}`)
  if (crc32(bytes) !== entry.crc)
    throw new Unread(`The workbook was damaged on its way: its checksums are wrong. ${SAVE_ANEW}`)
  if (bytes.includes(0)) throw new Unread(`The workbook is not written in UTF-8. ${SAVE_ANEW}`)
  return bytes.toString('utf8')
}

/** Parts that no metric workbook has, by how their names begin. */
const STRANGE: readonly [begins: string, why: string][] = [
  [
    'xl/macrosheets/',
    'The workbook holds a sheet of Excel 4.0 macros. Delete that sheet and save the workbook anew.',
  ],
  ['xl/dialogsheets/', 'The workbook holds a dialog sheet. Delete that sheet and save the workbook anew.'],
  ['xl/activeX/', 'The workbook holds ActiveX controls. Delete them and save the workbook anew.'],
  [
    'xl/connections.xml',
    'The workbook fetches data from elsewhere. Delete its connections (Data, Queries & Connections) and save it anew.',
  ],
  [
    'xl/queryTables/',
    'The workbook fetches data from elsewhere. Delete its queries (Data, Queries & Connections) and save it anew.',
  ],
  [
    'customUI/',
    'The workbook changes the menus of Excel. Save it as an Excel workbook (.xlsx) and upload that.',
  ],
  ['xl/workbook.bin', `The workbook is binary (.xlsb). ${SAVE_ANEW}`],
]

const refuseByNames = (names: readonly string[]): void => {
  for (const [begins, why] of STRANGE)
    if (names.some(name => name.toLowerCase().startsWith(begins.toLowerCase()))) throw new Unread(why)
}

/** What the workbook as published has, it may have: links to the author's own copies. Those that call a program or the network are refused. */
const refuseLinks = (
  entries: ReadonlyMap<string, Entry>,
  part: (path: string) => string | undefined,
): void => {
  for (const path of entries.keys()) {
    if (!path.startsWith('xl/externalLinks/')) continue
    for (const tag of tagsOf(part(path) ?? '')) {
      if (tag.name === 'ddeLink' || tag.name === 'oleLink')
        throw new Unread(
          'The workbook calls another program (DDE or OLE). Break that link (Data, Edit Links) and save it anew.',
        )
      if (tag.name === 'Relationship' && isOnNetwork(attributeOf(tag, 'Target') ?? ''))
        throw new Unread(
          'The workbook leads to an address on the network. Break that link (Data, Edit Links) and save it anew.',
        )
    }
  }
}

const isOnNetwork = (target: string): boolean =>
  /^\s*[a-z][a-z0-9+.-]{1,20}:/i.test(target) && !/^\s*file:/i.test(target)

const NAMELESS = `A sheet of the workbook has no name or leads nowhere. ${SAVE_ANEW}`

/** The part of every sheet by its name. */
const sheetPaths = (workbook: string, relations: string): Map<string, string> => {
  const targets = new Map<string, string>()
  for (const tag of tagsOf(relations)) {
    if (tag.name !== 'Relationship' || !(attributeOf(tag, 'Type') ?? '').endsWith('/worksheet')) continue
    const target = (attributeOf(tag, 'Target') ?? '').replace(/^\/?xl\//, '')
    if (attributeOf(tag, 'TargetMode') === 'External' || !/^worksheets\/[\w.-]+$/.test(target))
      throw new Unread(`A sheet of the workbook lies outside of it. ${SAVE_ANEW}`)
    targets.set(attributeOf(tag, 'Id') ?? '', `xl/${target}`)
  }
  const paths = new Map<string, string>()
  const called = new Set<string>()
  for (const tag of tagsOf(workbook)) {
    if (tag.name !== 'sheet' || tag.isEnd) continue
    const name = attributeOf(tag, 'name') ?? ''
    const path = targets.get(attributeOf(tag, 'r:id') ?? '')
    if (name === '' || path === undefined) throw new Unread(NAMELESS)
    if (called.has(name.toLowerCase()))
      throw new Unread(
        `Two sheets of the workbook are called “${name}”. Delete one of them and save it anew.`,
      )
    called.add(name.toLowerCase())
    paths.set(name, path)
    if (paths.size > MOST_SHEETS)
      throw new Unread(
        `The workbook has more than ${MOST_SHEETS} sheets. Delete those that are not of the metric.`,
      )
  }
  if (paths.size === 0) throw new Unread(NAMELESS)
  if (new Set(paths.values()).size < paths.size)
    throw new Unread(`Two sheets of the workbook are the same part of the file. ${SAVE_ANEW}`)
  return paths
}

const countOf = (text: string, word: string, most: number): number => {
  let count = 0
  for (let at = text.indexOf(word); at >= 0 && count <= most; at = text.indexOf(word, at + 1)) count += 1
  return count
}
