import { Readable } from 'node:stream'
import yazl from 'yazl'
import { XML_DECLARATION, escapeXmlText } from './xml/xml.ts'

/** A part of a document: a heading, a paragraph, a list, or a table to fill in, with some rows already filled. */
export type DocumentBlock =
  | { heading: string }
  | { text: string }
  | { list: readonly string[] }
  | { rows: readonly (readonly [label: string, value: string])[] }

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** The parts of every document; the language makes the spelling checker use British English. */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'word/styles.xml': `<w:styles xmlns:w="${MAIN}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:rPr><w:b/><w:sz w:val="40"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:keepNext/><w:spacing w:before="280" w:after="100"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="26"/></w:rPr></w:style></w:styles>`,
}

const run = (text: string, bold = false): string =>
  `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXmlText(text)}</w:t></w:r>`

const paragraph = (text: string, style = ''): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${run(text)}</w:p>`

const LINE = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map(edge => `<w:${edge} w:val="single" w:sz="4" w:space="0" w:color="999999"/>`)
  .join('')

const cell = (width: number, text: string, bold = false): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr><w:p>${run(text, bold)}</w:p></w:tc>`

const table = (rows: readonly (readonly [string, string])[]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="9600" w:type="dxa"/><w:tblBorders>${LINE}</w:tblBorders><w:tblCellMar><w:top w:w="60" w:type="dxa"/><w:left w:w="100" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid><w:gridCol w:w="3600"/><w:gridCol w:w="6000"/></w:tblGrid>${rows
    .map(
      ([label, value]) =>
        `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cell(3600, label, true)}${cell(6000, value)}</w:tr>`,
    )
    .join('')}</w:tbl><w:p/>`

const blockOf = (block: DocumentBlock): string => {
  if ('heading' in block) return paragraph(block.heading, 'Heading1')
  if ('text' in block) return paragraph(block.text)
  if ('list' in block) return block.list.map(line => paragraph(`\u2610  ${line}`)).join('')
  return table(block.rows)
}

/** Writes an A4 document to fill in, for common word processors (Office Open XML). */
export const writeWordDocument = (title: string, blocks: readonly DocumentBlock[]): Readable => {
  const body = `<w:document xmlns:w="${MAIN}"><w:body>${paragraph(title, 'Title')}${blocks
    .map(blockOf)
    .join(
      '',
    )}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`
  const zip = new yazl.ZipFile()
  for (const [path, part] of Object.entries({ ...PARTS, 'word/document.xml': body }))
    zip.addBuffer(Buffer.from(XML_DECLARATION + part), path)
  zip.end()
  return Readable.from(zip.outputStream)
}
