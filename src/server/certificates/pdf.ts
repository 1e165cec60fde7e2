import { MARK } from '#domain/brand'
import type { CertificatePaper, PaperPart } from '#domain/certificate-paper'
import type { Colour } from '#domain/colours'
import type PDFDocument from 'pdfkit'
import { linesIn, penOn, type Pen } from './pen.ts'
import { squareCode } from './square-code.ts'

const WIDTH = 595.28
const HEIGHT = 841.89
const MARGIN = 56
const BOTTOM = HEIGHT - 72
const TEXT_WIDTH = WIDTH - 2 * MARGIN
const CODE_SIZE = 96
const MARK_SIZE = 34
const WIDEST_LOGO = 140
const QUIET = '#55605a'
const RULE = '#c9cec8'
// Of the columns of the table of credits, in parts of the width.
const COLUMNS = [0.25, 0.18, 0.11, 0.17, 0.18, 0.11]
const NAMES = [0.34, 0.66]

type Doc = InstanceType<typeof PDFDocument>
type Element = ReturnType<Doc['struct']>

/** How a market looks on paper: the colour of its headings, and a PNG in the place of its mark. */
export interface Letterhead {
  accent: Colour
  logo: Buffer | null
}

/**
 * The certificate as a tagged PDF: its words are what is signed and nothing else, and of one look it is the same bytes each
 * time. It follows the rules of PDF/UA-1 (ISO 14289): every text is in the structure, in reading order, and all else is an
 * artifact.
 */
export const pdfOf = async (paper: CertificatePaper, letterhead: Letterhead): Promise<Buffer> => {
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size: [WIDTH, HEIGHT],
    margin: 0,
    pdfVersion: '1.7',
    // Its types know of PDF/A only.
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: `${paper.title} ${paper.number}`,
      Author: paper.issuer,
      Subject: `${paper.title}: ${paper.subject.name}`,
      Keywords: paper.number,
      Creator: paper.format,
      Producer: 'PDFKit',
      CreationDate: new Date(paper.madeAt),
      ModDate: new Date(paper.madeAt),
    },
    // No letters that are not in the file.
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

const draw = (doc: Doc, paper: CertificatePaper, { accent, logo }: Letterhead): void => {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet = { doc, root, y: MARGIN, accent }
  drawMark(sheet, logo)
  block(sheet, 'H1', paper.title, penOn(doc, 22, 600, accent), 10)
  for (const part of paper.parts) drawPart(sheet, part)
  drawCode(sheet, paper.verifyAt)
  root.end()
  footers(doc, paper.number)
}

interface Sheet {
  doc: Doc
  root: Element
  /** How far down the page it has come. */
  y: number
  accent: Colour
}

/** A band in the colour of the market, and below it its logo or the mark: nothing that is read out. */
const drawMark = (sheet: Sheet, logo: Buffer | null): void => {
  const { doc, accent, y } = sheet
  doc.markContent('Artifact', { type: 'Layout' })
  doc.rect(0, 0, WIDTH, 6).fill(accent)
  if (logo) doc.image(logo, MARGIN, y, { fit: [WIDEST_LOGO, MARK_SIZE], valign: 'center' })
  else {
    doc
      .save()
      .translate(MARGIN, y)
      .scale(MARK_SIZE / MARK.size)
    doc.path(MARK.full).fill(accent)
    doc.path(MARK.outline).lineWidth(MARK.outlineWidth).stroke(accent)
    doc.restore()
  }
  doc.endMarkedContent()
  sheet.y += MARK_SIZE + 14
}

const drawPart = (sheet: Sheet, part: PaperPart): void => {
  const { doc } = sheet
  if ('heading' in part) {
    sheet.y += 12
    // A heading never stands alone at the end of a page.
    makeRoom(sheet, 80)
    block(sheet, 'H2', part.heading, penOn(doc, 14, 600, sheet.accent), 6)
  } else if ('paragraph' in part) block(sheet, 'P', part.paragraph, penOn(doc, 10.5, 400), 8)
  else if ('pairs' in part) drawTable(sheet, { rows: part.pairs, parts: NAMES, size: 10 })
  else drawTable(sheet, { ...part, parts: COLUMNS, size: 8.5 })
}

const makeRoom = (sheet: Sheet, height: number): boolean => {
  if (sheet.y + height <= BOTTOM) return false
  sheet.doc.addPage()
  sheet.y = MARGIN
  return true
}

const block = (sheet: Sheet, type: string, text: string, pen: Pen, after: number): void => {
  const lines = linesIn(text, pen, TEXT_WIDTH)
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
  const [plain, bold] = [penOn(doc, size, 400), penOn(doc, size, 600)]
  if (caption) {
    const [quiet, y] = [penOn(doc, 9, 400, QUIET), sheet.y]
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
  cells: readonly { pen: Pen; left: number; lines: readonly string[] }[]
}

const rowOf = (texts: readonly string[], parts: readonly number[], penFor: (index: number) => Pen): Row => {
  let x = MARGIN
  const cells = texts.map((text, index) => {
    const [pen, width, left] = [penFor(index), (parts[index] ?? 0) * TEXT_WIDTH, x]
    x += width
    return { pen, left, lines: linesIn(text, pen, width - GAP) }
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

/** The head once more on a further page: not part of what is read out. */
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

const drawCode = (sheet: Sheet, address: string): void => {
  const { doc, root } = sheet
  makeRoom(sheet, CODE_SIZE)
  const { y } = sheet
  const { size, path, alt } = squareCode(address)
  const bbox: [number, number, number, number] = [MARGIN, y, MARGIN + CODE_SIZE, y + CODE_SIZE]
  root.add(
    doc.struct('Figure', { alt, bbox, placement: 'Block' }, () => {
      doc
        .save()
        .translate(MARGIN, y)
        .scale(CODE_SIZE / size)
      doc.path(path).fill('#000000').restore()
    }),
  )
  sheet.y += CODE_SIZE + 12
}

const footers = (doc: Doc, number: string): void => {
  const { count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at)
    const pen = penOn(doc, 8.5, 400, QUIET)
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    pen.write([`${number}, page ${at + 1} of ${count}`], MARGIN, HEIGHT - 44)
    doc.endMarkedContent()
  }
}
