import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createZip } from './zip-of.ts'
import { createWorkbookStream } from '#server/http/workbook'
import { inspectUpload } from '#server/files/inspect'
import { readTable } from '#server/files/table'
import { readFirstSheet } from '#server/files/workbook'

const MOST = { rows: 100, columns: 20 }

/** A workbook as a spreadsheet program writes it: shared texts, cells with addresses, dates as styled numbers. */
const workbook = (rows: string, more: Readonly<Record<string, string>> = {}) =>
  createZip(
    Object.entries({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml':
        '<?xml version="1.0"?><workbook><sheets><sheet name="Notes" sheetId="4" r:id="rId7"/><sheet name="Old" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId7" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
      'xl/sharedStrings.xml':
        '<sst><si><t>csvId</t></si><si><r><t xml:space="preserve">Reed </t></r><r><t>&amp; Sedge</t></r><rPh sb="0"><t>no</t></rPh></si><si/></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-809]dd\\/mm\\/yyyy;@"/><numFmt numFmtId="165" formatCode="&quot;day &quot;0.0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
      'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ...more,
    }).map(([name, content]) => ({ name, content, isDeflated: true })),
  )

it('the first sheet reads as CSV would: texts, numbers, dates, yes and no, and formula results', () => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>units</t></is></c></row>
    <row r="2"><c r="A2" s="1"/></row>
    <row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4"><v>0.30000000000000004</v></c><c r="D4" s="1"><v>46477</v></c>
      <c r="E4" s="2"><v>46477.75</v></c><c r="F4" s="3"><v>12.5</v></c><c r="G4" t="b"><v>1</v></c>
      <c r="H4" t="str"><f>A1&amp;"x"</f><v>csvIdx</v></c><c r="I4" t="e"><v>#REF!</v></c><c r="J4" t="s"><v>2</v></c></row>`
  expect(readFirstSheet(workbook(rows), MOST)).toEqual([
    { number: 1, cells: ['csvId', 'units'] },
    {
      number: 4,
      cells: ['Reed & Sedge', '', '0.3', '2027-03-31', '2027-03-31', '12.5', 'Yes', 'csvIdx', '#REF!'],
    },
  ])
})

it('a workbook with dates counted from 1904 gives the same dates', () => {
  const book = workbook('<row r="1"><c r="A1" s="2"><v>45015</v></c></row>', {
    'xl/workbook.xml':
      '<workbook><workbookPr date1904="1"/><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>',
  })
  expect(readFirstSheet(book, MOST)).toEqual([{ number: 1, cells: ['2027-03-31'] }])
})

it('a download is read back as the list that it is, with its texts unchanged', async () => {
  const cells = [
    ['csvId', 'name', 'units'],
    ["'=1+1", 'Reed <& Sedge>', 12.5],
    [null, '  two  ', null],
  ]
  const book = await buffer(
    createWorkbookStream(
      (async function* () {
        yield cells
      })(),
    ),
  )
  expect(await inspectUpload(book, ['csv', 'xlsx'])).toEqual({
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  expect(readTable(book)).toEqual({
    header: ['csvId', 'name', 'units'],
    rows: [
      { line: 2, cells: { csvId: '=1+1', name: 'Reed <& Sedge>', units: '12.5' } },
      { line: 3, cells: { csvId: '', name: 'two', units: '' } },
    ],
  })
})

it('a workbook has the limits of a list, with what to do', () => {
  const wide = `<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="XFD2"><v>1</v></c></row>`
  expect(readTable(workbook(wide))).toBe(
    'Row 2: it has more cells than headings. Name every column in the first row.',
  )
  const long = Array.from({ length: 2002 }, (_, at) => `<row r="${at + 1}"><c><v>1</v></c></row>`).join('')
  expect(readTable(workbook(long))).toMatch('The file has more than 2,000 rows.')
  expect(readTable(createZip([{ name: 'a.txt', content: 'a' }]))).toBe(
    'The file cannot be read as an Excel workbook. Save the list as the first sheet of a new one, or as “CSV UTF-8”.',
  )
})

it('a sheet above the unpacked limit is not unpacked', () => {
  const book = createZip([
    { name: 'xl/worksheets/sheet1.xml', content: ' '.repeat(33 * 1024 * 1024), isDeflated: true, claims: 10 },
  ])
  expect(readFirstSheet(book, MOST)).toBeUndefined()
})
