import { SCENES, type SceneId } from './scenes.ts'
import { DEFAULT_RESERVE_PERCENT, type Setting } from './setting.ts'

/** A practice market that demonstrates one rule. */
export interface Example {
  name: ExampleName
  title: string
  /** The rule that it demonstrates, and what to try. */
  shows: string
  setting: Setting
}

/** Examples by their names in addresses; the first is the worked example. */
export const EXAMPLE_NAMES = [
  'worked',
  'either-or',
  'both-or-none',
  'part',
  'tie',
  'reserve',
  'fixed-term',
  'habitat',
] as const
export type ExampleName = (typeof EXAMPLE_NAMES)[number]

/** Units and thousands of pounds of each item of a scene, in its order. */
type Rows = readonly (readonly [units: number, thousands: number])[]

interface More extends Partial<Setting> {
  /** Positions of items that may be won in part. */
  divisible?: readonly number[]
}

const settingOf = (scene: SceneId, rows: Rows, { divisible = [], ...more }: More = {}): Setting => ({
  scene,
  amounts: rows.map(([units, thousands], at) => ({
    quantity: units * 10,
    price: thousands * 1_000,
    divisible: divisible.includes(at),
  })),
  pairings: SCENES[scene].pairs.map(() => 'none'),
  reserve: 0,
  ...more,
})

const example = (name: ExampleName, title: string, shows: string, setting: Setting): Example => ({
  name,
  title,
  shows,
  setting,
})

// oxfmt-ignore
const WORKED: Rows = [[6, 140], [4, 95], [5, 160], [3, 90], [5, 190], [3, 110], [4, 170], [4, 60]]
// oxfmt-ignore
const EITHER: Rows = [[6, 150], [4, 100], [5, 130], [3, 110], [5, 190], [3, 110], [4, 170], [3, 100]]
// oxfmt-ignore
const BOTH: Rows = [[6, 150], [4, 100], [5, 155], [3, 110], [5, 200], [3, 60], [4, 170], [3, 70]]
// oxfmt-ignore
const PART: Rows = [[6, 150], [4, 100], [5, 180], [3, 120], [5, 190], [3, 90], [4, 170], [4, 110]]
// oxfmt-ignore
const TIE: Rows = [[6, 150], [4, 110], [5, 220], [4, 110], [5, 190], [3, 60], [4, 170], [2, 40]]
// oxfmt-ignore
const RESERVE: Rows = [[6, 150], [4, 100], [5, 150], [3, 110], [5, 190], [3, 110], [4, 170], [2, 70]]
// oxfmt-ignore
const YEARS: Rows = [[8, 200], [16, 80], [5, 170], [5, 220], [3, 130]]
// oxfmt-ignore
const HABITAT: Rows = [[4, 90], [6, 170], [5, 50], [5, 70], [6, 170], [4, 150]]

const ALL: readonly Example[] = [
  example(
    'worked',
    'The worked example',
    'Three suppliers and three buyers trade in one river catchment. Move a slider to see who wins, who supplies whom and what everyone pays.',
    settingOf('river', WORKED),
  ),
  example(
    'either-or',
    'Either or',
    'Birch Estate can create only one of its two marshes, so it has put them in a group of which only one may win. If you remove the group, both win.',
    settingOf('river', EITHER, { pairings: ['XOR', 'none'] }),
  ),
  example(
    'both-or-none',
    'All or none',
    'Dove Homes builds on both sites or on neither, so it has put its two bids in a group of which all must win. If you remove the group, only North Lane wins.',
    settingOf('river', BOTH, { pairings: ['none', 'AND'] }),
  ),
  example(
    'part',
    'Part of a bid',
    'Fern Living accepts part of what it needs, so it gets the units that the others leave. If you untick “Accepts part of the units”, it wins nothing.',
    settingOf('river', PART, { divisible: [7] }),
  ),
  example(
    'tie',
    'A tie',
    'Birch Estate (Upper Marsh) and Copper Farm ask the same price for the same units, and only one is needed. The earlier offer wins. If Copper Farm asks £1,000 less, there is no tie.',
    settingOf('river', TIE),
  ),
  example(
    'reserve',
    'A reserve',
    'A reserve of 20% is kept on top of each need, in case a project fails. No one bids for the reserve, so the winning bids have to cover its cost. If you turn it off, Fern Living wins too.',
    settingOf('river', RESERVE, { reserve: DEFAULT_RESERVE_PERCENT }),
  ),
  example(
    'fixed-term',
    'A fixed term',
    'Amber Farm’s wetland delivers a year too late. Cover crops for a fixed term meet the need until then, and the additional need until 1 April 2030. A permanent project meets the permanent need.',
    settingOf('years', YEARS),
  ),
  example(
    'habitat',
    'Habitat levels',
    'Rarer habitat can meet a need for more common habitat, but not the other way round. Ember Builders can use units that Birch Estate has left. It could not use Copper Farm’s field, at any price.',
    settingOf('habitat', HABITAT),
  ),
]

/** All examples by name. */
export const EXAMPLES: ReadonlyMap<string, Example> = new Map(ALL.map(one => [one.name, one]))

/** The worked example, which is shown by default. */
export const WORKED_EXAMPLE: Example = ALL[0]!
