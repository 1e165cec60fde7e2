import { type Kysely, sql } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { Day } from '@credit-market/values/dates'
import { type ProjectGroup, type RequirementGroup } from '#domain/project/group'
import { GROUP_COLUMNS, projectGroup, requirementGroup, type GroupRow } from '#contract/requirement/group'
import { rowLinks } from '#contract/nouns/nouns'
import type { Database } from '../../store/tables/tables.ts'
import { requireName, readNamesOfKind, readRoundsWithMarkets } from '../kit/names.ts'
import { projectRows } from '../project.ts'
import { requirementRows } from '../requirement.ts'
import { tableColumns } from '../listing/columns.ts'
import type { Listing } from '../listing/listing.ts'
import {
  idFilter,
  nameSearch,
  textSearch,
  relatedNameSort,
  textSort,
  relatedFilter,
} from '../listing/filters.ts'

const about = async (
  db: Kysely<Database>,
  groups: readonly { roundId: string }[],
  ownerIds: readonly string[],
) => ({
  round: await readRoundsWithMarkets(
    db,
    groups.map(group => group.roundId),
  ),
  owner: await readNamesOfKind(db, 'organisation', ownerIds),
})

const projectGroupRows = async (
  db: Kysely<Database>,
  groups: readonly ProjectGroup[],
  reader: Actor,
  on: Day,
): Promise<GroupRow[]> => {
  const { round, owner } = await about(
    db,
    groups,
    groups.map(group => group.supplierId),
  )
  const members = await db
    .selectFrom('project')
    .selectAll()
    .where('groupId', '=', sql<string>`any(${groups.map(group => group.id)})`)
    .orderBy('ordinal')
    .execute()
  const rows = await projectRows(db, members, reader, on)
  return groups.map(({ id, name, type, roundId, supplierId }) => ({
    id,
    links: rowLinks('projectGroup', id),
    name,
    type,
    round: round(roundId),
    owner: requireName(owner, supplierId),
    projects: rows.filter(row => row.group?.id === id),
    requirements: [],
  }))
}

const requirementGroupRows = async (
  db: Kysely<Database>,
  groups: readonly RequirementGroup[],
  reader: Actor,
): Promise<GroupRow[]> => {
  const { round, owner } = await about(
    db,
    groups,
    groups.map(group => group.buyerId),
  )
  const members = await db
    .selectFrom('requirement')
    .selectAll()
    .where('groupId', '=', sql<string>`any(${groups.map(group => group.id)})`)
    .orderBy('ordinal')
    .execute()
  const rows = await requirementRows(db, members, reader)
  return groups.map(({ id, name, type, roundId, buyerId }) => ({
    id,
    links: rowLinks('requirementGroup', id),
    name,
    type,
    round: round(roundId),
    owner: requireName(owner, buyerId),
    projects: [],
    requirements: rows.filter(row => row.group?.id === id),
  }))
}

const columns = tableColumns(projectGroup, GROUP_COLUMNS, {
  members: row => [...row.projects, ...row.requirements].map(one => one.name).join(', '),
})

/** List of groups of projects. */
export const projectGroupList: Listing<typeof projectGroup> = {
  noun: projectGroup,
  filters: {
    marketId: relatedFilter('projectGroup.roundId', 'round', 'marketId'),
    marketRoundId: idFilter('projectGroup.roundId'),
    supplierId: idFilter('projectGroup.supplierId'),
    type: idFilter('projectGroup.type'),
  },
  sorts: {
    name: textSort('projectGroup.name'),
    owner: relatedNameSort('projectGroup.supplierId', 'organisation'),
    round: relatedNameSort('projectGroup.roundId', 'round'),
  },
  defaultSort: 'name',
  searchColumns: [textSearch('projectGroup.name'), nameSearch('projectGroup.supplierId', 'organisation')],
  rows: projectGroupRows,
  columns,
}

/** List of groups of credit requirements. */
export const requirementGroupList: Listing<typeof requirementGroup> = {
  noun: requirementGroup,
  filters: {
    marketId: relatedFilter('requirementGroup.roundId', 'round', 'marketId'),
    marketRoundId: idFilter('requirementGroup.roundId'),
    buyerId: idFilter('requirementGroup.buyerId'),
    type: idFilter('requirementGroup.type'),
  },
  sorts: {
    name: textSort('requirementGroup.name'),
    owner: relatedNameSort('requirementGroup.buyerId', 'organisation'),
    round: relatedNameSort('requirementGroup.roundId', 'round'),
  },
  defaultSort: 'name',
  searchColumns: [
    textSearch('requirementGroup.name'),
    nameSearch('requirementGroup.buyerId', 'organisation'),
  ],
  rows: requirementGroupRows,
  columns,
}
