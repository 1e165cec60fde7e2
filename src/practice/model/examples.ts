import { SCENES, type SceneId } from './scenes.ts'
import { USUAL_RESERVE, type Setting } from './setting.ts'

/** A practice market that shows one rule. */
export interface Example {
  name: ExampleName
  title: string
  /** What it shows, and what to try. */
  shows: string
  setting: Setting
}

/** The examples by their names in addresses; the first is the worked example. */
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

/** Units and thousands of pounds of each thing of a scene, in its order. */
type Rows = readonly (readonly [units: number, thousands: number])[]

interface More extends Partial<Setting> {
  /** Of which things a part may win, by their place. */
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
    'Three suppliers and three buyers in one river catchment. Move a slider: who wins, who supplies whom and what everybody pays follow at once.',
    settingOf('river', WORKED),
  ),
  example(
    'either-or',
    'Either or',
    'Birch Estate can make one of its two marshes, not both, so it has joined them in a group of which only one may win. Set the group to none, and both win.',
    settingOf('river', EITHER, { pairings: ['XOR', 'none'] }),
  ),
  example(
    'both-or-none',
    'All or none',
    'Dove Homes builds on both sites or on none, so its two bids are a group of which all must win. Set the group to none, and North Lane alone wins.',
    settingOf('river', BOTH, { pairings: ['none', 'AND'] }),
  ),
  example(
    'part',
    'A part is enough',
    'Fern Living has said that a part of what it needs may win, so it takes what the others leave. Untick that, and it goes without.',
    settingOf('river', PART, { divisible: [7] }),
  ),
  example(
    'tie',
    'A tie',
    'Birch Estate (Upper Marsh) and Copper Farm ask the same for the same, and only one is needed. The offer that came first wins. Let Copper Farm ask £1,000 less, and it is no tie any more.',
    settingOf('river', TIE),
  ),
  example(
    'reserve',
    'A reserve',
    'A reserve of 20% is kept on top of every need, against failure. Nobody bids for it, so it has to be worth its cost to those who trade. Turn it off, and Fern Living wins too.',
    settingOf('river', RESERVE, { reserve: USUAL_RESERVE }),
  ),
  example(
    'fixed-term',
    'A fixed term',
    'The wetland of Amber Farm delivers a year too late. Cover crops for a fixed term carry the need until then, and the additional need until 1 April 2030; what is needed for ever ends on a permanent project.',
    settingOf('years', YEARS),
  ),
  example(
    'habitat',
    'The habitat ladder',
    'Rarer habitat may serve a need for a commoner one, never the other way round. What Birch Estate has left over helps Ember Builders; the field of Copper Farm could not, however cheap.',
    settingOf('habitat', HABITAT),
  ),
]

/** All examples by name. */
export const EXAMPLES: ReadonlyMap<string, Example> = new Map(ALL.map(one => [one.name, one]))

/** The worked example, which stands wherever nothing else is asked for. */
export const WORKED_EXAMPLE: Example = ALL[0]!
