import type { Module } from '@credit-market/habitat-metric/habitat'

/** Editions of the biodiversity metric that can be read, with their names on the sheet `Start`. */
export const METRIC_EDITIONS = ['4.0', '4.1', 'statutory'] as const
export type MetricEdition = (typeof METRIC_EDITIONS)[number]

/** Contents of a sheet of the metric: baseline, creation, enhancement. */
export const WORKBOOK_PARTS = ['baseline', 'creation', 'enhancement'] as const
export type WorkbookPart = (typeof WORKBOOK_PARTS)[number]

/** Meanings of columns, and words of which their heading contains one. */
const HEADINGS = {
  ref: ['ref'],
  broad: ['broad habitat'],
  habitat: ['habitat', 'hedgerow type', 'watercourse type'],
  baseline: ['baseline habitat'],
  baselineUnits: ['baseline habitat units'],
  size: ['area', 'length'],
  distinctiveness: ['distinctiveness'],
  condition: ['condition'],
  significance: ['strategic significance'],
  advance: ['in advance'],
  delay: ['delay in starting'],
  years: ['final time to target condition'],
  retained: ['retained'],
  enhanced: ['enhanced'],
  unitsEnhanced: ['units enhanced'],
  unitsLost: ['units lost'],
  units: ['units'],
} as const satisfies Record<string, readonly string[]>
export type MetricColumnMeaning = keyof typeof HEADINGS

/** Layout of a sheet: found by its name, and refused if the headings differ. */
export interface SheetLayout {
  name: string
  module: Exclude<Module, 'NA'>
  part: WorkbookPart
  /** True for the developed site; false for a compensation site. */
  isOnSite: boolean
  /** The second of its two rows of headings; the first row of figures follows. */
  headings: number
  /** The last row of figures: totals and tools follow. */
  last: number
  columns: readonly { meaning: MetricColumnMeaning; letters: string; heading: readonly string[] }[]
}

type Row = readonly [
  name: string,
  module: SheetLayout['module'],
  part: WorkbookPart,
  headings: number,
  last: number,
  columns: string,
]

const ROWS: readonly Row[] = [
  [
    'A-1 On-Site Habitat Baseline',
    'Area',
    'baseline',
    10,
    258,
    'ref D, broad E, habitat F, size H, distinctiveness I, condition K, significance M, units Q, retained S, enhanced T, unitsEnhanced V, unitsLost X',
  ],
  [
    'A-2 On-Site Habitat Creation',
    'Area',
    'creation',
    10,
    256,
    'broad D, habitat E, size G, distinctiveness H, condition J, significance L, advance P, delay Q, years S, units Y',
  ],
  [
    'A-3 On-Site Habitat Enhancement',
    'Area',
    'enhancement',
    11,
    257,
    'ref E, baseline F, baselineUnits N, broad Q, habitat R, size V, distinctiveness W, condition Y, significance AA, advance AE, delay AF, years AH, units AN',
  ],
  [
    'B-1 On-Site Hedge Baseline',
    'Linear',
    'baseline',
    9,
    257,
    'ref B, habitat D, size E, distinctiveness F, condition H, significance J, units N, retained P, enhanced Q, unitsEnhanced S, unitsLost U',
  ],
  [
    'B-2 On-Site Hedge Creation',
    'Linear',
    'creation',
    11,
    259,
    'habitat D, size E, distinctiveness F, condition H, significance J, advance N, delay O, years Q, units W',
  ],
  [
    'B-3 On-Site Hedge Enhancement',
    'Linear',
    'enhancement',
    11,
    257,
    'ref B, baseline C, baselineUnits K, habitat M, size P, distinctiveness Q, condition S, significance U, advance Y, delay Z, years AB, units AH',
  ],
  [
    "C-1 On-Site WaterC' Baseline",
    'River',
    'baseline',
    9,
    257,
    'ref C, habitat D, size E, distinctiveness F, condition H, significance J, units R, retained U, enhanced V, unitsEnhanced X, unitsLost Z',
  ],
  [
    "C-2 On-Site WaterC' Creation",
    'River',
    'creation',
    11,
    259,
    'habitat C, size D, distinctiveness E, condition G, significance I, advance M, delay N, years P, units Z',
  ],
  [
    "C-3 On-Site WaterC' Enhancement",
    'River',
    'enhancement',
    11,
    257,
    'ref B, baseline C, baselineUnits M, habitat N, size Q, distinctiveness R, condition T, significance V, advance Z, delay AA, years AC, units AM',
  ],
  [
    'D-1 Off-Site Habitat Baseline',
    'Area',
    'baseline',
    10,
    258,
    'ref D, broad E, habitat F, size H, distinctiveness I, condition K, significance M, units T, retained V, enhanced W, unitsEnhanced Y, unitsLost AA',
  ],
  [
    'D-2 Off-Site Habitat Creation',
    'Area',
    'creation',
    10,
    256,
    'broad D, habitat E, size G, distinctiveness H, condition J, significance L, advance P, delay Q, years S, units AB',
  ],
  // Spelling of the workbook.
  [
    'D-3 Off-Site Habitat Enhancment',
    'Area',
    'enhancement',
    11,
    257,
    'ref E, baseline F, baselineUnits N, broad Q, habitat R, size V, distinctiveness W, condition Y, significance AA, advance AE, delay AF, years AH, units AQ',
  ],
  [
    'E-1 Off-Site Hedge Baseline',
    'Linear',
    'baseline',
    9,
    257,
    'ref B, habitat D, size E, distinctiveness F, condition H, significance J, units Q, retained S, enhanced T, unitsEnhanced V, unitsLost X',
  ],
  [
    'E-2 Off-Site Hedge Creation',
    'Linear',
    'creation',
    11,
    259,
    'habitat D, size E, distinctiveness F, condition H, significance J, advance P, delay Q, years S, units Z',
  ],
  [
    'E-3 Off-Site Hedge Enhancement',
    'Linear',
    'enhancement',
    11,
    257,
    'ref B, baseline C, baselineUnits K, habitat M, size P, distinctiveness Q, condition S, significance U, advance Y, delay Z, years AB, units AK',
  ],
  [
    "F-1 Off-Site WaterC' Baseline",
    'River',
    'baseline',
    9,
    257,
    'ref C, habitat D, size E, distinctiveness F, condition H, significance J, units U, retained X, enhanced Y, unitsEnhanced AA, unitsLost AC',
  ],
  [
    "F-2 Off-Site WaterC' Creation",
    'River',
    'creation',
    11,
    259,
    'habitat C, size D, distinctiveness E, condition G, significance I, advance M, delay N, years P, units AC',
  ],
  [
    'F-3 Off-Site WaterC Enhancement',
    'River',
    'enhancement',
    11,
    257,
    'ref B, baseline C, baselineUnits M, habitat N, size Q, distinctiveness R, condition T, significance V, advance Z, delay AA, years AC, units AP',
  ],
]

const columnsIn = (written: string): SheetLayout['columns'] =>
  written.split(', ').map(column => {
    const [meaning, letters] = column.split(' ') as [MetricColumnMeaning, string]
    return { meaning, letters, heading: HEADINGS[meaning] }
  })

/**
 * The eighteen sheets of figures, in the order of the workbook. Those of the site itself (A, B, C) are from the published
 * workbook 4.1 of Natural England. Those off the site (D, E, F) and the names are from documents of the statutory workbook; 4.0
 * is documented with the same columns.
 */
const SHEETS: readonly SheetLayout[] = ROWS.map(([name, module, part, headings, last, columns]) => ({
  ...{ name, module, part, headings, last },
  isOnSite: 'ABC'.includes(name.charAt(0)),
  columns: columnsIn(columns),
}))

/** Layouts by edition. An edition with different columns gets its own rows here. */
export const METRIC_LAYOUTS: Readonly<Record<MetricEdition, readonly SheetLayout[]>> = {
  '4.0': SHEETS,
  '4.1': SHEETS,
  statutory: SHEETS,
}

/**
 * Final lines of Natural England's nutrient budget calculators, by words that a line must all contain. The change of land use is
 * read only if it saves something; otherwise it is part of the mitigation.
 */
export const NUTRIENT_LINES = [
  { nutrient: 'NutrientMitigationPhosphorous', words: ['phosph', 'mitigate'], isChange: false },
  { nutrient: 'NutrientMitigationNitrogen', words: ['nitrogen', 'mitigate'], isChange: false },
  { nutrient: 'NutrientMitigationPhosphorous', words: ['phosph', 'land use'], isChange: true },
  { nutrient: 'NutrientMitigationNitrogen', words: ['nitrogen', 'land use'], isChange: true },
] as const

/** Words in the name of the sheet of current land use, and in the heading of its areas. */
export const LAND_USE_SHEET_WORDS = {
  sheet: ['current land use', 'stage 2'],
  heading: ['area (ha)', 'area ha', 'area of land'],
}

/** The name of the sheet contains one of these words. */
export const NUTRIENT_SHEET_WORDS = [
  'final_nutrient_budget',
  'final nutrient budget',
  'nutrient budget',
  'stage 4',
]

/** Words of a line about the time before treatment works are upgraded. */
export const BEFORE_UPGRADE_WORDS = [
  'pre 2030',
  'pre-2030',
  'before 2030',
  'until 2030',
  'to 2030',
  'pre upgrade',
  'pre-upgrade',
  'current permit',
]
