import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { create } from '../kit/changes.ts'
import { longText, manyOf, name, optional, text, toggle } from '../kit/fields.ts'
import { settingActions } from './setting-actions.ts'

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
