import { expect, it } from 'vitest'
import { inspectUpload } from '#server/files/inspect'
import { readWorkbook } from '#server/files/read-book'
import { HOSTILE_FILES, type HostileWorkbook } from './hostile-files.ts'
import { createMetricSheets, packWorkbook, workbookPartsOf } from './made.ts'
import {
  BASELINE_SHEET,
  CREATION_SHEET,
  workbookWithReplacedText,
  createValidWorkbookParts,
  VALID_WORKBOOK_CELLS,
  externalLinkParts,
  VALID_PARCEL_ROW,
  RELATIONSHIPS_PART,
  BASELINE_SHEET_PART,
  workbookWithSize,
  workbookWithCell,
  workbookWithParts,
} from './spoil.ts'

const HOSTILE: HostileWorkbook[] = [
  ...HOSTILE_FILES,
  // Invalid sheets.
  [
    'a sheet outside of it',
    () => workbookWithReplacedText(RELATIONSHIPS_PART, 'worksheets/sheet2.xml', '../../../etc/passwd'),
    /is outside the file/,
  ],
  [
    'a sheet on the network',
    () =>
      workbookWithReplacedText(
        RELATIONSHIPS_PART,
        'Target="worksheets/sheet2.xml"',
        'Target="http://example.org/a" TargetMode="External"',
      ),
    /is outside the file/,
  ],
  [
    'a sheet that is the list of sheets',
    () => workbookWithReplacedText(RELATIONSHIPS_PART, 'worksheets/sheet2.xml', 'workbook.xml'),
    /is outside the file/,
  ],
  [
    'two sheets with one part',
    () => workbookWithReplacedText(RELATIONSHIPS_PART, 'worksheets/sheet3.xml', 'worksheets/sheet2.xml'),
    /same part/,
  ],
  [
    'two sheets of one name',
    () => workbookWithReplacedText('xl/workbook.xml', CREATION_SHEET, BASELINE_SHEET.toUpperCase()),
    /Two sheets/,
  ],
  [
    'a sheet without a part',
    () => workbookWithReplacedText(RELATIONSHIPS_PART, 'worksheets/sheet2.xml', 'worksheets/sheet99.xml'),
    /missing/,
  ],
  [
    'a sheet that leads nowhere',
    () => workbookWithReplacedText('xl/workbook.xml', 'r:id="rId2"', 'r:id="rId99"'),
    /nowhere/,
  ],
  ['no sheets', () => workbookWithParts({ 'xl/workbook.xml': '<workbook/>' }), /nowhere/],
  [
    'too many sheets',
    () =>
      packWorkbook(
        workbookPartsOf({
          ...createMetricSheets('4.1', VALID_WORKBOOK_CELLS),
          ...Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`S${at}`, '<worksheet/>'])),
        }),
      ),
    /more than 100 sheets/,
  ],
  [
    'an earlier edition',
    () => packWorkbook(createValidWorkbookParts({ ...VALID_WORKBOOK_CELLS, Start: { D8: 3.1 } })),
    /another edition.*3\.1/,
  ],
  [
    'an unknown edition',
    () => packWorkbook(createValidWorkbookParts({ ...VALID_WORKBOOK_CELLS, Start: { D8: 'v9.9 <beta>' } })),
    /another edition/,
  ],
  [
    'a column added',
    () =>
      packWorkbook(createValidWorkbookParts({ [BASELINE_SHEET]: { ...VALID_PARCEL_ROW, H10: 'Colour' } })),
    /Column H/,
  ],
  [
    'rows out of order',
    () => workbookWithReplacedText(BASELINE_SHEET_PART, '<row r="11">', '<row r="3">'),
    /not in order/,
  ],
  [
    'a row beyond the last',
    () => workbookWithReplacedText(BASELINE_SHEET_PART, '<row r="11">', '<row r="99999999">'),
    /not in order/,
  ],
  [
    'endless cells',
    () =>
      workbookWithReplacedText(
        BASELINE_SHEET_PART,
        '</sheetData>',
        `<row r="300">${Array.from({ length: 500_001 }, (_, at) => `<c s="${at * 7919}"/>`).join('')}</row></sheetData>`,
      ),
    /cells/,
  ],
  [
    'a repeated cell',
    () => workbookWithSize('<c r="H11"><v>1</v></c><c r="H11"><v>900</v></c>'),
    /is in “A-1 .*” twice/,
  ],
  ['a cell without an address', () => workbookWithSize('<c><v>1</v></c>'), /no address/],
  [
    'merged figures',
    () =>
      packWorkbook({
        ...createValidWorkbookParts(),
        [BASELINE_SHEET_PART]: (createValidWorkbookParts()[BASELINE_SHEET_PART] ?? '').replace(
          '</sheetData>',
          '</sheetData><mergeCells><mergeCell ref="H12:H14"/></mergeCells>',
        ),
      }),
    /merged/,
  ],
  // Invalid figures.
  ['a size that is not a number', () => workbookWithSize('<c r="H11"><v>NaN</v></c>'), /H11.*not a number/],
  ['an infinite size', () => workbookWithSize('<c r="H11"><v>1e999</v></c>'), /not a number/],
  ['a negative size', () => workbookWithCell('H11', -4), /negative/],
  ['a size larger than England', () => workbookWithCell('H11', 9e9), /larger than any site/],
  ['a size in words', () => workbookWithCell('H11', 'about four'), /“about four”/],
  ['a size that is a date', () => workbookWithSize('<c r="H11" s="1"><v>45162</v></c>'), /date/],
  ['a size that is an error', () => workbookWithSize('<c r="H11" t="e"><v>#REF!</v></c>'), /error/],
  ['a size that is true', () => workbookWithSize('<c r="H11" t="b"><v>1</v></c>'), /is text/],
  [
    'a formula that was never worked out',
    () => workbookWithSize('<c r="H11"><f>1+1</f></c>'),
    /never calculated/,
  ],
  [
    'a size without a habitat',
    () => packWorkbook(createValidWorkbookParts({ [BASELINE_SHEET]: { H11: 1 } })),
    /no habitat/,
  ],
  [
    'a habitat without a size',
    () =>
      packWorkbook(
        createValidWorkbookParts({ [BASELINE_SHEET]: { E11: 'Grassland', F11: 'Modified grassland' } }),
      ),
    /no size/,
  ],
  ['nothing filled in', () => packWorkbook(createValidWorkbookParts({})), /contains no habitats/],
  [
    'years that are none',
    () =>
      packWorkbook(
        createValidWorkbookParts({
          [CREATION_SHEET]: { D11: 'Wetland', E11: 'Reedbeds', G11: 1, P11: 'soon' },
        }),
      ),
    /number of years/,
  ],
]

/** The remedy that a message must contain. */
const REMEDY = /(Open|Save|Delete|Put|Fill in|Copy|Break|Unmerge|Choose|Upload|save it|export)/

it('covers more than sixty kinds of hostile workbooks', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(60)
  expect(readWorkbook(packWorkbook(createValidWorkbookParts()))).toMatchObject({
    edition: '4.1',
    lines: [{ size: 42_000 }],
  })
})

it.each(HOSTILE)('a workbook that is %s is refused, with what to do', async (_what, content, why) => {
  const bad = content()
  const looked = await inspectUpload(bad, ['xlsx', 'xlsm'])
  const said = 'refused' in looked ? looked.refused : readWorkbook(bad)
  expect(said).toMatch(why)
  expect(said).toMatch(REMEDY)
})

it('hidden sheets are read like others, because the metric hides all unused ones', () => {
  const parts = createValidWorkbookParts()
  const hidden = {
    ...parts,
    'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replaceAll('<sheet ', '<sheet state="veryHidden" '),
  }
  expect(readWorkbook(packWorkbook(hidden))).toEqual(readWorkbook(packWorkbook(parts)))
})

it('links from the original author’s workbook to other files are neither followed nor refused', async () => {
  const book = workbookWithParts(externalLinkParts('file:///G:\\Net%20Gain\\Master.xlsm'))
  expect(await inspectUpload(book, ['xlsm', 'xlsx'])).toHaveProperty('type')
  expect(readWorkbook(book)).toMatchObject({ edition: '4.1' })
})
