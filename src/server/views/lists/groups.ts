import { type Kysely, sql } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Day } from '#domain/dates'
import { type ProjectGroup, type RequirementGroup } from '#domain/group'
import { GROUP_COLUMNS, projectGroup, requirementGroup, type GroupRow } from '#contract/group'
import { rowLinks } from '#contract/nouns'
import type { Database } from '../../store/tables.ts'
import { named, namesOf, roundsOf } from '../names.ts'
import { projectRows } from '../project.ts'
import { requirementRows } from '../requirement.ts'
import { tableColumns } from './columns.ts'
import type { Listing } from './listing.ts'
import { byId, nameSearch, textSearch, nameOf, text, byRelated } from './filters.ts'

const about = async (
  db: Kysely<Database>,
  groups: readonly { roundId: string }[],
  ownerIds: readonly string[],
) => ({
  round: await roundsOf(
    db,
    groups.map(group => group.roundId),
  ),
  owner: await namesOf(db, 'organisation', ownerIds),
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
    owner: named(owner, supplierId),
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
    owner: named(owner, buyerId),
    projects: [],
    requirements: rows.filter(row => row.group?.id === id),
  }))
}

const columns = tableColumns(projectGroup, GROUP_COLUMNS, {
  members: row => [...row.projects, ...row.requirements].map(one => one.name).join(', '),
})

/** Groups of projects. */
export const projectGroups: Listing<typeof projectGroup> = {
  noun: projectGroup,
  filters: {
    marketId: byRelated('projectGroup.roundId', 'round', 'marketId'),
    marketRoundId: byId('projectGroup.roundId'),
    supplierId: byId('projectGroup.supplierId'),
    type: byId('projectGroup.type'),
  },
  sorts: {
    name: text('projectGroup.name'),
    owner: nameOf('projectGroup.supplierId', 'organisation'),
    round: nameOf('projectGroup.roundId', 'round'),
  },
  defaultSort: 'name',
  searchColumns: [textSearch('projectGroup.name'), nameSearch('projectGroup.supplierId', 'organisation')],
  rows: projectGroupRows,
  columns,
}

/** Groups of credit requirements. */
export const requirementGroups: Listing<typeof requirementGroup> = {
  noun: requirementGroup,
  filters: {
    marketId: byRelated('requirementGroup.roundId', 'round', 'marketId'),
    marketRoundId: byId('requirementGroup.roundId'),
    buyerId: byId('requirementGroup.buyerId'),
    type: byId('requirementGroup.type'),
  },
  sorts: {
    name: text('requirementGroup.name'),
    owner: nameOf('requirementGroup.buyerId', 'organisation'),
    round: nameOf('requirementGroup.roundId', 'round'),
  },
  defaultSort: 'name',
  searchColumns: [
    textSearch('requirementGroup.name'),
    nameSearch('requirementGroup.buyerId', 'organisation'),
  ],
  rows: requirementGroupRows,
  columns,
}
