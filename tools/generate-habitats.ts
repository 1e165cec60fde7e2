import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { projectRoot, refdataDir } from '#server/process/places'

// Writes what the program knows of the statutory metric: packages/habitat-metric/src/habitat-types.ts, the habitat types that can be supplied
// and asked for, and packages/habitat-metric/src/tables.ts, all habitats with their figures, the multipliers and the trading rules.
// Run it again after a change of these files in refdata, then the formatter.
const rowsOf = (name: string): Record<string, string>[] =>
  parse(readFileSync(join(refdataDir, name)), { columns: true, bom: true })
const rows = rowsOf('habitats.csv')

const lines = rows
  .filter(row => row.inSpecScope === 'true' && row.requestable === 'true')
  .map(
    ({ id, label, specBroadHabitat: broadHabitat, distinctiveness }) =>
      `  ${JSON.stringify({ id, label, broadHabitat, distinctiveness })},`,
  )

const source = `// Generated from refdata/habitats.csv by tools/generate-habitats.ts; do not edit.
import type { BroadHabitat, Distinctiveness } from './habitat.ts'

/** A habitat of the statutory biodiversity metric. */
export interface HabitatType {
  id: string
  label: string
  broadHabitat: BroadHabitat
  distinctiveness: Distinctiveness
}

/** Every habitat type that a service may supply and a requirement may ask for. */
export const HABITAT_TYPES: readonly HabitatType[] = [
${lines.join('\n')}
]

/** Habitat types of one broad habitat, as a form offers them. */
export const habitatTypesOf = (broadHabitat: BroadHabitat): readonly HabitatType[] =>
  HABITAT_TYPES.filter(type => type.broadHabitat === broadHabitat)
`

writeFileSync(join(projectRoot, 'packages/habitat-metric/src/habitat-types.ts'), source)

const enhanced = new Map(rowsOf('metric_enhancement.csv').map(row => [row.habitat, row]))
const CONDITIONS = ['Poor', 'FairlyPoor', 'Moderate', 'FairlyGood', 'Good']
const FROM = ['lower', 'notAssessed', 'poor', 'fairlyPoor', 'moderate', 'fairlyGood', 'hedgerows']

/** The years to each condition that a habitat can have when it is created. */
const yearsOf = (row: Record<string, string>): string =>
  row.conditions === 'NA' || row.conditions === 'NAOther'
    ? `${row.conditions}:${row.yearsToPoor}`
    : CONDITIONS.filter(one => row.conditions?.split('|').includes(one))
        .map(one => `${one}:${row[`yearsTo${one}`]}`)
        .join(',')

const habitats = rows.map(row =>
  [
    ...[row.id, row.label, row.statutoryModule, row.distinctiveness, row.difficultyCreation],
    ...[row.difficultyEnhancement, yearsOf(row)],
    ...FROM.map(name => enhanced.get(row.id)?.[name]?.replaceAll('|', ',') ?? ''),
  ].join('|'),
)

const GROUPS = [
  ...['distinctivenessScore', 'distinctivenessScoreHedgerow', 'conditionScore', 'strategicSignificance'],
  ...['difficulty', 'temporal', 'spatialRiskArea', 'spatialRiskWatercourse', 'watercourseEncroachment'],
  ...['riparianEncroachment', 'gain'],
]
const multipliers = rowsOf('metric.csv')
  .filter(({ group = '', key }) => GROUPS.includes(group) && key !== 'discountRatePercent')
  .map(({ group, key, value }) => [group, key, value].join('|'))

const trading = rowsOf('trading_rules.csv')
  .filter(({ module }) => module !== 'All')
  .map(row =>
    [row.module, row.demandDistinctiveness, row.rule, row.statutoryRule, row.marketDiffers].join('|'),
  )

const asText = (rowsToWrite: readonly string[]): string => `\`\\\n${rowsToWrite.join('\n')}\``

writeFileSync(
  join(projectRoot, 'packages/habitat-metric/src/tables.ts'),
  `// Generated from refdata/habitats.csv, metric_enhancement.csv, metric.csv and trading_rules.csv by
// tools/generate-habitats.ts; do not edit.

/**
 * One habitat of the statutory metric per line: id, label, module, distinctiveness, difficulty of creation and of
 * enhancement, and the years to each condition it can have. Then the years for an enhancement: from a habitat of lower
 * distinctiveness (to NAOther, NA, Poor ... Good); from no assessment, Poor, FairlyPoor, Moderate and FairlyGood (to
 * each better condition); and from other hedgerows.
 */
export const METRIC_HABITAT_ROWS = ${asText(habitats)}

/** A multiplier or score a line: its group, what it is for, and the figure. */
export const METRIC_MULTIPLIER_ROWS = ${asText(multipliers)}

/**
 * A trading rule a line: module and distinctiveness of what is lost, the rule, in words, and how the market differs.
 */
export const METRIC_TRADING_RULE_ROWS = ${asText(trading)}
`,
)
