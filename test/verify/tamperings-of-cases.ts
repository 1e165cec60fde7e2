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
    'a requirement moved to where its replacing units may not serve it',
    changeRowWithoutTriggers(
      'requirement',
      `update requirement set nca_id = 'elsewhere', lpa_id = 'elsewhere', subcatchment_id = 'elsewhere' where id = (select credit.requirement_id
        from unit_replacement join unit_failure on unit_failure.id = failure_id join credit on credit.id = unit_failure.credit_id
        where unit_replacement.ended_at is null order by unit_replacement.id limit 1)`,
    ),
    /^registry: \S+ replaces units of requirement \S+, which it may not serve/m,
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
