import { describe, expect, it } from 'vitest'
import { inspectUpload } from '#server/files/inspect'
import { readWorkbook } from '#server/files/read-book'
import { METRIC_EDITIONS } from '#domain/workbook/layouts'
import type { MetricLine } from '#domain/workbook/reading'
import { emptyMetricWorkbook, fillMetricWorkbook } from './fill.ts'
import { createMetricWorkbook, packWorkbook, workbookPartsOf, sheetXml } from './made.ts'

const linesIn = (content: Buffer): readonly MetricLine[] => {
  const found = readWorkbook(content)
  if (typeof found === 'string' || found.kind !== 'metric') throw new Error(JSON.stringify(found))
  return found.lines
}

const BASELINE = 'A-1 On-Site Habitat Baseline'

describe('the published workbook 4.1', () => {
  it('is accepted with its macros when empty, and reported as empty', async () => {
    expect(await inspectUpload(emptyMetricWorkbook(), ['xlsx', 'xlsm'])).toEqual({
      type: 'application/vnd.ms-excel.sheet.macroenabled.12',
    })
    expect(readWorkbook(emptyMetricWorkbook())).toMatch('contains no habitats')
  })

  it('is read in every part of every module, from input cells and from calculated ones', () => {
    const book = fillMetricWorkbook({
      [BASELINE]: {
        ...{ E11: 'Grassland', F11: 'Modified grassland', H11: 4.2, K11: 'Moderate', T11: 1.5 },
        ...{
          M11: 'Area/compensation not in local strategy/ no local strategy',
          Q11: 16.8,
          V11: 6,
          X11: 10.8,
        },
        ...{ E12: 'Cropland', F12: 'Cereal crops', H12: 2, K12: 'Condition Assessment N/A', S12: 2 },
      },
      'A-2 On-Site Habitat Creation': {
        ...{ D11: 'Wetland', E11: 'Reedbeds', G11: 2.6, J11: 'Moderate', P11: 1, S11: 6, Y11: 18.7311 },
      },
      'A-3 On-Site Habitat Enhancement': { R12: 'Other neutral grassland', Y12: 'Good', AF12: '30+' },
      'B-2 On-Site Hedge Creation': { D12: 'Native hedgerow', E12: 0.75, H12: 'Good', Q12: 12, W12: 2.9 },
      "C-1 On-Site WaterC' Baseline": { D10: 'Ditches', E10: 0.3, H10: 'Fairly Good', R10: 3.6 },
    })
    expect(linesIn(book)).toMatchObject([
      {
        ...{ id: 'A-1!11', part: 'baseline', module: 'Area', isOnSite: true, row: 11, sheet: BASELINE },
        ...{ ref: '1', habitat: 'Grassland - Modified grassland', condition: 'Moderate', size: 42_000 },
        ...{ units: 168_000, unitsLost: 108_000, unitsEnhanced: 60_000, enhanced: 15_000 },
      },
      { id: 'A-1!12', condition: null, size: 20_000, units: null },
      {
        ...{ id: 'A-2!11', part: 'creation', habitatType: 'Reedbeds', broadHabitat: 'Wetland' },
        ...{ distinctiveness: 'High', size: 26_000, advance: 1, delay: 0, years: 6, units: 187_311 },
      },
      {
        // Formulas give its parcel, area and broad habitat, and their results were not saved.
        ...{ id: 'A-3!12', part: 'enhancement', ref: '1', size: 15_000, unitsEnhanced: 60_000 },
        ...{ habitat: 'Grassland - Other neutral grassland', condition: 'Good', delay: 30, units: null },
      },
      { id: 'B-2!12', module: 'Linear', habitatType: 'NativeHedgerow', size: 7500, units: 29_000, years: 12 },
      { id: 'C-1!10', module: 'River', habitat: 'Watercourse - Ditches', broadHabitat: null, size: 3000 },
    ])
  })

  it('gives the cell of each figure on every line', () => {
    const [line] = linesIn(
      fillMetricWorkbook({ [BASELINE]: { E11: 'Cropland', F11: 'Cereal crops', H11: 1 } }),
    )
    expect(line?.cells).toMatchObject({ size: 'H11', units: 'Q11', unitsLost: 'X11' })
  })
})

it.each(METRIC_EDITIONS)('a workbook of edition %s is read by its documented layout', edition => {
  const book = createMetricWorkbook(edition, {
    'D-1 Off-Site Habitat Baseline': { D11: 7, E11: 'Grassland', F11: 'Modified grassland', H11: 3, W11: 3 },
    'D-2 Off-Site Habitat Creation': { D11: 'Wetland', E11: 'Reedbeds', G11: 1, S11: '30+', AB11: 5.5 },
    'D-3 Off-Site Habitat Enhancment': { E12: 7, R12: 'Modified grassland', V12: 3, AQ12: 9.25 },
    "F-2 Off-Site WaterC' Creation": { C12: 'Ditches', D12: 0.4, AC12: 1.25 },
  })
  expect(readWorkbook(book)).toMatchObject({
    edition,
    lines: [
      { id: 'D-1!11', isOnSite: false, ref: '7' },
      { id: 'D-2!11', years: 30, units: 55_000 },
      { id: 'D-3!12', ref: '7', size: 30_000, units: 92_500, broadHabitat: 'Grassland' },
      { id: 'F-2!12', module: 'River', units: 12_500 },
    ],
  })
})

it('a calculator of land that saves nutrients gives the amount, by its sign, and the area', () => {
  const book = packWorkbook(
    workbookPartsOf({
      Nutrients_from_current_land_use: sheetXml({
        ...{ B7: 'Existing land use type(s)', C7: 'Area (ha)', B8: 'Cereals', C8: 9.5 },
        ...{ B9: 'Lowland', C9: 3, B10: 'Total:', C10: 12.5 },
      }),
      Final_nutrient_budgets: sheetXml({
        ...{ B3: 'Net change in total nitrogen from land use change', D3: -310.5 },
        ...{ B4: 'Net change in total phosphorus from land use change', D4: 2 },
        ...{
          B5: 'Annual nitrogen load to mitigate',
          D5: 0,
          B6: 'Annual phosphorus load to mitigate',
          D6: 2.4,
        },
      }),
    }),
  )
  expect(readWorkbook(book)).toMatchObject({
    area: { sheet: 'Nutrients_from_current_land_use', cell: 'C10', size: 125_000 },
    lines: [
      { nutrient: 'NutrientMitigationNitrogen', units: 3_105_000, isSaved: true, cell: 'D3' },
      { nutrient: 'NutrientMitigationNitrogen', units: 0 },
      { nutrient: 'NutrientMitigationPhosphorous', units: 24_000, cell: 'D6' },
    ],
  })
})

it('a nutrient budget calculator gives the load of each nutrient to mitigate, now and after treatment works are upgraded', () => {
  const book = packWorkbook(
    workbookPartsOf({
      Instructions: sheetXml({ A1: 'Nutrient budget calculator' }),
      Final_nutrient_budgets: sheetXml({
        ...{ B4: 'Annual phosphorus load to mitigate, until 2030', D4: 6.25, E4: 'kg TP/yr' },
        ...{ B6: 'Annual phosphorus load to mitigate, post 2030', D6: 2.5 },
        ...{ B8: 'Annual nitrogen load to mitigate', D8: 0 },
      }),
    }),
  )
  expect(readWorkbook(book)).toMatchObject({
    kind: 'nutrients',
    lines: [
      { nutrient: 'NutrientMitigationPhosphorous', units: 62_500, isUntilUpgrade: true, cell: 'D4' },
      { nutrient: 'NutrientMitigationPhosphorous', units: 25_000, isUntilUpgrade: false },
      { nutrient: 'NutrientMitigationNitrogen', units: 0, isUntilUpgrade: false },
    ],
  })
})
