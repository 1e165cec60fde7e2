import { sql } from 'kysely'
import { rowLinks, selfOf } from '#contract/nouns'
import { type Actor, isOwnHistory } from '#domain/actor'
import type { Organisation } from '#domain/organisation'
import { ORGANISATION_COLUMNS, type OrganisationRow, type OrganisationView } from '#contract/organisation'
import { isInCareOf } from '#domain/organisation'
import { authorityRows } from './authority.ts'
import { valuesOf } from './columns.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { doublesOf } from './doubles.ts'
import { namesOf } from './names.ts'
import { participationRows } from './participation.ts'
import { mayRead, readsAll } from '#contract/read-access'
import { formerOf, resultsOf } from './result-heads.ts'
import { visibleTo } from './visible.ts'

/** Who is told who it is by number: its own people, the agency that looks after it, and the operator. */
const knowsNumbers = (organisation: Organisation, reader: Actor): boolean =>
  readsAll(reader) || isOwnHistory(reader, organisation.id) || isInCareOf(organisation, reader.organisationId)

const numbersOf = (organisation: Organisation, reader: Actor) => {
  const { companyNumber, charityNumber, holdingNumber } = organisation
  return knowsNumbers(organisation, reader)
    ? { companyNumber, charityNumber, holdingNumber }
    : { companyNumber: null, charityNumber: null, holdingNumber: null }
}

const rowValues = valuesOf(ORGANISATION_COLUMNS, 'row')

/** An organisation as a row of a list. */
export const organisationRow = (organisation: Organisation, reader: Actor): OrganisationRow => {
  const { id, name, type } = organisation
  return {
    id,
    links: rowLinks('organisation', id),
    name,
    type,
    ...rowValues(organisation),
    ...numbersOf(organisation, reader),
  }
}

/** With whom an organisation is under common control: what it has declared itself, and what others have declared of it. */
const commonControlOf = async (
  { id }: Organisation,
  reader: Actor,
  { db, read }: ViewContext,
): Promise<OrganisationView['commonControl']> => {
  if (!readsAll(reader) && !isOwnHistory(reader, id)) return []
  const ties = [
    ...(await read.list('organisationTie', { tie: 'CommonControl', organisationId: id })),
    ...(await read.list('organisationTie', { tie: 'CommonControl', otherId: id })),
  ]
  const name = await namesOf(
    db,
    'organisation',
    ties.flatMap(tie => [tie.organisationId, tie.otherId]),
  )
  return ties.map(tie => {
    const isOwn = tie.organisationId === id
    const other = isOwn ? tie.otherId : tie.organisationId
    return {
      id: tie.id,
      name: isOwn ? tie.otherName : (name(other)?.name ?? ''),
      organisation: readsAll(reader) ? name(other) : null,
      since: tie.since,
      until: tie.until,
      note: isOwn || readsAll(reader) ? tie.note : null,
    }
  })
}

/** One organisation, or only its profile; its people are shown to themselves and to the operator. */
export const organisationView = async (
  organisation: Organisation,
  reader: Actor,
  context: ViewContext,
): Promise<OrganisationView> => {
  const { db } = context
  const { id } = organisation
  const lpa = await namesOf(db, 'lpa', [organisation.lpaId])
  const formerIds = knowsNumbers(organisation, reader) ? await formerOf(db, id) : []
  const former = await namesOf(db, 'organisation', [organisation.mergedIntoId, ...formerIds])
  const agency = await namesOf(db, 'organisation', [organisation.broughtById])
  const knowsPeople = readsAll(reader) || id === reader.organisationId
  const users = knowsPeople
    ? await db
        .selectFrom('user')
        .select(['id', 'displayName', 'email'])
        .select(sql<boolean>`admitted_at is not null`.as('isAdmitted'))
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
    // Whoever reads the profile alone is led to nothing that lies under it.
    ...(!mayRead('organisation', organisation, reader) && {
      links: { self: selfOf('organisation', id) },
      actions: [],
    }),
    type: organisation.type,
    ...rowValues(organisation),
    mailingAddress: organisation.mailingAddress,
    ...numbersOf(organisation, reader),
    broughtBy: organisation.claimedAt === null ? agency(organisation.broughtById) : null,
    mergedInto: former(organisation.mergedIntoId),
    former: formerIds.flatMap(one => former(one) ?? []),
    commonControl: await commonControlOf(organisation, reader, context),
    lookAlikes: readsAll(reader) ? await doublesOf(db, organisation) : [],
    lpa: lpa(organisation.lpaId),
    admissionAskedAt: organisation.admissionAskedAt,
    users,
    participations: await participationRows(db, participations),
    authorities: await authorityRows(db, authorities),
    results: await resultsOf(db, reader, id),
  }
}
