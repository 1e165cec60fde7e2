import { rowLinks } from '#contract/nouns'
import type { Actor } from '#domain/actor'
import type { Organisation } from '#domain/organisation'
import type { OrganisationRow, OrganisationView } from '#contract/organisation'
import { isInCareOf } from '#domain/organisation'
import { authorityRows } from './authority.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { doublesOf } from './doubles.ts'
import { namesOf } from './names.ts'
import { participationRows } from './participation.ts'
import { readsAll } from '#contract/read-access'
import { resultsOf } from './result-heads.ts'
import { visibleTo } from './visible.ts'

/** Who is told who it is by number: its own people, the agency that looks after it, and the operator. */
const knowsNumbers = (organisation: Organisation, reader: Actor): boolean =>
  readsAll(reader) ||
  organisation.id === reader.organisationId ||
  isInCareOf(organisation, reader.organisationId)

const numbersOf = (organisation: Organisation, reader: Actor) => {
  const { companyNumber, charityNumber, holdingNumber } = organisation
  return knowsNumbers(organisation, reader)
    ? { companyNumber, charityNumber, holdingNumber }
    : { companyNumber: null, charityNumber: null, holdingNumber: null }
}

/** An organisation as a row of a list. */
export const organisationRow = (organisation: Organisation, reader: Actor): OrganisationRow => {
  const { id, name, type, csvId, contact, email, phone } = organisation
  return {
    id,
    links: rowLinks('organisation', id),
    name,
    type,
    csvId,
    contact,
    email,
    phone,
    ...numbersOf(organisation, reader),
  }
}

/** One organisation; its people are shown to themselves and to the operator. */
export const organisationView = async (
  organisation: Organisation,
  reader: Actor,
  context: ViewContext,
): Promise<OrganisationView> => {
  const { db } = context
  const { id } = organisation
  const lpa = await namesOf(db, 'lpa', [organisation.lpaId])
  const agency = await namesOf(db, 'organisation', [organisation.broughtById])
  const knowsPeople = readsAll(reader) || id === reader.organisationId
  const users = knowsPeople
    ? await db
        .selectFrom('user')
        .select(['id', 'displayName', 'email'])
        .where('organisationId', '=', id)
        .where('active', '=', true)
        .orderBy('displayName')
        .execute()
    : []
  const participations = await db
    .selectFrom('participation')
    .selectAll()
    .where('organisationId', '=', id)
    .where(visibleTo('participation', reader))
    .orderBy('ordinal', 'desc')
    .execute()
  const authorities = await db
    .selectFrom('agentAuthority')
    .selectAll()
    .where(eb => eb.or([eb('clientId', '=', id), eb('agentId', '=', id)]))
    .where(visibleTo('agentAuthority', reader))
    .orderBy('ordinal', 'desc')
    .execute()
  return {
    ...resourceOf('organisation', organisation, organisation.name, reader, {
      round: undefined,
      now: context.now,
    }),
    type: organisation.type,
    csvId: organisation.csvId,
    contact: organisation.contact,
    email: organisation.email,
    phone: organisation.phone,
    mailingAddress: organisation.mailingAddress,
    ...numbersOf(organisation, reader),
    broughtBy: organisation.claimedAt === null ? agency(organisation.broughtById) : null,
    lookAlikes: readsAll(reader) ? await doublesOf(db, organisation) : [],
    lpa: lpa(organisation.lpaId),
    users,
    participations: await participationRows(db, participations),
    authorities: await authorityRows(db, authorities),
    results: await resultsOf(db, reader, id),
  }
}
