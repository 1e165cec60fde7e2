import { type Kysely, sql } from 'kysely'
import type { RoundReadiness, ReadinessStep, UnfinishedOrganisation } from '#contract/round/readiness'
import { pageAddress } from '#contract/nouns/nouns'
import type { ActionName } from '#actions/index'
import { DEFAULT_BRAND } from '#domain/people/brand'
import type { Capacity } from '#domain/values/capacity'
import { hasAllRegistrationDates, type Round } from '#domain/round/round'
import { groupBy } from '#domain/values/grouped'
import { readCachedBrand } from '../brand/brand.ts'
import type { Database } from '../store/tables/tables.ts'

const MOST = 200

/** Statuses of a round in which the list is useful: until bids and offers close. */
const PREPARING: readonly Round['status'][] = ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers']

const countAdministrators = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from "user" join organisation
    on organisation.id = organisation_id where active and type = 'OPER' and groups && '{admin,sysadmin}'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

const stepsOf = async (db: Kysely<Database>, round: Round): Promise<ReadinessStep[]> => {
  const [brand, administrators, declaration] = await Promise.all([
    readCachedBrand(db),
    countAdministrators(db),
    db.selectFrom('roundDeclaration').select('id').where('roundId', '=', round.id).executeTakeFirst(),
  ])
  const link = pageAddress('round', round)
  const onRound = (text: string, done: boolean, action: ActionName<'round'>): ReadinessStep => ({
    ...{ text, done, link, action },
  })
  const elsewhere = (text: string, done: boolean, page: string): ReadinessStep => ({
    ...{ text, done, link: page, action: null },
  })
  const isDraft = round.status === 'Draft'
  return [
    elsewhere(
      'The market has its own name and contact address',
      brand.name !== DEFAULT_BRAND.name && brand.contact !== DEFAULT_BRAND.contact,
      '/settings/brand',
    ),
    elsewhere(
      'At least two people of the market operator can sign in, so that one can approve what the other does',
      administrators >= 2,
      '/settings/operators',
    ),
    onRound('All registration dates are set', hasAllRegistrationDates(round), 'SetRegistrationDates'),
    onRound('The credit reserve is set', round.hasReserve !== null, 'SetReserveInfo'),
    onRound('The declarations are chosen', declaration !== undefined, 'AddDeclaration'),
    ...(isDraft
      ? [onRound('The round is announced as planned', round.expectedFrom !== null, 'AnnouncePlan')]
      : [onRound('The times of bids and offers are announced', round.bidsClose !== null, 'SetBiddingTimes')]),
  ]
}

interface UnfinishedRow {
  organisationId: string
  organisation: string
  capacity: Capacity | null
  kind: 'project' | 'requirement' | null
  id: string | null
  name: string | null
  lack: 'draft' | 'offer' | 'bid' | null
}

const readUnfinished = async (db: Kysely<Database>, round: Round): Promise<UnfinishedOrganisation[]> => {
  const isBidding = round.status === 'OpenForBidsAndOffers'
  const { rows } = await sql<UnfinishedRow>`
    select organisation.id as organisation_id, organisation.name as organisation, one.capacity, one.kind, one.id,
      one.name, one.lack
    from (
      select organisation_id, capacity::text, null as kind, null as id, null as name, null as lack from participation
        where round_id = ${round.id} and status = 'Interested' and not ${isBidding}
      union all
      select supplier_id, null, 'project', id, name, case when status = 'Draft' then 'draft' else 'offer' end from project
        where round_id = ${round.id} and status = case when ${isBidding} then 'ApprovedRound' else 'Draft' end
      union all
      select buyer_id, null, 'requirement', id, name, case when status = 'Draft' then 'draft' else 'bid' end
        from requirement
        where round_id = ${round.id} and status = case when ${isBidding} then 'Registered' else 'Draft' end
    ) as one join organisation on organisation.id = one.organisation_id
    order by organisation.name, organisation.id, one.name`.execute(db)
  return groupBy(rows, ({ organisationId }) => organisationId)
    .map(([id, its]) => ({
      organisation: { id, name: its[0]?.organisation ?? '' },
      interestedAs: its.flatMap(({ capacity }) => capacity ?? []),
      items: its.flatMap(({ kind, id: itemId, name, lack }) =>
        kind === null || itemId === null || lack === null
          ? []
          : [{ id: itemId, name: name ?? '', link: pageAddress(kind, { id: itemId }), lack }],
      ),
    }))
    .toSorted((a, b) => b.items.length - a.items.length)
    .slice(0, MOST)
}

/** Reads the readiness of a round: its steps, and who has not finished. Both are empty once bids and offers are closed. */
export const readReadiness = async (db: Kysely<Database>, round: Round): Promise<RoundReadiness> => {
  const isPreparing = PREPARING.includes(round.status)
  const isPublic = round.status !== 'Draft' || round.expectedFrom !== null
  const [steps, unfinished] = await Promise.all([
    isPreparing ? stepsOf(db, round) : [],
    isPreparing && round.status !== 'Draft' ? readUnfinished(db, round) : [],
  ])
  return { steps, unfinished, publicPage: isPublic ? `/rounds/${encodeURIComponent(round.id)}` : null }
}
