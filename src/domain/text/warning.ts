/** Subjects of warnings, by the part of the market that finds them. Programs distinguish warnings by these codes, so texts may change. */
export const WARNING_CODES = [
  // Contradicts the habitat tables of the statutory metric.
  'habitat-band',
  'habitat-condition',
  // Typed units differ from those of the statutory metric.
  'metric-units',
  // The statute accepts more or less for a loss than this market.
  'habitat-trading',
  // Differs from the workbook.
  'workbook-differs',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

/** A doubt about a thing that its owner and the market operator should check; it blocks nothing. */
export interface SubjectWarning {
  code: WarningCode
  /** Field that the warning is about; `services.{id}.{field}` for a part; null for the whole thing. */
  field: string | null
  /** The contradiction and possible remedies, in plain words. */
  words: string
}
