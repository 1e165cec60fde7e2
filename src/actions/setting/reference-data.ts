import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { create } from '../kit/changes.ts'
import { longText, manyOf, name, optional, text, toggle, withHint, oneOf, pickMany } from '../kit/fields.ts'
import { settingActions } from './setting-actions.ts'
import { DECLARATION_CATEGORIES, DECLARATION_CATEGORY_LABELS } from '#domain/credit/declaration'
import { ALLOWED_CHECK_YEARS, DEFAULT_CHECK_YEARS } from '#domain/project/check-schedule'

/** Standards for certifying services; superseded versions are stored. */
export const standardActions = settingActions({
  kind: 'standard',
  name: 'Standard',
  noun: 'standard',
  fields: {
    name: name('Name'),
    edition: optional(text('Version', { hint: 'A new version replaces this one. We keep the earlier one.' })),
    publisher: optional(text('Publisher')),
    serviceTypes: manyOf('Services', CREDIT_TYPES, CREDIT_TYPE_LABELS),
    fixedTermAllowed: toggle('May certify a fixed term'),
    kind: text('Purpose', { hint: 'What the standard is about, in a few words.' }),
    description: optional(longText('Description', 3)),
  },
  initial: { fixedTermAllowed: false },
  keeps: (standard, values, { now, newId }) => {
    if (values.edition === standard.edition) return []
    const { name: called, edition, publisher, serviceTypes, fixedTermAllowed, description } = standard
    return [
      create('standardVersion', {
        id: newId(),
        standardId: standard.id,
        name: called,
        edition,
        publisher,
        serviceTypes,
        fixedTermAllowed,
        description,
        until: now,
      }),
    ]
  },
})

/** Declarations that rounds can ask for; a round keeps the text from the time when it adopted it. */
export const declarationActions = settingActions({
  kind: 'declaration',
  name: 'Declaration',
  noun: 'declaration',
  fields: {
    name: name('Name'),
    declaration: longText('Declaration'),
    category: withHint(
      oneOf('Category', DECLARATION_CATEGORIES, DECLARATION_CATEGORY_LABELS),
      'The form that asks for this declaration.',
    ),
    isForAgents: toggle('For agents'),
    isForParticipants: toggle('For participants'),
  },
  initial: { isForAgents: false, isForParticipants: false },
  check: ({ isForAgents, isForParticipants }) =>
    isForAgents === false && isForParticipants === false
      ? { isForParticipants: 'Must be for agents or participants or both' }
      : {},
})

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
