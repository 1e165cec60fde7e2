import { expect, it } from 'vitest'
import { actionsOfKind } from '#actions/index'
import type { Fields } from '#actions/kit/fields'
import { COLLECTION_NOUNS, NOUNS } from '#contract/nouns/nouns'
import type { Kind } from '#domain/disclosure/entities'
import { findGlossaryTerm } from '#domain/text/terms'

/** Questions that need no hint, by the reason; each by its label. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  'everyone knows what it asks': [
    ...['Name', 'Full name', 'Address', 'Near address', 'Mailing address', 'Contact', 'Email', 'Phone'],
    ...[
      'Date',
      'Description',
      'Notes',
      'Comment',
      'Number',
      'Region',
      'Publisher',
      'Report',
      'Since',
      'Until',
    ],
    ...['Position', 'Organisation', 'Decision', 'Outcome'],
    ...['Assessed by', 'Date assessed', 'Reviewed by', 'Date reviewed', 'Next action', 'Next action by'],
    ...['Date of the certificate', 'Supporting document', 'Replacement file', 'Document', 'Declaration'],
  ],
  'it asks why, and whoever acts knows': [
    ...[
      'Reason',
      'Reason for failure',
      'Why are you importing this match?',
      'Why common control ended',
      'Why are they the same organisation?',
    ],
    ...['Why are they different organisations?', 'Why is this a different organisation?'],
  ],
  'it is chosen from a list of things that have names': [
    ...[
      'Agent',
      'Buyer or investor',
      'Supplier',
      'Participant',
      'Market',
      'Market round',
      'Projects',
      'Service',
    ],
    ...['Credit requirements', 'Services', 'Service to edit', 'Group', 'Groups', 'Organisation to keep'],
    ...['Different organisation', 'Other organisation', 'Under common control with'],
    'Name or company number of the other organisation',
  ],
  'its choices say what they are': ['Type', 'Catchment'],
  'it says what is to be confirmed, next to what it does': [
    ...['Accept this match and create the rights', 'Both are the same organisation', 'Start matching'],
    ...['Close this market round for bids and offers', 'Close this market round for registration'],
    ...['Open this market round for bids and offers', 'Open this market round for registration'],
    ...[
      'Is the registration complete?',
      'Is this registration complete?',
      'Issue the credits of this requirement',
    ],
    ...['Remove the credit requirement from its group', 'Remove the project from its group'],
    ...['Remove this declaration?', 'The documents are complete and I want to allocate the rights'],
    ...['The project is fully contracted, and its agreement is signed', 'Register it now?', 'Declarations'],
    ...['This is a different organisation', 'Is this authority approved?', 'Is the project compliant?'],
    'Does the project pass?',
  ],
  'it is the file that this very action is about': [
    ...['Compliance report', 'Performance report', 'Verification report', 'Certification statement'],
  ],
  'it is a switch of the settings, whose sentence is whole': [
    ...['For agents', 'For participants', 'May be permanent', 'Nitrogen credits', 'Phosphorous credits'],
  ],
  'what its choices mean is in view': ['Biodiversity supply counts'],
  'no person is asked, but the system': [
    ...['Hash of the problem', 'Hash of the solution', 'Hash of the file', 'Solution', 'Best known match'],
    'Surplus of our own match',
  ],
}

interface Asked {
  label: string
  where: string
}

/** The questions with neither a hint nor a glossary term in their label. */
const unexplained = (fields: Fields, where: string): Asked[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    // The hint of a file lists its columns.
    ...(field.hint || findGlossaryTerm(field.label)
      ? []
      : [{ label: field.label, where: `${where}.${name}` }]),
    ...(field.perRow ? unexplained(field.perRow.fields, `${where}.${name}`) : []),
  ])

const kinds = [...Object.keys(NOUNS), ...COLLECTION_NOUNS.map(({ collection }) => collection)] as Kind[]
const asked = kinds.flatMap(kind =>
  actionsOfKind(kind).flatMap(action => unexplained(action.fields, `${kind}.${action.name}`)),
)

it('every question has a hint or a glossary term in its label, or is plain for a reason', () => {
  const plain = new Set(Object.values(PLAIN).flat())
  expect(asked.filter(({ label }) => !plain.has(label))).toEqual([])
})

it('every question listed as plain exists and has no explanation', () => {
  const labels = new Set(asked.map(({ label }) => label))
  expect(
    Object.values(PLAIN)
      .flat()
      .filter(label => !labels.has(label)),
  ).toEqual([])
})

it('amounts of nutrients are in kilograms a year', () => {
  const nutrients = kinds
    .flatMap(kind => actionsOfKind(kind).flatMap(({ fields }) => Object.values<Fields[string]>(fields)))
    .filter(
      ({ label, type }) =>
        type === 'Number' && ['Ongoing units', 'Additional units', 'Supplied credits'].includes(label),
    )
  expect(nutrients.length).toBeGreaterThan(2)
  expect([...new Set(nutrients.map(({ suffix }) => suffix))]).toEqual(['kg a year'])
})
