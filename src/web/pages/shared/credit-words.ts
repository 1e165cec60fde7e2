import type { CreditType } from '#domain/credit-type'

/** Credit types in one word, for lists in which a number stands before. */
export const CREDIT_TYPE_SHORT: Record<CreditType, string> = {
  Biodiversity: 'biodiversity',
  NutrientMitigationNitrogen: 'nitrogen',
  NutrientMitigationPhosphorous: 'phosphorous',
}
