import { isRepresentedBy } from '#domain/people/organisation'
import type { ActorGroup } from '../kit/who.ts'

/** A user of the agency that added the organisation to the market, as long as the organisation has no people of its own. */
export const introducingAgency: ActorGroup = {
  name: 'the agency that added the organisation, until the organisation has its own people',
  admits: (actor, _kind, subject) =>
    ('broughtById' in subject && isRepresentedBy(subject, actor.organisationId)) ||
    'Only the agency that added the organisation can do this, until the organisation has its own people',
}
