import { sql, type SqlBool } from 'kysely'
import { PERMISSION_LABELS } from '#domain/people/authority'
import { ROUND_STATUSES } from '#domain/round/round'
import { agentAuthority, AUTHORITY_COLUMNS } from '#contract/people/authority'
import { market, MARKET_COLUMNS } from '#contract/round/market'
import { organisation, ORGANISATION_COLUMNS } from '#contract/people/organisation'
import { participation, PARTICIPATION_COLUMNS } from '#contract/round/participation'
import { round, ROUND_COLUMNS, ROUND_DECLARATION_COLUMNS, roundDeclaration } from '#contract/round/round'
import { authorityRows } from '../authority.ts'
import { marketRows } from '../market.ts'
import { organisationRow } from '../organisation.ts'
import { participationRows } from '../participation.ts'
import { roundDeclarationRows, readRoundNames, roundRows } from '../round.ts'
import { columnFilters, columnSorts, tableColumns } from '../listing/columns.ts'
import type { Listing } from '../listing/listing.ts'
import {
  anyOfFilter,
  idFilter,
  nameSearch,
  fixedOrderSort,
  textSearch,
  instantSort,
  untilDayFilter,
  fromDayFilter,
  relatedNameSort,
  numberSort,
  textSort,
  relatedFilter,
} from '../listing/filters.ts'

/** List of markets with their rounds. */
export const marketList: Listing<typeof market> = {
  noun: market,
  filters: {},
  sorts: { name: textSort('market.name') },
  defaultSort: 'name',
  searchColumns: [textSearch('market.name'), textSearch('market.description')],
  rows: marketRows,
  columns: tableColumns(market, MARKET_COLUMNS, {
    rounds: row => row.rounds.length,
  }),
}

/** List of market rounds, newest first. */
export const roundList: Listing<typeof round> = {
  noun: round,
  filters: {
    marketId: idFilter('round.marketId'),
    status: idFilter('round.status'),
    creditType: anyOfFilter('round.services'),
    bidsOpenFrom: fromDayFilter('round.bidsOpen'),
    bidsOpenUntil: untilDayFilter('round.bidsOpen'),
    bidsCloseFrom: fromDayFilter('round.bidsClose'),
    bidsCloseUntil: untilDayFilter('round.bidsClose'),
  },
  sorts: {
    name: textSort('round.name'),
    market: relatedNameSort('round.marketId', 'market'),
    status: fixedOrderSort('round.status', ROUND_STATUSES),
    bidsOpen: instantSort('round.bidsOpen'),
    bidsClose: instantSort('round.bidsClose'),
    settledAt: instantSort('round.settledAt'),
    created: numberSort('round.ordinal'),
  },
  defaultSort: '-created',
  searchColumns: [textSearch('round.name'), nameSearch('round.marketId', 'market')],
  rows: roundRows,
  reads: ['id', 'name', 'marketId', 'status', 'services', 'bidderType', 'settledAt', 'bidsOpen', 'bidsClose'],
  choices: { reads: ['id', 'name', 'marketId'], rows: readRoundNames },
  columns: tableColumns(round, ROUND_COLUMNS, {
    services: row => row.services.join(', '),
  }),
}

/** List of the declarations that rounds require and have not retired. */
export const roundDeclarationList: Listing<typeof roundDeclaration> = {
  noun: roundDeclaration,
  filters: {
    marketRoundId: idFilter('roundDeclaration.roundId'),
    ...columnFilters('roundDeclaration', ROUND_DECLARATION_COLUMNS),
  },
  baseFilter: sql<SqlBool>`not ${sql.ref('roundDeclaration.retired')}`,
  sorts: {
    name: textSort('roundDeclaration.name'),
    ...columnSorts('roundDeclaration', ROUND_DECLARATION_COLUMNS),
  },
  defaultSort: 'category',
  searchColumns: [textSearch('roundDeclaration.name'), textSearch('roundDeclaration.declaration')],
  rows: (db, rows, reader) =>
    roundDeclarationRows(
      db,
      rows.map(row => row.id),
      reader,
    ),
  columns: tableColumns(roundDeclaration, ROUND_DECLARATION_COLUMNS, {}),
}

/** List of organisations; participants and agents see their own and their clients'. */
export const organisationList: Listing<typeof organisation> = {
  noun: organisation,
  // A merged organisation is found through the one it was merged into.
  baseFilter: sql<SqlBool>`${sql.ref('organisation.mergedIntoId')} is null`,
  filters: {
    ...columnFilters('organisation', ORGANISATION_COLUMNS),
    marketRoundId: values =>
      sql<SqlBool>`exists (select from ${sql.table('participation')}
        where ${sql.ref('participation.organisationId')} = ${sql.ref('organisation.id')}
          and ${sql.ref('participation.roundId')} = any(${values}::text[]))`,
    lpa: idFilter('organisation.lpaId'),
  },
  sorts: {
    name: textSort('organisation.name'),
    ...columnSorts('organisation', ORGANISATION_COLUMNS),
  },
  defaultSort: 'name',
  searchColumns: [
    textSearch('organisation.name'),
    textSearch('organisation.contact'),
    textSearch('organisation.csvId'),
  ],
  rows: (_db, rows, reader) => rows.map(row => organisationRow(row, reader)),
  // A participant has to be able to name an agent that it cannot read.
  nameable: sql<SqlBool>`${sql.ref('organisation.type')} = 'AGENT'`,
  columns: tableColumns(organisation, ORGANISATION_COLUMNS, {}),
}

/** List of participations: organisation, round and capacity. */
export const participationList: Listing<typeof participation> = {
  noun: participation,
  filters: {
    marketId: relatedFilter('participation.roundId', 'round', 'marketId'),
    marketRoundId: idFilter('participation.roundId'),
    organisationId: idFilter('participation.organisationId'),
    ...columnFilters('participation', PARTICIPATION_COLUMNS),
  },
  counted: ['marketId', 'marketRoundId', 'capacity', 'status'],
  sorts: columnSorts('participation', PARTICIPATION_COLUMNS),
  defaultSort: 'organisation',
  searchColumns: [nameSearch('participation.organisationId', 'organisation')],
  rows: participationRows,
  columns: tableColumns(participation, PARTICIPATION_COLUMNS, {}),
}

/** List of agent authorities. */
export const authorityList: Listing<typeof agentAuthority> = {
  noun: agentAuthority,
  filters: {
    marketRoundId: idFilter('agentAuthority.roundId'),
    clientId: idFilter('agentAuthority.clientId'),
    agentId: idFilter('agentAuthority.agentId'),
    organisationId: (values, reader) =>
      sql<SqlBool>`(${idFilter('agentAuthority.clientId')(values, reader)} or ${idFilter('agentAuthority.agentId')(values, reader)})`,
    ...columnFilters('agentAuthority', AUTHORITY_COLUMNS),
  },
  counted: ['marketRoundId', 'status'],
  sorts: columnSorts('agentAuthority', AUTHORITY_COLUMNS),
  defaultSort: 'client',
  searchColumns: [
    nameSearch('agentAuthority.clientId', 'organisation'),
    nameSearch('agentAuthority.agentId', 'organisation'),
  ],
  rows: authorityRows,
  columns: tableColumns(agentAuthority, AUTHORITY_COLUMNS, {
    permissions: row => row.permissions.map(one => PERMISSION_LABELS[one]).join('; '),
  }),
}
