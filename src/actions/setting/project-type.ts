import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { ALLOWED_CHECK_YEARS, DEFAULT_CHECK_YEARS } from '#domain/project/check-schedule'
import { withHint, longText, manyOf, name, optional, pickMany, toggle } from '../kit/fields.ts'
import { settingActions } from './setting-actions.ts'

/** Kinds of project that rounds can admit. */
export const projectTypeActions = settingActions({
  kind: 'projectType',
  name: 'ProjectType',
  noun: 'project type',
  fields: {
    name: name('Name'),
    serviceTypes: manyOf('Services', CREDIT_TYPES, CREDIT_TYPE_LABELS),
    standardIds: pickMany('Standards', 'standard', '/api/standards?active=true&format=choices'),
    fixedTermAllowed: toggle('May be for a fixed term'),
    permanentAllowed: toggle('May be permanent'),
    checkYears: withHint(
      optional(manyOf('Years of checks and reports', ALLOWED_CHECK_YEARS)),
      'The years after verified delivery in which compliance and performance checks are due. If you choose none, the usual years apply.',
    ),
    description: optional(longText('Description', 3)),
  },
  initial: { fixedTermAllowed: false, permanentAllowed: true, checkYears: [...DEFAULT_CHECK_YEARS] },
  check: ({ fixedTermAllowed, permanentAllowed }) =>
    fixedTermAllowed === false && permanentAllowed === false
      ? { permanentAllowed: 'Must be for a fixed term or permanent or both' }
      : {},
})
