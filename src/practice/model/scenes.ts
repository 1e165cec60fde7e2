import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day } from '@credit-market/values/dates'
import type { BroadHabitat, Distinctiveness } from '@credit-market/habitat-metric/habitat'

/** An invented party in a practice market. */
export interface Party {
  id: string
  name: string
  side: 'supplier' | 'buyer'
}

/** Properties of a habitat in the metric. */
export interface Habitat {
  broadHabitat: BroadHabitat
  habitatType: string
  distinctiveness: Distinctiveness
}

/** A project on offer or a requirement to bid for: the properties that the sliders do not change. */
export interface SceneItem {
  id: string
  of: 'project' | 'requirement'
  partyId: string
  name: string
  /** A short description for people. */
  about: string
  /** Start of delivery, or of the need. */
  start: Day
  /** End of a project's delivery; null if it is permanent. Always null for a requirement. */
  end: Day | null
  /** True for a nutrient requirement that needs the same number of units again until the end of the AMP. */
  hasAdditional: boolean
  habitat: Habitat | null
}

/** Two items of one party that it may join in a group. */
interface ScenePair {
  of: 'project' | 'requirement'
  memberIds: readonly [string, string]
}

/** An invented market with its parties and items. Quantities and amounts are in the setting. */
export interface Scene {
  id: SceneId
  name: string
  creditType: CreditType
  /** End of additional needs; null if there are none. */
  ampEnd: Day | null
  parties: readonly Party[]
  /** In the order in which their offers and bids came in, which decides the last step of the tie rule. */
  items: readonly SceneItem[]
  pairs: readonly ScenePair[]
}

/** Scenes by their character in links. */
export const SCENE_IDS = ['river', 'years', 'habitat'] as const
export type SceneId = (typeof SCENE_IDS)[number]

const BEGINS = '2027-04-01'
const AMP_END = '2030-04-01'

const PARTIES: readonly Party[] = [
  { id: 'amber', name: 'Amber Farm', side: 'supplier' },
  { id: 'birch', name: 'Birch Estate', side: 'supplier' },
  { id: 'copper', name: 'Copper Farm', side: 'supplier' },
  { id: 'dove', name: 'Dove Homes', side: 'buyer' },
  { id: 'ember', name: 'Ember Builders', side: 'buyer' },
  { id: 'fern', name: 'Fern Living', side: 'buyer' },
]

type Told = Pick<SceneItem, 'id' | 'partyId' | 'name' | 'about'> & Partial<SceneItem>

const item = (of: SceneItem['of'], told: Told): SceneItem => ({
  of,
  start: BEGINS,
  end: null,
  hasAdditional: false,
  habitat: null,
  ...told,
})
const project = (told: Told): SceneItem => item('project', told)
const requirement = (told: Told): SceneItem => item('requirement', told)

const PASTURE: Habitat = {
  broadHabitat: 'Grassland',
  habitatType: 'Other neutral grassland',
  distinctiveness: 'Medium',
}
const MEADOW: Habitat = {
  broadHabitat: 'Grassland',
  habitatType: 'Lowland meadows',
  distinctiveness: 'High',
}
const FIELD: Habitat = {
  broadHabitat: 'Grassland',
  habitatType: 'Modified grassland',
  distinctiveness: 'Low',
}

const FOR_EVER = 'for ever from 1 Apr 2027'
const NEEDED = 'needed for ever from 1 Apr 2027'

const RIVER: Scene = {
  id: 'river',
  name: 'Phosphorous credits in one river catchment',
  creditType: 'NutrientMitigationPhosphorous',
  ampEnd: null,
  parties: PARTIES,
  items: [
    project({ id: 'a', partyId: 'amber', name: 'Long Meadow', about: `Wetland, ${FOR_EVER}` }),
    project({ id: 'b1', partyId: 'birch', name: 'Upper Marsh', about: `Wetland, ${FOR_EVER}` }),
    project({ id: 'b2', partyId: 'birch', name: 'Lower Marsh', about: `Wetland, ${FOR_EVER}` }),
    project({ id: 'c', partyId: 'copper', name: 'Willow Fen', about: `Wetland, ${FOR_EVER}` }),
    requirement({ id: 'd1', partyId: 'dove', name: 'North Lane', about: `New homes, ${NEEDED}` }),
    requirement({ id: 'd2', partyId: 'dove', name: 'Mill Road', about: `New homes, ${NEEDED}` }),
    requirement({ id: 'e', partyId: 'ember', name: 'Station Yard', about: `New homes, ${NEEDED}` }),
    requirement({ id: 'f', partyId: 'fern', name: 'Orchard Close', about: `New homes, ${NEEDED}` }),
  ],
  pairs: [
    { of: 'project', memberIds: ['b1', 'b2'] },
    { of: 'requirement', memberIds: ['d1', 'd2'] },
  ],
}

const YEARS_NEED = 'needed for ever from 1 Apr 2027, and the same again until 1 Apr 2030'

const YEARS: Scene = {
  id: 'years',
  name: 'Fixed-term and permanent projects',
  creditType: 'NutrientMitigationPhosphorous',
  ampEnd: AMP_END,
  parties: PARTIES.filter(({ id }) => id !== 'fern'),
  items: [
    project({
      id: 'a',
      partyId: 'amber',
      name: 'Long Meadow',
      about: 'Wetland, for ever from 1 Apr 2028',
      start: '2028-04-01',
    }),
    project({
      id: 'b',
      partyId: 'birch',
      name: 'Upper Field',
      about: 'Cover crops, fixed term: 1 Apr 2027 to 1 Apr 2030',
      end: AMP_END,
    }),
    project({ id: 'c', partyId: 'copper', name: 'Willow Fen', about: `Wetland, ${FOR_EVER}` }),
    requirement({
      id: 'd',
      partyId: 'dove',
      name: 'North Lane',
      about: `New homes, ${YEARS_NEED}`,
      hasAdditional: true,
    }),
    requirement({
      id: 'e',
      partyId: 'ember',
      name: 'Station Yard',
      about: `New homes, ${YEARS_NEED}`,
      hasAdditional: true,
    }),
  ],
  pairs: [],
}

const HABITAT: Scene = {
  id: 'habitat',
  name: 'Biodiversity units at three levels',
  creditType: 'Biodiversity',
  ampEnd: null,
  parties: PARTIES,
  items: [
    project({
      id: 'a',
      partyId: 'amber',
      name: 'Long Meadow',
      about: 'Other neutral grassland, medium distinctiveness',
      habitat: PASTURE,
    }),
    project({
      id: 'b',
      partyId: 'birch',
      name: 'Hill Pasture',
      about: 'Lowland meadows, high distinctiveness',
      habitat: MEADOW,
    }),
    project({
      id: 'c',
      partyId: 'copper',
      name: 'Home Field',
      about: 'Modified grassland, low distinctiveness',
      habitat: FIELD,
    }),
    requirement({
      id: 'd',
      partyId: 'dove',
      name: 'North Lane',
      about: 'Modified grassland lost: accepts low distinctiveness or higher',
      habitat: FIELD,
    }),
    requirement({
      id: 'e',
      partyId: 'ember',
      name: 'Station Yard',
      about: 'Other neutral grassland lost: accepts medium grassland, or any higher level',
      habitat: PASTURE,
    }),
    requirement({
      id: 'f',
      partyId: 'fern',
      name: 'Orchard Close',
      about: 'Lowland meadows lost: accepts only the same habitat',
      habitat: MEADOW,
    }),
  ],
  pairs: [],
}

/**
 * The invented markets. Changing the items of one makes earlier links unreadable: increase the version of links then.
 */
export const SCENES: Readonly<Record<SceneId, Scene>> = { river: RIVER, years: YEARS, habitat: HABITAT }
