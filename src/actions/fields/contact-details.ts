import {
  findMissingDetailNames,
  type Organisation,
  PARTICIPANT_DETAILS,
  type ParticipantDetail,
} from '#domain/people/organisation'
import type { CommonFacts } from '../kit/action.ts'
import { update, type Change } from '../kit/changes.ts'
import { email, longText, notStored, ofOne, phone, text } from '../kit/fields.ts'

/** Missing details by organisation id; complete organisations may be left out. */
export type MissingDetails = Readonly<Record<string, readonly ParticipantDetail[]>>

/**
 * Fields for details that the check of a registration will need. Each is asked only if the organisation lacks it, so
 * that no one is refused later for a detail they were never asked for.
 */
export const contactFields = {
  contact: ofOne(notStored(text('Contact', { autocomplete: 'name' }))),
  email: ofOne(notStored(email('Email'))),
  phone: ofOne(notStored(phone('Phone'))),
  mailingAddress: ofOne(notStored(longText('Mailing address', 5))),
}

/** Missing details of these organisations, as a form publishes them. */
export const readMissingDetails = (organisations: readonly Organisation[]): MissingDetails =>
  Object.fromEntries(
    organisations.flatMap(one => {
      const lacking = findMissingDetailNames(one)
      return lacking.length === 0 ? [] : [[one.id, lacking]]
    }),
  )

/** Facts of the form: the organisation that it is for, if none is chosen, and the missing details of each. */
interface Known extends Partial<CommonFacts> {
  ownId?: string | null
  lacking?: MissingDetails
}
type Choosing = { organisationId?: string | null } & { [D in ParticipantDetail]?: string | null }

const isLacking =
  (name: ParticipantDetail) =>
  ({ organisationId }: Choosing, { ownId, lacking = {} }: Known): boolean => {
    const id = ownId ?? organisationId ?? ''
    // A client may send `toString`, which every object has, as an id.
    return Object.hasOwn(lacking, id) && lacking[id]!.includes(name)
  }

/** Shows each field only for an organisation that lacks the answer: the form's own, else the chosen one. */
export const showMissingDetails = {
  contact: isLacking('contact'),
  email: isLacking('email'),
  phone: isLacking('phone'),
  mailingAddress: isLacking('mailingAddress'),
}

/** Saves the given details to the organisation; no change if there are none. */
export const contactChanges = (
  organisation: { id: string },
  answers: { readonly [D in ParticipantDetail]: string | null },
): Change[] => {
  const given = PARTICIPANT_DETAILS.flatMap(name => (answers[name] ? [[name, answers[name]]] : []))
  return given.length === 0 ? [] : [update('organisation', organisation, Object.fromEntries(given))]
}
