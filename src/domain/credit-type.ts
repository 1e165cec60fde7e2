export const CREDIT_TYPES = [
  'Biodiversity',
  'NutrientMitigationNitrogen',
  'NutrientMitigationPhosphorous',
] as const
export type CreditType = (typeof CREDIT_TYPES)[number]
export const CREDIT_TYPE_LABELS: Record<CreditType, string> = {
  Biodiversity: 'Biodiversity units',
  NutrientMitigationNitrogen: 'Nitrogen credits',
  NutrientMitigationPhosphorous: 'Phosphorous credits',
}

/** What one of each is, in full, as said once per table or card. */
export const UNIT_NAMES: Record<CreditType, string> = {
  Biodiversity: 'biodiversity units',
  NutrientMitigationNitrogen: 'kg of nitrogen a year',
  NutrientMitigationPhosphorous: 'kg of phosphorus a year',
}
/** What credits of a type are counted in, where their name does not say it: `in kg of nitrogen a year`. */
export const unitsNote = (type: CreditType): string =>
  type === 'Biodiversity' ? '' : `in ${UNIT_NAMES[type]}`

/** Credits of a type with what they are counted in, as said once per table or card. */
export const nameWithUnits = (type: CreditType): string =>
  [CREDIT_TYPE_LABELS[type], unitsNote(type)].filter(Boolean).join(', ')

export const NUTRIENT_TYPES = ['NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'] as const

/** Nutrient credits mitigate nitrogen or phosphorous; the rest are biodiversity units. */
export const isNutrient = (type: CreditType | null | undefined): boolean =>
  type === 'NutrientMitigationNitrogen' || type === 'NutrientMitigationPhosphorous'
