import { createZip } from '../http/zip-of.ts'
import {
  type CellContent,
  type SheetCells,
  createMetricSheets,
  packWorkbook,
  workbookPartsOf,
} from './made.ts'

/** The sheet whose figures are damaged, and its neighbour. */
export const BASELINE_SHEET = 'A-1 On-Site Habitat Baseline'
export const CREATION_SHEET = 'A-2 On-Site Habitat Creation'
/** A valid row of that sheet. */
export const VALID_PARCEL_ROW = { E11: 'Grassland', F11: 'Modified grassland', H11: 4.2, K11: 'Moderate' }
export const VALID_WORKBOOK_CELLS = { [BASELINE_SHEET]: VALID_PARCEL_ROW }

/** The parts of a valid workbook. */
export const createValidWorkbookParts = (filled: SheetCells = VALID_WORKBOOK_CELLS) =>
  workbookPartsOf(createMetricSheets('4.1', filled))
/** The part of the workbook that contains the sheet. */
export const BASELINE_SHEET_PART = 'xl/worksheets/sheet2.xml'

type Parts = Record<string, string | Buffer>
/** The valid workbook with additional or replaced parts. */
export const workbookWithParts = (more: Parts): Buffer =>
  packWorkbook({ ...createValidWorkbookParts(), ...more })
/** The valid workbook with one cell changed. */
export const workbookWithCell = (address: string, content: CellContent): Buffer =>
  packWorkbook(createValidWorkbookParts({ [BASELINE_SHEET]: { ...VALID_PARCEL_ROW, [address]: content } }))
/** The valid workbook with this XML as a size. */
export const workbookWithSize = (xml: string): Buffer => workbookWithCell('H11', { xml })
/** The valid workbook with a formula instead of the size. */
export const workbookWithFormula = (written: string): Buffer =>
  workbookWithSize(`<c r="H11"><f>${written}</f><v>1</v></c>`)
/** The valid workbook with a word of a part replaced. */
export const workbookWithReplacedText = (path: string, from: string, to: string): Buffer => {
  const parts = createValidWorkbookParts()
  const before = parts[path] ?? ''
  if (!before.includes(from)) throw new Error(`${path} has no ${from}`)
  return packWorkbook({ ...parts, [path]: before.replace(from, to) })
}
/** The parts of a link to another file. */
export const externalLinkParts = (target: string): Parts => ({
  'xl/externalLinks/externalLink1.xml': '<externalLink><externalBook r:id="rId1"/></externalLink>',
  'xl/externalLinks/_rels/externalLink1.xml.rels': `<Relationships><Relationship Id="rId1" Target="${target}" TargetMode="External"/></Relationships>`,
})
/** The valid workbook packed after a change of its files. */
export const workbookWithChangedFiles = (
  change: (files: Parameters<typeof createZip>[0][number][]) => void,
): Buffer => {
  const files = Object.entries(createValidWorkbookParts()).map(([name, content]) => ({
    name,
    content,
    isDeflated: true,
  }))
  change(files)
  return createZip(files)
}
/** The part that assigns sheets to parts. */
export const RELATIONSHIPS_PART = 'xl/_rels/workbook.xml.rels'
