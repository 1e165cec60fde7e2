import { GROUP_TYPES } from '#domain/project/group'
import { SCENES, type SceneId } from './scenes.ts'

/** Offer or bid of a party for one item of the scene. */
export interface ItemAmounts {
  /** Tenths of a unit. */
  quantity: number
  /** Whole pounds: the least that an offer accepts, or the most that a bid would pay. */
  price: number
  /** True for a bid that may be won in part. Never true for an offer. */
  divisible: boolean
}

/** Ways in which two items of one party can depend on each other. */
export const PAIRINGS = ['none', ...GROUP_TYPES] as const
export type Pairing = (typeof PAIRINGS)[number]

/** All settings of a practice market. */
export interface Setting {
  scene: SceneId
  /** In the order of the scene's items. */
  amounts: readonly ItemAmounts[]
  /** In the order of the scene's pairs. */
  pairings: readonly Pairing[]
  /** Credit reserve in percent of all demand, in addition to the demand; 0 for none. */
  reserve: number
}

/**
 * Limits of the settings: tenths of a unit, whole pounds, and percent. The step applies to sliders; typed values may
 * be finer.
 */
export const SETTING_LIMITS = {
  quantity: { least: 5, most: 200, step: 5 },
  price: { least: 1_000, most: 400_000, step: 1_000 },
  reserve: { least: 0, most: 50, step: 1 },
} as const

/** The credit reserve, in percent, when its switch is on. */
export const DEFAULT_RESERVE_PERCENT = 20

/** True for a whole number within the limits. */
const isAllowed = (value: number, of: keyof typeof SETTING_LIMITS): boolean =>
  Number.isInteger(value) && value >= SETTING_LIMITS[of].least && value <= SETTING_LIMITS[of].most

/** True if a setting fits its scene and every value is within its limits. */
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
