import { type Distinctiveness, DISTINCTIVENESS_LABELS } from '../habitat.ts'
import { HABITAT_TYPES, type HabitatType } from '../habitat-types.ts'

const BY_ID: ReadonlyMap<string, HabitatType> = new Map(HABITAT_TYPES.map(type => [type.id, type]))

/** A habitat type by its id, as the statutory metric lists it; nothing of one that the market does not know. */
export const habitatTypeOf = (id: string | null | undefined): HabitatType | undefined =>
  id ? BY_ID.get(id) : undefined

/** What is wrong with a level of distinctiveness for a habitat type, with what the table says; nothing where one is unknown. */
export const wrongBand = (
  id: string | null | undefined,
  distinctiveness: Distinctiveness | null | undefined,
): string | undefined => {
  const type = habitatTypeOf(id)
  return type && distinctiveness && type.distinctiveness !== distinctiveness
    ? `${type.label} is of ${DISTINCTIVENESS_LABELS[type.distinctiveness].toLowerCase()} distinctiveness in the statutory metric, not ${DISTINCTIVENESS_LABELS[distinctiveness].toLowerCase()}`
    : undefined
}
