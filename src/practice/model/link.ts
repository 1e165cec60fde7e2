import { PAIRINGS, isSetting, type Setting } from './setting.ts'
import { SCENE_IDS } from './scenes.ts'

/** Increased whenever the same text would mean another setting. */
const VERSION = '1'
const LONGEST = 200
const PART = 'D'
const BASE = 36

/**
 * A setting as the end of an address, such as `1.0.k.01.1o-2n9c.…`: version, scene, reserve, pairings, and the
 * quantity and price of each item in base 36, with a capital D if it may be won in part.
 */
export const encodeSetting = ({ scene, amounts, pairings, reserve }: Setting): string =>
  [
    VERSION,
    SCENE_IDS.indexOf(scene),
    reserve.toString(BASE),
    pairings.map(pairing => PAIRINGS.indexOf(pairing)).join('') || '-',
    ...amounts.map(
      ({ quantity, price, divisible }) =>
        `${quantity.toString(BASE)}-${price.toString(BASE)}${divisible ? PART : ''}`,
    ),
  ].join('.')

const numberIn = (text: string | undefined): number =>
  text !== undefined && /^[0-9a-z]{1,6}$/.test(text) ? Number.parseInt(text, BASE) : Number.NaN

const amountsIn = (text: string): Setting['amounts'][number] => {
  const divisible = text.endsWith(PART)
  const [quantity, price, ...more] = (divisible ? text.slice(0, -1) : text).split('-')
  return { quantity: numberIn(quantity), price: more.length > 0 ? Number.NaN : numberIn(price), divisible }
}

/** Parses a setting from the end of an address; null if it is invalid or of another version. */
export const decodeSetting = (text: string): Setting | null => {
  if (text.length > LONGEST) return null
  const [version, place, reserve, pairs = '', ...amounts] = text.split('.')
  const scene = SCENE_IDS[numberIn(place)]
  if (version !== VERSION || scene === undefined) return null
  const pairings = (pairs === '-' ? [] : pairs.split('')).map(one => PAIRINGS[numberIn(one)])
  if (!pairings.every(pairing => pairing !== undefined)) return null
  const setting = { scene, pairings, reserve: numberIn(reserve), amounts: amounts.map(amountsIn) }
  return isSetting(setting) ? setting : null
}
