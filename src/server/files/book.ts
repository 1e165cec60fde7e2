import { crc32 } from 'node:zlib'
import { xmlAttributeValue, iterateXmlTags } from './xml/read-xml.ts'
import { readDateStyles, readSharedStrings } from './workbook.ts'
import { unpackZipEntry } from './xml/zip.ts'
import { readZipDirectory, type ZipEntry } from './xml/zip-directory.ts'

/** Maximum size of one unpacked part of a workbook: twenty times the largest part of the metric. */
const LARGEST_PART = 32 * 1024 * 1024
/** The metric has 1,632 texts and 35 sheets. */
const MOST_TEXTS = 100_000
const MOST_SHEETS = 100

/** The reason why a workbook is not read, in a sentence with a remedy. */
export class WorkbookError extends Error {}

/** A workbook whose sheets can be read one by one. */
export interface Workbook {
  /** The names of its sheets, in order. */
  sheets: readonly string[]
  /** Returns the XML of a sheet. */
  sheet(name: string): string
  texts: readonly string[]
  /** True for each style that shows a number as a date. */
  isDay: readonly boolean[]
}

const SAVE_AGAIN = 'Open it in Excel, save it as a new Excel workbook (.xlsx) and upload the new file.'

/**
 * Opens a workbook that is known to be safe to unpack, and refuses one that is broken or has forbidden links. Macros,
 * embedded files and links are never read or followed. Throws `WorkbookError`.
 */
export const openWorkbook = (content: Buffer): Workbook => {
  const entries = entriesOf(content)
  refuseByNames([...entries.keys()])
  const part = (path: string): string | undefined => {
    const entry = entries.get(path)
    return entry && textOf(entry, content)
  }
  const workbook = part('xl/workbook.xml')
  if (workbook === undefined) throw new WorkbookError(`This is not an Excel workbook. ${SAVE_AGAIN}`)
  refuseLinks(entries, part)
  const paths = sheetPaths(workbook, part('xl/_rels/workbook.xml.rels') ?? '')
  const shared = part('xl/sharedStrings.xml') ?? ''
  if (countOf(shared, '<si', MOST_TEXTS) > MOST_TEXTS)
    throw new WorkbookError(
      `The workbook has more than ${MOST_TEXTS.toLocaleString('en-GB')} texts. Copy the figures into an empty metric workbook and upload it.`,
    )
  return {
    sheets: [...paths.keys()],
    sheet: name => {
      const found = part(paths.get(name) ?? '')
      if (found === undefined)
        throw new WorkbookError(`The sheet “${name}” is missing from the file. ${SAVE_AGAIN}`)
      return found
    },
    texts: readSharedStrings(shared),
    isDay: readDateStyles(part('xl/styles.xml') ?? ''),
  }
}

const BROKEN = `The workbook is broken. ${SAVE_AGAIN}`

const entriesOf = (content: Buffer): Map<string, ZipEntry> => {
  const listed = readZipDirectory(content)
  if (!listed) throw new WorkbookError(BROKEN)
  const entries = new Map(listed.map(entry => [entry.name, entry]))
  if (entries.size < listed.length)
    throw new WorkbookError(`The workbook contains two parts with the same name. ${SAVE_AGAIN}`)
  return entries
}

const textOf = (entry: ZipEntry, content: Buffer): string => {
  const bytes = unpackZipEntry(entry, content, LARGEST_PART)
  if (!bytes) throw new WorkbookError(`A part of the workbook is too large or broken. ${SAVE_AGAIN}`)
  if (crc32(bytes) !== entry.crc)
    throw new WorkbookError(`The workbook was damaged on the way: its checksums are wrong. ${SAVE_AGAIN}`)
  if (bytes.includes(0)) throw new WorkbookError(`The workbook is not encoded in UTF-8. ${SAVE_AGAIN}`)
  return bytes.toString('utf8')
}

/** Parts that no metric workbook has, by the beginnings of their names. */
const STRANGE: readonly [begins: string, why: string][] = [
  [
    'xl/macrosheets/',
    'The workbook contains a sheet of Excel 4.0 macros. Delete that sheet and save the workbook again.',
  ],
  [
    'xl/dialogsheets/',
    'The workbook contains a dialog sheet. Delete that sheet and save the workbook again.',
  ],
  ['xl/activeX/', 'The workbook contains ActiveX controls. Delete them and save the workbook again.'],
  [
    'xl/connections.xml',
    'The workbook fetches data from elsewhere. Delete its connections (Data, Queries & Connections) and save it again.',
  ],
  [
    'xl/queryTables/',
    'The workbook fetches data from elsewhere. Delete its queries (Data, Queries & Connections) and save it again.',
  ],
  [
    'customUI/',
    'The workbook changes the menus of Excel. Save it as an Excel workbook (.xlsx) and upload the new file.',
  ],
  ['xl/workbook.bin', `The workbook is binary (.xlsb). ${SAVE_AGAIN}`],
]

const refuseByNames = (names: readonly string[]): void => {
  for (const [begins, why] of STRANGE)
    if (names.some(name => name.toLowerCase().startsWith(begins.toLowerCase()))) throw new WorkbookError(why)
}

/**
 * Links that the published workbook has, to the author's own copies, are allowed. Links that call a program or the
 * network are refused.
 */
const refuseLinks = (
  entries: ReadonlyMap<string, ZipEntry>,
  part: (path: string) => string | undefined,
): void => {
  for (const path of entries.keys()) {
    if (!path.startsWith('xl/externalLinks/')) continue
    for (const tag of iterateXmlTags(part(path) ?? '')) {
      if (tag.name === 'ddeLink' || tag.name === 'oleLink')
        throw new WorkbookError(
          'The workbook calls another program (DDE or OLE). Break that link (Data, Edit Links) and save it again.',
        )
      if (tag.name === 'Relationship' && isOnNetwork(xmlAttributeValue(tag, 'Target') ?? ''))
        throw new WorkbookError(
          'The workbook links to an address on the network. Break that link (Data, Edit Links) and save it again.',
        )
    }
  }
}

const isOnNetwork = (target: string): boolean =>
  /^\s*[a-z][a-z0-9+.-]{1,20}:/i.test(target) && !/^\s*file:/i.test(target)

const NAMELESS = `A sheet of the workbook has no name or leads nowhere. ${SAVE_AGAIN}`

/** Paths of the sheets' parts, by sheet name. */
const sheetPaths = (workbook: string, relations: string): Map<string, string> => {
  const targets = new Map<string, string>()
  for (const tag of iterateXmlTags(relations)) {
    if (tag.name !== 'Relationship' || !(xmlAttributeValue(tag, 'Type') ?? '').endsWith('/worksheet'))
      continue
    const target = (xmlAttributeValue(tag, 'Target') ?? '').replace(/^\/?xl\//, '')
    if (xmlAttributeValue(tag, 'TargetMode') === 'External' || !/^worksheets\/[\w.-]+$/.test(target))
      throw new WorkbookError(`A sheet of the workbook is outside the file. ${SAVE_AGAIN}`)
    targets.set(xmlAttributeValue(tag, 'Id') ?? '', `xl/${target}`)
  }
  const paths = new Map<string, string>()
  const called = new Set<string>()
  for (const tag of iterateXmlTags(workbook)) {
    if (tag.name !== 'sheet' || tag.isEnd) continue
    const name = xmlAttributeValue(tag, 'name') ?? ''
    const path = targets.get(xmlAttributeValue(tag, 'r:id') ?? '')
    if (name === '' || path === undefined) throw new WorkbookError(NAMELESS)
    if (called.has(name.toLowerCase()))
      throw new WorkbookError(
        `Two sheets of the workbook are called “${name}”. Delete one of them and save the workbook again.`,
      )
    called.add(name.toLowerCase())
    paths.set(name, path)
    if (paths.size > MOST_SHEETS)
      throw new WorkbookError(
        `The workbook has more than ${MOST_SHEETS} sheets. Delete those that are not part of the metric.`,
      )
  }
  if (paths.size === 0) throw new WorkbookError(NAMELESS)
  if (new Set(paths.values()).size < paths.size)
    throw new WorkbookError(`Two sheets of the workbook are the same part of the file. ${SAVE_AGAIN}`)
  return paths
}

const countOf = (text: string, word: string, most: number): number => {
  let count = 0
  for (let at = text.indexOf(word); at >= 0 && count <= most; at = text.indexOf(word, at + 1)) count += 1
  return count
}
