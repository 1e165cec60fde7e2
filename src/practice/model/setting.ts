import { GROUP_TYPES } from '#domain/group'
import { SCENES, type SceneId } from './scenes.ts'

/** What a party asks or bids for one thing of the scene. */
export interface Amounts {
  /** Tenths of a unit. */
  quantity: number
  /** Whole pounds: the least it asks, or the most it would pay. */
  price: number
  /** A bid of which a part may win. Never of an offer. */
  divisible: boolean
}

/** How two things of one party hang together. */
export const PAIRINGS = ['none', ...GROUP_TYPES] as const
export type Pairing = (typeof PAIRINGS)[number]

/** All that can be set in a practice market. */
export interface Setting {
  scene: SceneId
  /** In the order of the scene's items. */
  amounts: readonly Amounts[]
  /** In the order of the scene's pairs. */
  pairings: readonly Pairing[]
  /** Percent of all demand that is kept back on top of it; 0 for none. */
  reserve: number
}

/** What may be set: tenths of a unit, whole pounds, and percent. The step is the sliders'; what is typed may be finer. */
export const LIMITS = {
  quantity: { least: 5, most: 200, step: 5 },
  price: { least: 1_000, most: 400_000, step: 1_000 },
  reserve: { least: 0, most: 50, step: 1 },
} as const

/** What the switch of the reserve turns on, in percent. */
export const USUAL_RESERVE = 20

/** Is this a whole number within what may be set? */
const isAllowed = (value: number, of: keyof typeof LIMITS): boolean =>
  Number.isInteger(value) && value >= LIMITS[of].least && value <= LIMITS[of].most

/** Does a setting fit its scene, with every figure within its limits? */
export const isSetting = ({ scene, amounts, pairings, reserve }: Setting): boolean => {
  const { items, pairs } = SCENES[scene]
  return (
    amounts.length === items.length &&
    pairings.length === pairs.length &&
    isAllowed(reserve, 'reserve') &&
    amounts.every(
      ({ quantity, price, divisible }, at) =>
        isAllowed(quantity, 'quantity') &&
        isAllowed(price, 'price') &&
        !(divisible && items[at]!.of === 'project'),
    )
  )
}
