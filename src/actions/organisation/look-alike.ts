import {
  findSimilarOrganisations,
  type OrganisationToCompare,
  type PartialOrganisation,
  type SimilarOrganisation,
} from '#domain/people/look-alikes'
import type { EffectInput } from '../kit/action.ts'
import { create, type Change, type Read } from '../kit/changes.ts'
import { confirm, longText, notStored } from '../kit/fields.ts'

/** Existing organisations in a form: all for the operator, none for others. */
export interface ComparableOrganisations {
  known: OrganisationToCompare[]
}

/** Existing organisations with the data for comparison: all, or those with some ids. */
export const readComparableOrganisations = async (
  read: Read,
  ids?: readonly string[],
): Promise<OrganisationToCompare[]> => {
  const all = await read.list('organisation', {
    type: ['PARTICIPANT', 'AGENT'],
    mergedIntoId: null,
    ...(ids && { id: [...ids] }),
  })
  return all.map(one => ({
    id: one.id,
    type: one.type,
    name: one.name,
    companyNumber: one.companyNumber,
    charityNumber: one.charityNumber,
    holdingNumber: one.holdingNumber,
    email: one.email,
    phone: one.phone,
    mailingAddress: one.mailingAddress,
  }))
}

/** Question for organisations similar to another, so that none is entered twice unnoticed. */
export const notDuplicateFields = {
  isDifferent: confirm('This is a different organisation'),
  differsBy: notStored(longText('Why is this a different organisation?', 3)),
}

type Given = Partial<ComparableOrganisations>
type Answers = { [C in keyof PartialOrganisation]?: PartialOrganisation[C] | null }

/** Existing organisations similar to the one in these answers, as far as the form knows. */
export const findSimilarInAnswers = (
  answers: Answers,
  type: PartialOrganisation['type'],
  { known = [] }: Given,
): SimilarOrganisation[] => findSimilarOrganisations({ ...answers, type }, known)

const MOST_NAMED = 5

/** Warning next to the name of an organisation that is similar to others. */
export const similarOrganisationWarning = (found: readonly SimilarOrganisation[]): { name?: string } => {
  if (found.length === 0) return {}
  const named = found.slice(0, MOST_NAMED).map(({ name, reasons }) => `${name} (${reasons.join(', ')})`)
  const more = found.length - named.length
  const all = more > 0 ? [...named, `${more} more`] : named
  return {
    name: `This may be the same organisation as: ${all.join('; ')}. If it is, edit that organisation or invite its people instead`,
  }
}

/** Records how a new organisation differs from similar ones. */
export const notDuplicateChanges = (
  id: string,
  note: string | null,
  found: readonly SimilarOrganisation[],
  {
    actor,
    now,
    newId,
  }: Pick<EffectInput<'organisation', {}, never, object, unknown>, 'actor' | 'now' | 'newId'>,
): Change[] =>
  found.map(other =>
    create('organisationTie', {
      id: newId(),
      tie: 'Different',
      organisationId: id,
      otherId: other.id,
      otherName: other.name,
      note: note ?? '',
      saidBy: actor.userId ?? '',
      saidAt: now,
    }),
  )
