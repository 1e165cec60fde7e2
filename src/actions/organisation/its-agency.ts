import { isInCareOf } from '#domain/organisation'
import type { Who } from '../kit/who.ts'

/** A user of the agency that brought the organisation to the market, while that has no people of its own. */
export const itsAgency: Who = {
  name: 'the agency that brought it, until it has people of its own',
  admits: (actor, _kind, subject) =>
    ('broughtById' in subject && isInCareOf(subject, actor.organisationId)) ||
    'Only the agency that brought it may do this, until it has people of its own',
}
