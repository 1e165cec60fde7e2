import { changeRowWithoutTriggers, createNow, readFirstId, type Tampering } from './tamperings.ts'

/** Tamperings with cases and with the assurance of units in the demonstration, each with the difference that must name it. */
export const TAMPERINGS_OF_CASES: readonly Tampering[] = [
  [
    'a case whose confirmation was taken back by hand',
    changeRowWithoutTriggers('case', `update "case" set confirmed_at = null where id = 'failure-P402'`),
    /^rows: case failure-P402 does not match entry/m,
  ],
  [
    'a failed unit that counts as sound again',
    changeRowWithoutTriggers(
      'unit_failure',
      `update unit_failure set ended_at = '${createNow}' where id = ${readFirstId('unit_failure', 'ended_at is null')}`,
    ),
    /^rows: unit_failure \S+ does not match entry/m,
  ],
  [
    'a replacement with another price',
    changeRowWithoutTriggers(
      'unit_replacement',
      `update unit_replacement set price_per_unit = 1 where id = ${readFirstId('unit_replacement', 'true')}`,
    ),
    /^rows: unit_replacement \S+ does not match entry/m,
  ],
  [
    'a recall that names another case',
    changeRowWithoutTriggers(
      'credit',
      `update credit set return_case_id = 'failure-P402' where id = ${readFirstId('credit', `return_case_id = 'error-P407'`)}`,
    ),
    /^rows: credit \S+ does not match entry/m,
  ],
]
