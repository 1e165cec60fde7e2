import { DEFAULT_MARK } from '#domain/people/brand'
import type { CertificatePaper } from '#domain/credit/certificate-paper'
import type { Colour } from '#domain/values/colours'
import type PDFDocument from 'pdfkit'
import { drawLandMap, type PaperMap } from './land-map.ts'
import type { CertificateLetterhead, Paper, PaperPart } from './paper.ts'
import { wrapText, createTextWriter, type TextWriter } from './pen.ts'
import { createQrCode } from './square-code.ts'

const WIDTH = 595.28
const HEIGHT = 841.89
const MARGIN = 56
const BOTTOM = HEIGHT - 72
const TEXT_WIDTH = WIDTH - 2 * MARGIN
const CODE_SIZE = 96
const MAP_HEIGHT = 170
const MARK_SIZE = 34
const WIDEST_LOGO = 140
const QUIET = '#55605a'
const RULE = '#c9cec8'
// Columns of the table of credits, as fractions of the width.
const COLUMNS = [0.25, 0.18, 0.11, 0.17, 0.18, 0.11]
const NAMES = [0.34, 0.66]

type Doc = InstanceType<typeof PDFDocument>
type Element = ReturnType<Doc['struct']>

/**
 * Renders a certificate as a tagged PDF: its words are exactly what is signed, but for a part about its land, which comes before the
 * last part, as on the web page.
 */
export const renderCertificatePdf = (
  paper: CertificatePaper,
  letterhead: CertificateLetterhead,
  land: readonly PaperPart[] = [],
): Promise<Buffer> => {
  const howToCheck = paper.parts.findLastIndex(part => 'heading' in part)
  const parts = [...paper.parts.slice(0, howToCheck), ...land, ...paper.parts.slice(howToCheck)]
  return renderPaperPdf({ ...paper, parts, about: paper.subject.name }, letterhead)
}

/**
 * Renders a paper as a tagged PDF; the same look gives the same
 * bytes. Follows PDF/UA-1 (ISO 14289): every text is in the structure tree in reading order, and all else is an
 * artifact.
 */
export const renderPaperPdf = async (paper: Paper, letterhead: CertificateLetterhead): Promise<Buffer> => {
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size: [WIDTH, HEIGHT],
    margin: 0,
    pdfVersion: '1.7',
    // The types of the library only know PDF/A.
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: `${paper.title} ${paper.number}`,
      Author: paper.issuer,
      Subject: `${paper.title}: ${paper.about}`,
      Keywords: paper.number,
      Creator: paper.format,
      Producer: 'PDFKit',
      CreationDate: new Date(paper.madeAt),
      ModDate: new Date(paper.madeAt),
    },
    // No font that is not embedded in the file.
    font: '',
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  draw(doc, paper, letterhead)
  doc.end()
  return done
}

const draw = (doc: Doc, paper: Paper, { accent, logo }: CertificateLetterhead): void => {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet = { doc, root, y: MARGIN, accent }
  drawMark(sheet, logo)
  block(sheet, 'H1', paper.title, createTextWriter(doc, 22, 600, accent), 10)
  for (const part of paper.parts) drawPart(sheet, part)
  if (paper.verifyAt !== null) drawCode(sheet, paper.verifyAt)
  root.end()
  footers(doc, paper.number)
}

interface Sheet {
  doc: Doc
  root: Element
  /** Current position on the page, in points from the top. */
  y: number
  accent: Colour
}

/** A band in the market's colour and the logo under it, as an artifact that screen readers skip. */
const drawMark = (sheet: Sheet, logo: Buffer | null): void => {
  const { doc, accent, y } = sheet
  doc.markContent('Artifact', { type: 'Layout' })
  doc.rect(0, 0, WIDTH, 6).fill(accent)
  if (logo) doc.image(logo, MARGIN, y, { fit: [WIDEST_LOGO, MARK_SIZE], valign: 'center' })
  else {
    doc
      .save()
      .translate(MARGIN, y)
      .scale(MARK_SIZE / DEFAULT_MARK.size)
    doc.path(DEFAULT_MARK.full).fill(accent)
    doc.path(DEFAULT_MARK.outline).lineWidth(DEFAULT_MARK.outlineWidth).stroke(accent)
    doc.restore()
  }
  doc.endMarkedContent()
  sheet.y += MARK_SIZE + 14
}

const drawHeading = (sheet: Sheet, heading: string): void => {
  sheet.y += 12
  // A heading must not be the last line of a page.
  makeRoom(sheet, 80)
  block(sheet, 'H2', heading, createTextWriter(sheet.doc, 14, 600, sheet.accent), 6)
}

const drawPart = (sheet: Sheet, part: PaperPart): void => {
  const { doc } = sheet
  if ('heading' in part) drawHeading(sheet, part.heading)
  else if ('paragraph' in part) block(sheet, 'P', part.paragraph, createTextWriter(doc, 10.5, 400), 8)
  else if ('map' in part) drawMap(sheet, part.map)
  else if ('pairs' in part) drawTable(sheet, { rows: part.pairs, parts: NAMES, size: 10 })
  else drawTable(sheet, { ...part, parts: part.widths ?? COLUMNS, size: 8.5 })
}

const makeRoom = (sheet: Sheet, height: number): boolean => {
  if (sheet.y + height <= BOTTOM) return false
  sheet.doc.addPage()
  sheet.y = MARGIN
  return true
}

const block = (sheet: Sheet, type: string, text: string, pen: TextWriter, after: number): void => {
  const lines = wrapText(text, pen, TEXT_WIDTH)
  makeRoom(sheet, lines.length * pen.leading)
  const { y } = sheet
  sheet.root.add(sheet.doc.struct(type, {}, () => pen.write(lines, MARGIN, y)))
  sheet.y += lines.length * pen.leading + after
}

interface Table {
  caption?: string
  head?: readonly string[]
  rows: readonly (readonly string[])[]
  parts: readonly number[]
  size: number
}

const drawTable = (sheet: Sheet, { caption, head, rows, parts, size }: Table): void => {
  const { doc, root } = sheet
  const table = doc.struct('Table')
  root.add(table)
  const [plain, bold] = [createTextWriter(doc, size, 400), createTextWriter(doc, size, 600)]
  if (caption) {
    const [quiet, y] = [createTextWriter(doc, 9, 400, QUIET), sheet.y]
    table.add(doc.struct('Caption', {}, () => quiet.write([caption], MARGIN, y)))
    sheet.y += quiet.leading + 4
  }
  const titles = head && rowOf(head, parts, () => bold)
  if (titles) drawRow(sheet, table, titles, 'Column')
  for (const row of rows.map(texts => rowOf(texts, parts, index => (index === 0 ? bold : plain)))) {
    if (makeRoom(sheet, row.height) && titles) repeat(sheet, titles)
    drawRow(sheet, table, row, 'Row')
  }
  table.end()
  sheet.y += 8
}

const GAP = 8

interface Row {
  height: number
  cells: readonly { pen: TextWriter; left: number; lines: readonly string[] }[]
}

const rowOf = (
  texts: readonly string[],
  parts: readonly number[],
  penFor: (index: number) => TextWriter,
): Row => {
  let x = MARGIN
  const cells = texts.map((text, index) => {
    const [pen, width, left] = [penFor(index), (parts[index] ?? 0) * TEXT_WIDTH, x]
    x += width
    return { pen, left, lines: wrapText(text, pen, width - GAP) }
  })
  return { cells, height: Math.max(...cells.map(({ pen, lines }) => lines.length * pen.leading)) + 6 }
}

const drawRow = (sheet: Sheet, table: Element, { cells, height }: Row, names: 'Column' | 'Row'): void => {
  const { doc } = sheet
  const y = sheet.y + 3
  const line = doc.struct('TR')
  table.add(line)
  for (const [index, { pen, left, lines }] of cells.entries()) {
    const write = () => pen.write(lines, left, y)
    const isName = names === 'Column' || index === 0
    line.add(isName ? doc.struct('TH', { scope: names }, write) : doc.struct('TD', {}, write))
  }
  line.end()
  sheet.y += height
  rule(sheet)
}

/** Repeats the head of the table on a further page, as an artifact that screen readers skip. */
const repeat = (sheet: Sheet, { cells, height }: Row): void => {
  sheet.doc.markContent('Artifact', { type: 'Pagination' })
  for (const { pen, left, lines } of cells) pen.write(lines, left, sheet.y + 3)
  sheet.doc.endMarkedContent()
  sheet.y += height
  rule(sheet)
}

const rule = ({ doc, y }: Sheet): void => {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(MARGIN, y)
    .lineTo(WIDTH - MARGIN, y)
    .lineWidth(0.5)
    .stroke(RULE)
  doc.endMarkedContent()
}

/** Adds a figure of this size at the current position; `paint` draws it from the upper left corner. */
const figure = (
  sheet: Sheet,
  { alt, width, height }: { alt: string; width: number; height: number },
  paint: (top: number) => void,
): void => {
  makeRoom(sheet, height)
  const { doc, root, y } = sheet
  const bbox: [number, number, number, number] = [MARGIN, y, MARGIN + width, y + height]
  root.add(doc.struct('Figure', { alt, bbox, placement: 'Block' }, () => paint(y)))
  sheet.y += height + 10
}

const drawCode = (sheet: Sheet, address: string): void => {
  const { size, path, alt } = createQrCode(address)
  figure(sheet, { alt, width: CODE_SIZE, height: CODE_SIZE }, y => {
    const { doc } = sheet
    doc
      .save()
      .translate(MARGIN, y)
      .scale(CODE_SIZE / size)
    doc.path(path).fill('#000000').restore()
  })
}

const drawMap = (sheet: Sheet, { heading, picture, alt }: PaperMap): void => {
  // The heading stays with its map.
  makeRoom(sheet, MAP_HEIGHT + 40)
  drawHeading(sheet, heading)
  const size = { width: TEXT_WIDTH, height: MAP_HEIGHT }
  figure(sheet, { alt, ...size }, top =>
    drawLandMap(sheet.doc, picture, sheet.accent, { left: MARGIN, top, ...size }),
  )
}

const footers = (doc: Doc, number: string): void => {
  const { count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at)
    const pen = createTextWriter(doc, 8.5, 400, QUIET)
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    pen.write([`${number}, page ${at + 1} of ${count}`], MARGIN, HEIGHT - 44)
    doc.endMarkedContent()
  }
}
