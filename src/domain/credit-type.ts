export const CREDIT_TYPES = ['Biodiversity', 'NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'] as const
export type CreditType = (typeof CREDIT_TYPES)[number]

/** Nutrient credits mitigate nitrogen or phosphorous; the rest are biodiversity units. */
export const isNutrient = (type: CreditType | null | undefined): boolean =>
  type === 'NutrientMitigationNitrogen' || type === 'NutrientMitigationPhosphorous'
