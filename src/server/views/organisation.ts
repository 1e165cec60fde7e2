import { sql } from 'kysely'
import { rowLinks, apiAddress } from '#contract/nouns/nouns'
import { type Actor, isOwnOrMerged } from '#domain/people/actor'
import type { Organisation } from '#domain/people/organisation'
import {
  ORGANISATION_COLUMNS,
  type OrganisationRow,
  type OrganisationView,
} from '#contract/people/organisation'
import { isRepresentedBy } from '#domain/people/organisation'
import { authorityRows } from './authority.ts'
import { pickColumnValues } from './kit/columns.ts'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { listDuplicatesOfOrganisation } from './doubles.ts'
import { readNamesOfKind } from './kit/names.ts'
import { participationRows } from './participation.ts'
import { mayRead, mayReadAll } from '#contract/nouns/read-access'
import { listOrganisationsMergedInto, readOrganisationResults } from '../results/result-heads.ts'
import { visibleToActorSql } from './kit/visible.ts'

/** True for readers who see registration numbers: its own people, the agency that manages it, and the operator. */
const knowsNumbers = (organisation: Organisation, reader: Actor): boolean =>
  mayReadAll(reader) ||
  isOwnOrMerged(reader, organisation.id) ||
  isRepresentedBy(organisation, reader.organisationId)

const numbersOf = (organisation: Organisation, reader: Actor) => {
  const { companyNumber, charityNumber, holdingNumber } = organisation
  return knowsNumbers(organisation, reader)
    ? { companyNumber, charityNumber, holdingNumber }
    : { companyNumber: null, charityNumber: null, holdingNumber: null }
}

const rowValues = pickColumnValues(ORGANISATION_COLUMNS, 'row')

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

/** Organisations under common control with one, by its own declarations and by those of others. */
const commonControlOf = async (
  { id }: Organisation,
  reader: Actor,
  { db, read }: ViewContext,
): Promise<OrganisationView['commonControl']> => {
  if (!mayReadAll(reader) && !isOwnOrMerged(reader, id)) return []
  const ties = [
    ...(await read.list('organisationTie', { tie: 'CommonControl', organisationId: id })),
    ...(await read.list('organisationTie', { tie: 'CommonControl', otherId: id })),
  ]
  const name = await readNamesOfKind(
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
      organisation: mayReadAll(reader) ? name(other) : null,
      since: tie.since,
      until: tie.until,
      note: isOwn || mayReadAll(reader) ? tie.note : null,
    }
  })
}

/** View of one organisation, or only its profile; its people are visible to themselves and to the operator. */
export const organisationView = async (
  organisation: Organisation,
  reader: Actor,
  context: ViewContext,
): Promise<OrganisationView> => {
  const { db } = context
  const { id } = organisation
  const lpa = await readNamesOfKind(db, 'lpa', [organisation.lpaId])
  const formerIds = knowsNumbers(organisation, reader) ? await listOrganisationsMergedInto(db, id) : []
  const former = await readNamesOfKind(db, 'organisation', [organisation.mergedIntoId, ...formerIds])
  const agency = await readNamesOfKind(db, 'organisation', [organisation.broughtById])
  const knowsPeople = mayReadAll(reader) || id === reader.organisationId
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
    .where(visibleToActorSql('participation', reader))
    .orderBy('ordinal', 'desc')
    .execute()
  const authorities = await db
    .selectFrom('agentAuthority')
    .selectAll()
    .where(eb => eb.or([eb('clientId', '=', id), eb('agentId', '=', id)]))
    .where(visibleToActorSql('agentAuthority', reader))
    .orderBy('ordinal', 'desc')
    .execute()
  return {
    ...commonResourceView('organisation', organisation, organisation.name, reader, {
      round: undefined,
      now: context.now,
    }),
    // A reader of the profile alone gets no links to what lies under it.
    ...(!mayRead('organisation', organisation, reader) && {
      links: { self: apiAddress('organisation', id) },
      actions: [],
    }),
    type: organisation.type,
    ...rowValues(organisation),
    mailingAddress: organisation.mailingAddress,
    ...numbersOf(organisation, reader),
    vatRegistrations: knowsNumbers(organisation, reader) ? [...organisation.vatRegistrations] : [],
    iban: knowsNumbers(organisation, reader) ? organisation.iban : null,
    selfBillingSince: knowsNumbers(organisation, reader) ? organisation.selfBillingSince : null,
    broughtBy: organisation.claimedAt === null ? agency(organisation.broughtById) : null,
    mergedInto: former(organisation.mergedIntoId),
    former: formerIds.flatMap(one => former(one) ?? []),
    commonControl: await commonControlOf(organisation, reader, context),
    lookAlikes: mayReadAll(reader) ? await listDuplicatesOfOrganisation(db, organisation) : [],
    lpa: lpa(organisation.lpaId),
    admissionAskedAt: organisation.admissionAskedAt,
    users,
    participations: await participationRows(db, participations),
    authorities: await authorityRows(db, authorities),
    results: await readOrganisationResults(db, reader, id),
  }
}
