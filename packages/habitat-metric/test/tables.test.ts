import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { CONDITIONS } from '../src/habitat.ts'
import { METRIC_HABITATS, metricHabitat } from '../src/habitats.ts'
import { METRIC_MULTIPLIER_ROWS, METRIC_TRADING_RULE_ROWS } from '../src/tables.ts'
import { SIGNIFICANCES } from '../src/significance.ts'
import { differVisibly, metricUnits } from '../src/worked-out.ts'
import { toUnits } from '@credit-market/values/units'

const rowsOf = (name: string): Record<string, string>[] =>
  parse(readFileSync(new URL(`../../../refdata/${name}`, import.meta.url)), { columns: true })
const habitats = rowsOf('habitats.csv')

// Read from the named cells of the biodiversity metric 4.1 workbook (Natural England, Open Government Licence v3.0).
// These are the rows in which our table differed from it.
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
  it.each(MENDED)('matches the workbook: %s', (id, expected) => {
    expect(habitats.find(row => row.id === id)).toMatchObject(expected)
  })

  it('include the multipliers that were missing', () => {
    expect(METRIC_MULTIPLIER_ROWS.split('\n')).toEqual(expect.arrayContaining(ADDED))
  })

  it.each(ENHANCED)('give %s from %s to %s %d years', (id, from, to, years) => {
    expect(metricHabitat(id)?.enhanced[from].get(to)).toBe(years)
  })

  it('are copied into the program row by row', () => {
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
    for (const line of METRIC_MULTIPLIER_ROWS.split('\n')) {
      const [group, key, value] = line.split('|')
      expect(figures.get(`${group}|${key}`), line).toBe(value)
    }
    expect(METRIC_TRADING_RULE_ROWS.split('\n')).toEqual(
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
  // Its units were calculated independently of the program, and are stored with two decimals.
  it('has the units that the metric gives for each of its habitats', () => {
    const supplied = rowsOf('demo_services.csv').filter(row => row.serviceType === 'Biodiversity')
    expect(supplied).toHaveLength(37)
    for (const row of supplied) {
      const { delivered } = metricUnits({
        ...{ delivery: null, baselineHabitat: null, baselineCondition: null },
        ...{ yearsInAdvance: null, yearsOfDelay: null },
        habitatType: row.habitatType ?? null,
        condition: CONDITIONS.find(one => one === row.condition) ?? null,
        size: toUnits(Number(row.size)),
        strategicSignificance: SIGNIFICANCES.find(one => one === row.strategicSignificance) ?? null,
      })
      expect(differVisibly(toUnits(Number(row.unitsCreated)), delivered ?? 0), row.serviceId).toBe(false)
    }
  })
})
