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
export const NUTRIENT_TYPES = ['NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'] as const

/** Nutrient credits mitigate nitrogen or phosphorous; the rest are biodiversity units. */
export const isNutrient = (type: CreditType | null | undefined): boolean =>
  type === 'NutrientMitigationNitrogen' || type === 'NutrientMitigationPhosphorous'
