export const CREDIT_TYPES = [
  'Biodiversity',
  'NutrientMitigationNitrogen',
  'NutrientMitigationPhosphorous',
] as const
export type CreditType = (typeof CREDIT_TYPES)[number]

export const NUTRIENT_TYPES = ['NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'] as const

/** True for credits that mitigate nitrogen or phosphorous; the rest are biodiversity units. */
export const isNutrient = (type: CreditType | null | undefined): boolean =>
  type === 'NutrientMitigationNitrogen' || type === 'NutrientMitigationPhosphorous'
