import { UNIT_NAMES } from '#domain/credit-type'
import { quantityOf, type Units } from '#domain/units'
import { SCENES, type Party, type Scene, type SceneItem } from '#practice/model/scenes'
import { numberFormat } from '#domain/formats'

/** A thing of a scene with the party that it is of. */
export interface OwnedItem {
  item: SceneItem
  owner: Party
  /** Its place among the scene's items. */
  at: number
}

/** The things of a scene with their owners, in its order. */
export const itemsOf = (scene: Scene): OwnedItem[] =>
  scene.items.map((item, at) => ({
    item,
    owner: scene.parties.find(({ id }) => id === item.partyId)!,
    at,
  }))

/** What a scene's credits are counted in. */
export const unitOf = (scene: keyof typeof SCENES): string => UNIT_NAMES[SCENES[scene].creditType]

const shown = numberFormat({ maximumFractionDigits: 4 })

/** Units without zeros that say nothing: in a practice market they are small and round. */
export const fewUnits = (units: Units): string => shown.format(quantityOf(units))
