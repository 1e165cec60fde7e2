import { lookAlikesOf, type Compared, type Entered, type LookAlike } from '#domain/look-alikes'
import type { Act } from '../kit/action.ts'
import { create, type Change, type Read } from '../kit/changes.ts'
import { confirm, longText, notStored } from '../kit/fields.ts'

/** What a form knows of the organisations that are there already: of the operator's forms all, of others nothing. */
export interface KnowsOthers {
  known: Compared[]
}

/** The organisations that one can be entered twice as, by what they are compared by: all, or those of some ids. */
export const knownOrganisations = async (read: Read, ids?: readonly string[]): Promise<Compared[]> => {
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

/** Asked where an organisation looks like another, so that nobody enters one twice without a word. */
export const differenceFields = {
  isDifferent: confirm('It is a different organisation'),
  differsBy: notStored(longText('Why it is a different organisation', 3)),
}

type Given = Partial<KnowsOthers>
type Answers = { [C in keyof Entered]?: Entered[C] | null }

/** The organisations that the one in these answers looks like, as far as the form knows. */
export const alike = (answers: Answers, type: Entered['type'], { known = [] }: Given): LookAlike[] =>
  lookAlikesOf({ ...answers, type }, known)

const MOST_NAMED = 5

/** What is said beside the name of an organisation that looks like others. */
export const alikeWarning = (found: readonly LookAlike[]): { name?: string } => {
  if (found.length === 0) return {}
  const named = found.slice(0, MOST_NAMED).map(({ name, reasons }) => `${name} (${reasons.join(', ')})`)
  const more = found.length - named.length
  return {
    name: `Looks like ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}. If it is the same, edit it or invite its people instead`,
  }
}

/** That somebody has said of a new organisation how it differs from those that it looks like. */
export const saidDifferent = (
  id: string,
  note: string | null,
  found: readonly LookAlike[],
  { actor, now, newId }: Pick<Act<'organisation', {}, never, object, unknown>, 'actor' | 'now' | 'newId'>,
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
