import { HABITAT_TYPES, type HabitatType } from '@credit-market/habitat-metric/habitat-types'

/** Words that landholders use for the present habitat, by the id of the habitat that the metric counts it as. */
const EVERYDAY_WORDS: Readonly<Record<string, readonly string[]>> = {
  CerealCrops: ['arable', 'arable land', 'wheat', 'barley', 'oats', 'rye', 'maize', 'cereal', 'corn'],
  NonCerealCrops: ['potatoes', 'beans', 'peas', 'oilseed rape', 'rape', 'sugar beet', 'linseed'],
  ModifiedGrassland: [
    'grass',
    'pasture',
    'permanent pasture',
    'grazing',
    'silage',
    'hay',
    'improved grassland',
  ],
  TemporaryGrassAndCloverLeys: ['ley', 'leys', 'grass ley', 'temporary grass', 'clover'],
}

/** Finds the habitat of an everyday word for farmland, such as maize or pasture. */
export const findEverydayHabitat = (typed: string): HabitatType | undefined => {
  const word = typed.trim().toLowerCase()
  const [id] = Object.entries(EVERYDAY_WORDS).find(([, words]) => words.includes(word)) ?? []
  return HABITAT_TYPES.find(one => one.id === id)
}
