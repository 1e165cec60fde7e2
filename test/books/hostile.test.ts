import { expect, it } from 'vitest'
import { inspect } from '#server/files/inspect'
import { bookIn } from '#server/files/read-book'
import { HOSTILE_FILES, type Hostile } from './hostile-files.ts'
import { metricSheets, packed, partsOf } from './made.ts'
import {
  A1,
  A2,
  changed,
  good,
  GOOD,
  link,
  PARCEL,
  RELS,
  SHEET_A1,
  size,
  withCell,
  withParts,
} from './spoil.ts'

const HOSTILE: Hostile[] = [
  ...HOSTILE_FILES,
  // Its sheets.
  [
    'a sheet outside of it',
    () => changed(RELS, 'worksheets/sheet2.xml', '../../../etc/passwd'),
    /lies outside/,
  ],
  [
    'a sheet on the network',
    () =>
      changed(RELS, 'Target="worksheets/sheet2.xml"', 'Target="http://example.org/a" TargetMode="External"'),
    /lies outside/,
  ],
  [
    'a sheet that is the list of sheets',
    () => changed(RELS, 'worksheets/sheet2.xml', 'workbook.xml'),
    /lies outside/,
  ],
  [
    'two sheets that are one',
    () => changed(RELS, 'worksheets/sheet3.xml', 'worksheets/sheet2.xml'),
    /same part/,
  ],
  ['two sheets of one name', () => changed('xl/workbook.xml', A2, A1.toUpperCase()), /Two sheets/],
  [
    'a sheet without a part',
    () => changed(RELS, 'worksheets/sheet2.xml', 'worksheets/sheet99.xml'),
    /missing/,
  ],
  ['a sheet that leads nowhere', () => changed('xl/workbook.xml', 'r:id="rId2"', 'r:id="rId99"'), /nowhere/],
  ['no sheets', () => withParts({ 'xl/workbook.xml': '<workbook/>' }), /nowhere/],
  [
    'too many sheets',
    () =>
      packed(
        partsOf({
          ...metricSheets('4.1', GOOD),
          ...Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`S${at}`, '<worksheet/>'])),
        }),
      ),
    /more than 100 sheets/,
  ],
  ['an edition of before', () => packed(good({ ...GOOD, Start: { D8: 3.1 } })), /another edition.*3\.1/],
  [
    'an edition that nobody knows',
    () => packed(good({ ...GOOD, Start: { D8: 'v9.9 <beta>' } })),
    /another edition/,
  ],
  ['a column added', () => packed(good({ [A1]: { ...PARCEL, H10: 'Colour' } })), /Column H/],
  ['rows out of order', () => changed(SHEET_A1, '<row r="11">', '<row r="3">'), /not in order/],
  ['a row beyond the last', () => changed(SHEET_A1, '<row r="11">', '<row r="99999999">'), /not in order/],
  [
    'cells without end',
    () =>
      changed(
        SHEET_A1,
        '</sheetData>',
        `<row r="300">${Array.from({ length: 500_001 }, (_, at) => `<c s="${at * 7919}"/>`).join('')}</row></sheetData>`,
      ),
    /cells/,
  ],
  ['a cell twice', () => size('<c r="H11"><v>1</v></c><c r="H11"><v>900</v></c>'), /stands twice/],
  ['a cell without an address', () => size('<c><v>1</v></c>'), /no address/],
  [
    'merged figures',
    () =>
      packed({
        ...good(),
        [SHEET_A1]: (good()[SHEET_A1] ?? '').replace(
          '</sheetData>',
          '</sheetData><mergeCells><mergeCell ref="H12:H14"/></mergeCells>',
        ),
      }),
    /merged/,
  ],
  // Its figures.
  ['a size that is not a number', () => size('<c r="H11"><v>NaN</v></c>'), /H11.*not a number/],
  ['a size without end', () => size('<c r="H11"><v>1e999</v></c>'), /not a number/],
  ['a negative size', () => withCell('H11', -4), /negative/],
  ['a size larger than England', () => withCell('H11', 9e9), /larger than any site/],
  ['a size in words', () => withCell('H11', 'about four'), /“about four”/],
  ['a size that is a date', () => size('<c r="H11" s="1"><v>45162</v></c>'), /date/],
  ['a size that is an error', () => size('<c r="H11" t="e"><v>#REF!</v></c>'), /error/],
  ['a size that is true', () => size('<c r="H11" t="b"><v>1</v></c>'), /is a text/],
  ['a formula that was never worked out', () => size('<c r="H11"><f>1+1</f></c>'), /never worked out/],
  ['a size without a habitat', () => packed(good({ [A1]: { H11: 1 } })), /no habitat/],
  [
    'a habitat without a size',
    () => packed(good({ [A1]: { E11: 'Grassland', F11: 'Modified grassland' } })),
    /no size/,
  ],
  ['nothing filled in', () => packed(good({})), /No habitat is filled in/],
  [
    'years that are none',
    () => packed(good({ [A2]: { D11: 'Wetland', E11: 'Reedbeds', G11: 1, P11: 'soon' } })),
    /number of years/,
  ],
]

/** What somebody is to do about it. */
const REMEDY = /(Open|Save|Delete|Put|Fill in|Copy|Break|Unmerge|Choose|Upload|save it|export)/

it('sixty kinds of hostile workbooks and more are known', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(60)
  expect(bookIn(packed(good()))).toMatchObject({ edition: '4.1', lines: [{ size: 42_000 }] })
})

it.each(HOSTILE)('a workbook that is %s is refused, with what to do', async (_what, content, why) => {
  const bad = content()
  const looked = await inspect(bad, ['xlsx', 'xlsm'])
  const said = 'refused' in looked ? looked.refused : bookIn(bad)
  expect(said).toMatch(why)
  expect(said).toMatch(REMEDY)
})

it('hidden sheets are read like others, since the metric hides all that are not in use', () => {
  const parts = good()
  const hidden = {
    ...parts,
    'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replaceAll('<sheet ', '<sheet state="veryHidden" '),
  }
  expect(bookIn(packed(hidden))).toEqual(bookIn(packed(parts)))
})

it('links of the author’s own to other files are neither followed nor a reason to refuse', async () => {
  const book = withParts(link('file:///G:\\Net%20Gain\\Master.xlsm'))
  expect(await inspect(book, ['xlsm', 'xlsx'])).toHaveProperty('type')
  expect(bookIn(book)).toMatchObject({ edition: '4.1' })
})
