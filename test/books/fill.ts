import { readFileSync } from 'node:fs'
import { unpackedFile } from '#server/files/zip'
import { directoryOf } from '#server/files/zip-directory'
import { zipOf } from '../http/zip-of.ts'
import { cellXml, type Filled } from './made.ts'

const SAMPLE = readFileSync(new URL('./metric-4.1-empty.xlsm', import.meta.url))

const parts = (): Map<string, Buffer> =>
  new Map(
    (directoryOf(SAMPLE) ?? []).map(entry => [
      entry.name,
      unpackedFile(entry, SAMPLE, entry.unpacked) ?? Buffer.alloc(0),
    ]),
  )

/** The sheets of the sample, by name. */
const pathOf = (workbook: string, name: string): string => {
  const at = [...workbook.matchAll(/<sheet name="([^"]*)"/g)].findIndex(([, called]) => called === name)
  return `xl/worksheets/sheet${at + 1}.xml`
}

/** The workbook 4.1 as it is published with these cells filled in, each in the style that it has. */
export const filledMetric = (filled: Filled): Buffer => {
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
  return zipOf([...all].map(([name, content]) => ({ name, content, isDeflated: true })))
}

/** The workbook as it is published. */
export const emptyMetric = (): Buffer => SAMPLE
