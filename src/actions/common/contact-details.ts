import {
  lackingDetails,
  type Organisation,
  PARTICIPANT_DETAILS,
  type ParticipantDetail,
} from '#domain/organisation'
import type { Always } from '../kit/action.ts'
import { update, type Change } from '../kit/changes.ts'
import { email, longText, notStored, phone, text } from '../kit/fields.ts'

/** Which details each organisation lacks, by its id; one that lacks none need not be in it. */
export type Lacking = Readonly<Record<string, readonly ParticipantDetail[]>>

/**
 * The questions for what the check of a registration will want to know of an organisation. Each is asked only where the
 * answer is not known, so that nobody is refused later for what nobody asked.
 */
export const contactFields = {
  contact: notStored(text('Contact', { autocomplete: 'name' })),
  email: notStored(email('Email')),
  phone: notStored(phone('Phone')),
  mailingAddress: notStored(longText('Mailing address', 5)),
}

/** Which details these organisations lack, as a form publishes it. */
export const lackingOf = (organisations: readonly Organisation[]): Lacking =>
  Object.fromEntries(
    organisations.flatMap(one => {
      const lacking = lackingDetails(one)
      return lacking.length === 0 ? [] : [[one.id, lacking]]
    }),
  )

/** Facts of the form: the organisation it is for, where none is chosen, and the details that each one lacks. */
interface Known extends Partial<Always> {
  ownId?: string | null
  lacking?: Lacking
}
type Choosing = { organisationId?: string | null } & { [D in ParticipantDetail]?: string | null }

const isLacking =
  (name: ParticipantDetail) =>
  ({ organisationId }: Choosing, { ownId, lacking = {} }: Known): boolean => {
    const id = ownId ?? organisationId ?? ''
    // Whoever sends an id may send `toString`, which every object knows.
    return Object.hasOwn(lacking, id) && lacking[id]!.includes(name)
  }

/** Shows each question only for an organisation that lacks the answer: the form's own, else the one that is chosen. */
export const showLacking = {
  contact: isLacking('contact'),
  email: isLacking('email'),
  phone: isLacking('phone'),
  mailingAddress: isLacking('mailingAddress'),
}

/** Saves the details that were given to the organisation; no change where none were. */
export const contactChanges = (
  organisation: { id: string },
  answers: { readonly [D in ParticipantDetail]: string | null },
): Change[] => {
  const given = PARTICIPANT_DETAILS.flatMap(name => (answers[name] ? [[name, answers[name]]] : []))
  return given.length === 0 ? [] : [update('organisation', organisation, Object.fromEntries(given))]
}
