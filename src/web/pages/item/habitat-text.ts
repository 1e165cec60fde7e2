import {
  BROAD_HABITAT_LABELS,
  DISTINCTIVENESS_LABELS,
  type BroadHabitat,
  type Distinctiveness,
} from '#domain/habitat'

/** A habitat in a line: its type or broad habitat, and its distinctiveness. Empty for nutrients. */
export const habitatText = (of: {
  habitatType: string | null
  broadHabitat: BroadHabitat | null
  distinctiveness: Distinctiveness | null
}): string => {
  const broad = of.broadHabitat && of.broadHabitat !== 'NA' ? BROAD_HABITAT_LABELS[of.broadHabitat] : null
  const level =
    of.distinctiveness && `${DISTINCTIVENESS_LABELS[of.distinctiveness].toLowerCase()} distinctiveness`
  return [of.habitatType ?? broad, level].filter(Boolean).join(', ')
}
