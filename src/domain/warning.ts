/**
 * What a warning can be about. Each is named by the part of the market that finds it; programs of others tell warnings
 * apart by these, so that words may change.
 */
export const WARNING_CODES = [
  // The habitat tables of the statutory metric say otherwise.
  'habitat-band',
  'habitat-condition',
  // The statutory metric gives other units than were typed.
  'metric-units',
  // The statute accepts more or less for a loss than this market matches.
  'habitat-trading',
  // A workbook that was read says otherwise.
  'workbook-differs',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

/** Something about a thing that is not refused but should be looked at, by its owner and by the market operator. */
export interface Warning {
  code: WarningCode
  /** The field of the thing that it is about; of a part of it `services.{id}.{field}`; null where it is about the whole. */
  field: string | null
  /** What does not agree, and what can be done, in plain words. */
  words: string
}
