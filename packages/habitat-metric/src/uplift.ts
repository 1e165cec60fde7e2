import type { Condition } from './habitat.ts'
import type { Units } from '@credit-market/values/units'
import { conditionOf, metricHabitat } from './habitats.ts'
import type { DeliveryMethod } from './delivery.ts'
import { baselineUnits, creationUnits, enhancementUnits } from './units.ts'

/** Net units of a change of habitat, by the way that gives more of them. */
export interface HabitatUplift {
  method: DeliveryMethod
  /** Units of the new habitat minus those of the existing one, in ten-thousandths. */
  net: Units
  /** Years to target condition. */
  years: number
}

/** A habitat and its condition; null if its condition is not assessed. */
export interface HabitatState {
  habitat: string
  condition: Condition | null
}

/** A condition that the habitat can have: the given one, or null if it is not assessed; undefined if it cannot have the given one. */
export const possibleCondition = (habitat: string, condition: Condition): Condition | null | undefined => {
  const known = metricHabitat(habitat)
  if (!known) return undefined
  if (conditionOf(known, null) !== undefined) return null
  return known.years.has(condition) ? condition : undefined
}

/** Says whether two habitats belong to one broad habitat; a change between broad habitats counts as creation. */
const haveOneBroadHabitat = (one: string, other: string): boolean => {
  const broad = (id: string): string | undefined => metricHabitat(id)?.label.split(' - ')[0]
  return broad(one) === broad(other)
}

/**
 * Net units from turning all of a parcel into another habitat, with low strategic significance and work that starts with the loss;
 * null if the metric allows neither creation nor enhancement, or if nothing is gained.
 */
export const habitatUplift = (from: HabitatState, to: HabitatState, size: Units): HabitatUplift | null => {
  const before = baselineUnits({ ...from, size, significance: null })
  if ('refused' in before) return null
  const parcel = { ...to, size, significance: null }
  const ways = [
    ['Creation', creationUnits(parcel)],
    ...(haveOneBroadHabitat(from.habitat, to.habitat)
      ? [['Enhancement', enhancementUnits(from, parcel)] as const]
      : []),
  ] as const
  const gains = ways.flatMap(([method, result]) =>
    'refused' in result ? [] : [{ method, net: result.units - before.units, years: result.years ?? 0 }],
  )
  const [best] = gains.toSorted((a, b) => b.net - a.net)
  return best && best.net > 0 ? best : null
}
