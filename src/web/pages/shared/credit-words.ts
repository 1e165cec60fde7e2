import type { CreditType } from '@credit-market/matching/problem/credit-type'

/** Short labels of credit types with their units, for lists with a number in front. */
export const SHORT_CREDIT_TYPE_LABELS: Record<CreditType, string> = {
  Biodiversity: 'biodiversity',
  NutrientMitigationNitrogen: 'kg nitrogen',
  NutrientMitigationPhosphorous: 'kg phosphorous',
}
