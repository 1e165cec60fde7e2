import type { CreditType } from '@credit-market/matching/problem/credit-type'

export const CREDIT_TYPE_LABELS: Record<CreditType, string> = {
  Biodiversity: 'Biodiversity units',
  NutrientMitigationNitrogen: 'Nitrogen credits',
  NutrientMitigationPhosphorous: 'Phosphorous credits',
}

/** The same within a sentence. */
export const CREDIT_TYPE_WORDS: Record<CreditType, string> = {
  Biodiversity: 'biodiversity units',
  NutrientMitigationNitrogen: 'nitrogen credits',
  NutrientMitigationPhosphorous: 'phosphorous credits',
}

/** Full name of the unit of each type, shown once per table or card. */
export const UNIT_NAMES: Record<CreditType, string> = {
  Biodiversity: 'biodiversity units',
  NutrientMitigationNitrogen: 'kg of nitrogen a year',
  NutrientMitigationPhosphorous: 'kg of phosphorus a year',
}
/** Unit of a credit type, if its name does not say it: `in kg of nitrogen a year`. */
export const unitsNote = (type: CreditType): string =>
  type === 'Biodiversity' ? '' : `in ${UNIT_NAMES[type]}`

/** Credit type with its unit, shown once per table or card. */
export const creditTypeWithUnit = (type: CreditType): string =>
  [CREDIT_TYPE_LABELS[type], unitsNote(type)].filter(Boolean).join(', ')
