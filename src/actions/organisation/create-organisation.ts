import {
  hasNumbers,
  missingDetails,
  ORGANISATION_TYPES,
  ORGANISATION_TYPE_LABELS,
  type Organisation,
} from '#domain/organisation'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { oneOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { organisationFields } from './details.ts'
import {
  alike,
  alikeWarning,
  differenceFields,
  knownOrganisations,
  saidDifferent,
  type KnowsOthers,
} from './look-alike.ts'
import { takenNumbers, whyTaken } from './taken-numbers.ts'

type Details = Partial<Omit<Organisation, 'type'>> & { type?: Organisation['type'] | null }

const alikeTo = (answers: object, given: Partial<KnowsOthers>) => {
  const { type, ...details }: Details = answers
  return type ? alike(details, type, given) : []
}

/** A new organisation: another operator, a participant, a planning authority or an agency. */
export const createOrganisation = action({
  name: 'CreateOrganisation',
  on: 'organisations',
  title: 'Add organisation',
  who: [operator],
  given: async (read): Promise<KnowsOthers> => ({ known: await knownOrganisations(read) }),
  fields: {
    type: oneOf('Type', ORGANISATION_TYPES, ORGANISATION_TYPE_LABELS),
    ...organisationFields,
    ...differenceFields,
  },
  show: {
    companyNumber: ({ type }) => hasNumbers(type),
    charityNumber: ({ type }) => hasNumbers(type),
    holdingNumber: ({ type }) => type === 'PARTICIPANT',
    csvId: ({ type }) => type === 'PARTICIPANT',
    lpaId: ({ type }) => type === 'LPA',
    isDifferent: (answers, given) => alikeTo(answers, given).length > 0,
    differsBy: (answers, given) => alikeTo(answers, given).length > 0,
  },
  check: answers => missingDetails(answers.type, answers),
  warn: (answers, _subject, given) => alikeWarning(alikeTo(answers, given)),
  reads: (read, _subject, values) => takenNumbers(read, values.type, values),
  refuse: ({ reads: taken }) => whyTaken(taken),
  effect: ({ values, given, ...act }) => {
    const { isDifferent: _, differsBy, ...details } = values
    const id = act.newId()
    return [
      create('organisation', { ...details, id }),
      ...saidDifferent(id, differsBy, alikeTo(values, given), act),
    ]
  },
})
