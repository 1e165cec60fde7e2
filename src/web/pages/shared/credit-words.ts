import type { CreditType } from '#domain/credit-type'

/** Credit types with what they are counted in, as short as can be, for lists in which a number stands before. */
export const CREDIT_TYPE_SHORT: Record<CreditType, string> = {
  Biodiversity: 'biodiversity',
  NutrientMitigationNitrogen: 'kg nitrogen',
  NutrientMitigationPhosphorous: 'kg phosphorous',
}
