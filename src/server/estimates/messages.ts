/** Message for a missing place. */
export const PLACE_MISSING =
  'Enter a place, such as Taunton, Somerset Levels and Moors, or the grid reference ST 228 245'

/** Message for a postcode, which no table of ours has. */
export const POSTCODE_UNKNOWN =
  'We cannot look up postcodes. Enter a town such as Taunton, or a grid reference such as ST 228 245'

export const PLACE_OUTSIDE_ENGLAND =
  'This point is outside England. Enter a place in England, such as Taunton or the grid reference ST 228 245'

export const unknownPlace = (typed: string): string =>
  `We do not know a place called “${typed}”. Enter a town such as Taunton, a planning authority such as Somerset, or a grid reference such as ST 228 245`

const either = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

export const ambiguousPlace = (typed: string, names: readonly string[]): string =>
  `“${typed}” can be in ${either(names)}. Enter the place with one of them, such as ${typed}, ${names[0]}`

/** Message for a place without any amount. */
export const NEED_MISSING =
  'Enter how much you need of at least one credit, such as 4.2 biodiversity units or 2.5 kg of phosphorus a year'

export const badAmount = (what: string, example: string): string =>
  `Enter ${what} as a number above 0 and at most 100,000, such as ${example}`

export const unknownHabitat = (typed: string, example: string): string =>
  `The statutory metric has no habitat called “${typed}”. Choose one from the list, such as ${example}`

export const ambiguousHabitat = (typed: string, labels: readonly string[]): string =>
  `“${typed}” can be ${either(labels)}. Choose one of them`

export const HECTARES_MISSING = 'Enter the area in hectares, such as 6.5. One hectare is about 2.5 acres'

export const NOW_MISSING = 'Enter the habitat that is there now, such as Cereal crops or Modified grassland'

export const impossibleNow = (habitat: string): string =>
  `${habitat} cannot have this condition in the statutory metric. Choose another condition, such as Moderate`

/** Message for a change of habitat that gains nothing. */
export const nothingGained = (now: string, habitat: string): string =>
  `The statutory metric gives no units for turning ${now} into ${habitat}. Enter another habitat, such as Lowland meadows`
