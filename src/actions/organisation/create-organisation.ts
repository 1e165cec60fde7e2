import {
  canHaveRegisteredNumbers,
  findMissingDetailErrors,
  ORGANISATION_TYPES,
  ORGANISATION_TYPE_LABELS,
  type Organisation,
} from '#domain/people/organisation'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { oneOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { organisationFormFields } from './details.ts'
import {
  findSimilarInAnswers,
  similarOrganisationWarning,
  notDuplicateFields,
  readComparableOrganisations,
  notDuplicateChanges,
  type ComparableOrganisations,
} from './look-alike.ts'
import { readTakenNumbers, takenNumberMessage } from './taken-numbers.ts'

type Details = Partial<Omit<Organisation, 'type'>> & { type?: Organisation['type'] | null }

const alikeTo = (answers: object, given: Partial<ComparableOrganisations>) => {
  const { type, ...details }: Details = answers
  return type ? findSimilarInAnswers(details, type, given) : []
}

/** Adds an organisation: another operator, a participant, a planning authority or an agency. */
export const createOrganisation = action({
  name: 'CreateOrganisation',
  on: 'organisations',
  title: 'Add organisation',
  who: [operator],
  given: async (read): Promise<ComparableOrganisations> => ({
    known: await readComparableOrganisations(read),
  }),
  fields: {
    type: oneOf('Type', ORGANISATION_TYPES, ORGANISATION_TYPE_LABELS),
    ...organisationFormFields,
    ...notDuplicateFields,
  },
  show: {
    companyNumber: ({ type }) => canHaveRegisteredNumbers(type),
    charityNumber: ({ type }) => canHaveRegisteredNumbers(type),
    holdingNumber: ({ type }) => type === 'PARTICIPANT',
    csvId: ({ type }) => type === 'PARTICIPANT',
    lpaId: ({ type }) => type === 'LPA',
    isDifferent: (answers, given) => alikeTo(answers, given).length > 0,
    differsBy: (answers, given) => alikeTo(answers, given).length > 0,
  },
  check: answers => findMissingDetailErrors(answers.type, answers),
  warn: (answers, _subject, given) => similarOrganisationWarning(alikeTo(answers, given)),
  reads: (read, _subject, values) => readTakenNumbers(read, values.type, values),
  refuse: ({ reads: taken }) => takenNumberMessage(taken),
  effect: ({ values, given, ...act }) => {
    const { isDifferent: _, differsBy, ...details } = values
    const id = act.newId()
    return [
      create('organisation', { ...details, id }),
      ...notDuplicateChanges(id, differsBy, alikeTo(values, given), act),
    ]
  },
  done: 'The organisation has been added',
})
