import { UNIT_NAMES } from '#domain/values/credit-type'
import { unitsToNumber, type Units } from '@credit-market/values/units'
import { SCENES, type Party, type Scene, type SceneItem } from '#practice/model/scenes'
import { englishNumberFormat } from '@credit-market/values/formats'

/** Item of a scene with its owner. */
export interface OwnedItem {
  item: SceneItem
  owner: Party
  /** Index among the scene's items. */
  at: number
}

/** Items of a scene with their owners, in its order. */
export const ownedItemsOf = (scene: Scene): OwnedItem[] =>
  scene.items.map((item, at) => ({
    item,
    owner: scene.parties.find(({ id }) => id === item.partyId)!,
    at,
  }))

/** Unit of a scene's credits. */
export const unitOf = (scene: keyof typeof SCENES): string => UNIT_NAMES[SCENES[scene].creditType]

const shown = englishNumberFormat({ maximumFractionDigits: 4 })

/** Formats units without trailing zeros, because they are small and round in a practice market. */
export const shortUnits = (units: Units): string => shown.format(unitsToNumber(units))
