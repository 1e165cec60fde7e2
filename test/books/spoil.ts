import { zipOf } from '../http/zip-of.ts'
import { type Content, type Filled, metricSheets, packed, partsOf } from './made.ts'

/** The sheet whose figures are spoilt, and its neighbour. */
export const A1 = 'A-1 On-Site Habitat Baseline'
export const A2 = 'A-2 On-Site Habitat Creation'
/** A good row of it. */
export const PARCEL = { E11: 'Grassland', F11: 'Modified grassland', H11: 4.2, K11: 'Moderate' }
export const GOOD = { [A1]: PARCEL }

/** The parts of a good workbook. */
export const good = (filled: Filled = GOOD) => partsOf(metricSheets('4.1', filled))
/** Its part. */
export const SHEET_A1 = 'xl/worksheets/sheet2.xml'

type Parts = Record<string, string | Buffer>
/** The good workbook with these parts besides, or instead. */
export const withParts = (more: Parts): Buffer => packed({ ...good(), ...more })
/** The good workbook with another cell in its row. */
export const withCell = (address: string, content: Content): Buffer =>
  packed(good({ [A1]: { ...PARCEL, [address]: content } }))
/** With a size in this XML. */
export const size = (xml: string): Buffer => withCell('H11', { xml })
/** With a formula in place of the size. */
export const formula = (written: string): Buffer => size(`<c r="H11"><f>${written}</f><v>1</v></c>`)
/** With a word of a part replaced. */
export const changed = (path: string, from: string, to: string): Buffer => {
  const parts = good()
  const before = parts[path] ?? ''
  if (!before.includes(from)) throw new Error(`${path} has no ${from}`)
  return packed({ ...parts, [path]: before.replace(from, to) })
}
/** The parts of a link to another file. */
export const link = (target: string): Parts => ({
  'xl/externalLinks/externalLink1.xml': '<externalLink><externalBook r:id="rId1"/></externalLink>',
  'xl/externalLinks/_rels/externalLink1.xml.rels': `<Relationships><Relationship Id="rId1" Target="${target}" TargetMode="External"/></Relationships>`,
})
/** Packed after its files were changed. */
export const raw = (change: (files: Parameters<typeof zipOf>[0][number][]) => void): Buffer => {
  const files = Object.entries(good()).map(([name, content]) => ({ name, content, isDeflated: true }))
  change(files)
  return zipOf(files)
}
/** Which part each sheet is. */
export const RELS = 'xl/_rels/workbook.xml.rels'
