import {
  BROAD_HABITAT_LABELS,
  DISTINCTIVENESS_LABELS,
  type BroadHabitat,
  type Distinctiveness,
} from '#domain/habitat'
import { HABITAT_TYPES } from '#domain/habitat-types'

/** A habitat type by its name, without the broad habitat that the metric puts before it. */
export const habitatName = (type: string): string =>
  HABITAT_TYPES.find(({ id }) => id === type)?.label.replace(/^.*? - /, '') ?? type

/** A habitat in a line: its type or broad habitat, and its distinctiveness. Empty for nutrients. */
export const habitatText = (of: {
  habitatType: string | null
  broadHabitat: BroadHabitat | null
  distinctiveness: Distinctiveness | null
}): string => {
  const broad = of.broadHabitat && of.broadHabitat !== 'NA' ? BROAD_HABITAT_LABELS[of.broadHabitat] : null
  const level =
    of.distinctiveness && `${DISTINCTIVENESS_LABELS[of.distinctiveness].toLowerCase()} distinctiveness`
  return [of.habitatType ? habitatName(of.habitatType) : broad, level].filter(Boolean).join(', ')
}
