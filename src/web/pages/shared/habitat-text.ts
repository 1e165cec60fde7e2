import {
  BROAD_HABITAT_LABELS,
  type BroadHabitat,
  type Distinctiveness,
} from '@credit-market/habitat-metric/habitat'
import { HABITAT_TYPES } from '@credit-market/habitat-metric/habitat-types'

/** Name of a habitat type without the broad habitat that the metric puts in front. */
export const habitatName = (type: string): string =>
  HABITAT_TYPES.find(({ id }) => id === type)?.label.replace(/^.*? - /, '') ?? type

const LEVELS: Record<Distinctiveness, string> = {
  Low: 'low distinctiveness',
  Medium: 'medium distinctiveness',
  High: 'high distinctiveness',
  VeryHigh: 'very high distinctiveness',
}

/** Habitat in a line: its type or broad habitat, and its distinctiveness. Empty for nutrients. */
export const habitatText = (of: {
  habitatType: string | null
  broadHabitat: BroadHabitat | null
  distinctiveness: Distinctiveness | null
}): string => {
  const broad = of.broadHabitat && of.broadHabitat !== 'NA' ? BROAD_HABITAT_LABELS[of.broadHabitat] : null
  const level = of.distinctiveness && LEVELS[of.distinctiveness]
  return [of.habitatType ? habitatName(of.habitatType) : broad, level].filter(Boolean).join(', ')
}
