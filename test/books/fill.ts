import { readFileSync } from 'node:fs'
import { unpackZipEntry } from '#server/files/xml/zip'
import { readZipDirectory } from '#server/files/xml/zip-directory'
import { createZip } from '../http/zip-of.ts'
import { cellXml, type SheetCells } from './made.ts'

const SAMPLE = readFileSync(new URL('./metric-4.1-empty.xlsm', import.meta.url))

const parts = (): Map<string, Buffer> =>
  new Map(
    (readZipDirectory(SAMPLE) ?? []).map(entry => [
      entry.name,
      unpackZipEntry(entry, SAMPLE, entry.unpacked) ?? Buffer.alloc(0),
    ]),
  )

/** The sheets of the sample, by name. */
const pathOf = (workbook: string, name: string): string => {
  const at = [...workbook.matchAll(/<sheet name="([^"]*)"/g)].findIndex(([, called]) => called === name)
  return `xl/worksheets/sheet${at + 1}.xml`
}

/** The published workbook 4.1 with these cells filled in, each in its existing style. */
export const fillMetricWorkbook = (filled: SheetCells): Buffer => {
  const all = parts()
  const workbook = all.get('xl/workbook.xml')?.toString() ?? ''
  for (const [sheet, cells] of Object.entries(filled)) {
    const path = pathOf(workbook, sheet)
    let xml = all.get(path)?.toString() ?? ''
    for (const [address, content] of Object.entries(cells)) {
      const before = xml
      xml = xml.replace(
        new RegExp(`<c r="${address}"( s="\\d+")?[^>]*?(?:/>|>.*?</c>)`),
        (_all, style: string | undefined) => cellXml(address, content, style),
      )
      if (xml === before) throw new Error(`${sheet} has no cell ${address}`)
    }
    all.set(path, Buffer.from(xml))
  }
  return createZip([...all].map(([name, content]) => ({ name, content, isDeflated: true })))
}

/** The published workbook. */
export const emptyMetricWorkbook = (): Buffer => SAMPLE
