import { CREDIT_TYPE_LABELS, CREDIT_TYPES } from '#domain/credit-type'
import { CHECK_YEARS, USUAL_CHECK_YEARS } from '#domain/check-schedule'
import { hinted, longText, manyOf, name, optional, pickMany, toggle } from '../kit/fields.ts'
import { settingActions } from './setting-actions.ts'

/** The kinds of project that rounds can admit. */
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
    checkYears: hinted(
      optional(manyOf('Years of checks and reports', CHECK_YEARS)),
      'In which years after delivery was verified a compliance and a performance check are due; the usual ones where none is chosen.',
    ),
    description: optional(longText('Description', 3)),
  },
  initial: { fixedTermAllowed: false, permanentAllowed: true, checkYears: [...USUAL_CHECK_YEARS] },
  check: ({ fixedTermAllowed, permanentAllowed }) =>
    fixedTermAllowed === false && permanentAllowed === false
      ? { permanentAllowed: 'Must be for a fixed term or permanent or both' }
      : {},
})
