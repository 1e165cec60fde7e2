import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { CONDITIONS } from '#domain/habitat'
import { METRIC_HABITATS, metricHabitat } from '#domain/metric/habitats'
import { MULTIPLIERS_OF_THE_METRIC, TRADING_RULES } from '#domain/metric/tables'
import { SIGNIFICANCES } from '#domain/metric/significance'
import { differs, metricUnitsOf } from '#domain/metric/worked-out'
import { unitsOf } from '#domain/units'
import { refdataDir } from '#server/places'

const rowsOf = (name: string): Record<string, string>[] =>
  parse(readFileSync(join(refdataDir, name)), { columns: true })
const habitats = rowsOf('habitats.csv')

// Read from the sheets of the biodiversity metric 4.1 workbook (Natural England, Open Government Licence v3.0): the cells
// are named. These are the rows in which the table differed from it.
const MENDED = [
  // G-1, N and P of the row; G-8, column H: not "condition assessment not applicable" but "not applicable - other", 0.
  ['ArtificialUnvegetatedUnsealedSurface', { conditions: 'NAOther', yearsToPoor: '0' }],
  ['BuiltLinearFeatures', { conditions: 'NAOther', yearsToPoor: '0' }],
  [
    'DevelopedLandSealedSurface',
    { conditions: 'NAOther', yearsToPoor: '0', difficultyEnhancement: 'Medium' },
  ],
  ['UnvegetatedGarden', { conditions: 'NAOther', yearsToPoor: '0' }],
  ['WatercourseFootprint', { conditions: 'NAOther', yearsToPoor: '0' }],
  ['ActivelyWorkedSandPitQuarryOrOpenCastMine', { difficultyEnhancement: 'Medium' }],
  // G-1, T: always irreplaceable.
  ['LowlandRaisedBog', { irreplaceable: 'Yes' }],
] as const

// G-4, A35 and C35; G-7, AA7 and AB7, AD14 and AE14.
const ADDED = [
  'temporal|31|0.3313955815',
  'watercourseEncroachment|Culvert|0.68',
  'riparianEncroachment|Culvert|1',
]

// G-5: row, from, to, years. G-6: K3:Q15 and S3:AE14. G-7: U5:Y9 and R3.
const ENHANCED = [
  ['LowlandMeadows', 'lower', 'Good', 15],
  ['LowlandMeadows', 'Moderate', 'Good', 8],
  ['BlanketBog', 'Poor', 'Good', 30],
  ['LowlandHeathland', 'NA', 'Moderate', 10],
  ['ModifiedGrassland', 'FairlyGood', 'Good', 8],
  ['SpeciesRichNativeHedgerow', 'Poor', 'Good', 5],
  ['LineOfTrees', 'Moderate', 'Good', 10],
  ['Canals', 'Poor', 'Good', 8],
  ['OtherRiversAndStreams', 'lower', 'Moderate', 10],
] as const

describe('the tables of the metric', () => {
  it.each(MENDED)('%s is as the workbook has it', (id, expected) => {
    expect(habitats.find(row => row.id === id)).toMatchObject(expected)
  })

  it('have the multipliers that were missing', () => {
    expect(MULTIPLIERS_OF_THE_METRIC.split('\n')).toEqual(expect.arrayContaining(ADDED))
  })

  it.each(ENHANCED)('%s from %s to %s takes %d years', (id, from, to, years) => {
    expect(metricHabitat(id)?.enhanced[from].get(to)).toBe(years)
  })

  it('are written into the program row by row', () => {
    expect(METRIC_HABITATS.map(({ id, label, module, band }) => [id, label, module, band])).toEqual(
      habitats.map(row => [row.id, row.label, row.statutoryModule, row.distinctiveness]),
    )
    for (const row of habitats) {
      const known = metricHabitat(row.id)
      const conditions = [...(known?.years.keys() ?? [])]
      expect(conditions.join('|'), row.id).toBe(row.conditions)
      expect([known?.creation, known?.enhancement]).toEqual([
        row.difficultyCreation,
        row.difficultyEnhancement,
      ])
    }
    const figures = new Map(rowsOf('metric.csv').map(({ group, key, value }) => [`${group}|${key}`, value]))
    for (const line of MULTIPLIERS_OF_THE_METRIC.split('\n')) {
      const [group, key, value] = line.split('|')
      expect(figures.get(`${group}|${key}`), line).toBe(value)
    }
    expect(TRADING_RULES.split('\n')).toEqual(
      rowsOf('trading_rules.csv')
        .filter(({ module }) => module !== 'All')
        .map(row =>
          [row.module, row.demandDistinctiveness, row.rule, row.statutoryRule, row.marketDiffers].join('|'),
        ),
    )
    const enhanced = rowsOf('metric_enhancement.csv')
    expect(enhanced.map(row => row.habitat)).toEqual(habitats.map(row => row.id))
  })
})

describe('the demonstration', () => {
  // Its units were worked out apart from the program, and are kept with two decimals.
  it('has the units that the metric gives for each of its habitats', () => {
    const supplied = rowsOf('demo_services.csv').filter(row => row.serviceType === 'Biodiversity')
    expect(supplied).toHaveLength(37)
    for (const row of supplied) {
      const { delivered } = metricUnitsOf({
        ...{ delivery: null, baselineHabitat: null, baselineCondition: null },
        ...{ yearsInAdvance: null, yearsOfDelay: null },
        habitatType: row.habitatType ?? null,
        condition: CONDITIONS.find(one => one === row.condition) ?? null,
        size: unitsOf(Number(row.size)),
        strategicSignificance: SIGNIFICANCES.find(one => one === row.strategicSignificance) ?? null,
      })
      expect(differs(unitsOf(Number(row.unitsCreated)), delivered ?? 0), row.serviceId).toBe(false)
    }
  })
})
