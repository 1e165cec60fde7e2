import { sql, type SqlBool } from 'kysely'
import { PERMISSION_LABELS } from '#domain/authority'
import { ROUND_STATUSES } from '#domain/round'
import { agentAuthority, AUTHORITY_COLUMNS } from '#contract/authority'
import { market, MARKET_COLUMNS } from '#contract/market'
import { organisation, ORGANISATION_COLUMNS } from '#contract/organisation'
import { participation, PARTICIPATION_COLUMNS } from '#contract/participation'
import { round, ROUND_COLUMNS, ROUND_DECLARATION_COLUMNS, roundDeclaration } from '#contract/round'
import { authorityRows } from '../authority.ts'
import { marketRows } from '../market.ts'
import { organisationRow } from '../organisation.ts'
import { participationRows } from '../participation.ts'
import { roundDeclarationRows, roundNames, roundRows } from '../round.ts'
import { columnFilters, columnSorts, tableColumns } from './columns.ts'
import type { Listing } from './listing.ts'
import {
  byAnyOf,
  byId,
  nameSearch,
  inOrderOf,
  textSearch,
  moment,
  notAfter,
  notBefore,
  nameOf,
  number,
  text,
  byRelated,
} from './filters.ts'

/** Markets with their rounds. */
export const markets: Listing<typeof market> = {
  noun: market,
  filters: {},
  sorts: { name: text('market.name') },
  defaultSort: 'name',
  searchColumns: [textSearch('market.name'), textSearch('market.description')],
  rows: marketRows,
  columns: tableColumns(market, MARKET_COLUMNS, {
    rounds: row => row.rounds.length,
  }),
}

/** Market rounds, newest first. */
export const rounds: Listing<typeof round> = {
  noun: round,
  filters: {
    marketId: byId('round.marketId'),
    status: byId('round.status'),
    creditType: byAnyOf('round.services'),
    bidsOpenFrom: notBefore('round.bidsOpen'),
    bidsOpenUntil: notAfter('round.bidsOpen'),
    bidsCloseFrom: notBefore('round.bidsClose'),
    bidsCloseUntil: notAfter('round.bidsClose'),
  },
  sorts: {
    name: text('round.name'),
    market: nameOf('round.marketId', 'market'),
    status: inOrderOf('round.status', ROUND_STATUSES),
    bidsOpen: moment('round.bidsOpen'),
    bidsClose: moment('round.bidsClose'),
    settledAt: moment('round.settledAt'),
    created: number('round.ordinal'),
  },
  defaultSort: '-created',
  searchColumns: [textSearch('round.name'), nameSearch('round.marketId', 'market')],
  rows: roundRows,
  reads: ['id', 'name', 'marketId', 'status', 'services', 'bidderType', 'settledAt', 'bidsOpen', 'bidsClose'],
  choices: { reads: ['id', 'name', 'marketId'], rows: roundNames },
  columns: tableColumns(round, ROUND_COLUMNS, {
    services: row => row.services.join(', '),
  }),
}

/** The declarations that rounds ask for and have not retired. */
export const roundDeclarations: Listing<typeof roundDeclaration> = {
  noun: roundDeclaration,
  filters: {
    marketRoundId: byId('roundDeclaration.roundId'),
    ...columnFilters('roundDeclaration', ROUND_DECLARATION_COLUMNS),
  },
  baseFilter: sql<SqlBool>`not ${sql.ref('roundDeclaration.retired')}`,
  sorts: {
    name: text('roundDeclaration.name'),
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

/** Organisations; participants and agents find their own and their clients'. */
export const organisations: Listing<typeof organisation> = {
  noun: organisation,
  // What was merged into another is found from there.
  baseFilter: sql<SqlBool>`${sql.ref('organisation.mergedIntoId')} is null`,
  filters: {
    ...columnFilters('organisation', ORGANISATION_COLUMNS),
    marketRoundId: values =>
      sql<SqlBool>`exists (select from ${sql.table('participation')}
        where ${sql.ref('participation.organisationId')} = ${sql.ref('organisation.id')}
          and ${sql.ref('participation.roundId')} = any(${values}::text[]))`,
    lpa: byId('organisation.lpaId'),
  },
  sorts: {
    name: text('organisation.name'),
    ...columnSorts('organisation', ORGANISATION_COLUMNS),
  },
  defaultSort: 'name',
  searchColumns: [
    textSearch('organisation.name'),
    textSearch('organisation.contact'),
    textSearch('organisation.csvId'),
  ],
  rows: (_db, rows, reader) => rows.map(row => organisationRow(row, reader)),
  // A participant names its agent, whom it need not know otherwise.
  nameable: sql<SqlBool>`${sql.ref('organisation.type')} = 'AGENT'`,
  columns: tableColumns(organisation, ORGANISATION_COLUMNS, {}),
}

/** Who takes part in which round as what. */
export const participations: Listing<typeof participation> = {
  noun: participation,
  filters: {
    marketId: byRelated('participation.roundId', 'round', 'marketId'),
    marketRoundId: byId('participation.roundId'),
    organisationId: byId('participation.organisationId'),
    ...columnFilters('participation', PARTICIPATION_COLUMNS),
  },
  counted: ['marketId', 'marketRoundId', 'capacity', 'status'],
  sorts: columnSorts('participation', PARTICIPATION_COLUMNS),
  defaultSort: 'organisation',
  searchColumns: [nameSearch('participation.organisationId', 'organisation')],
  rows: participationRows,
  columns: tableColumns(participation, PARTICIPATION_COLUMNS, {}),
}

/** Who may act for whom. */
export const authorities: Listing<typeof agentAuthority> = {
  noun: agentAuthority,
  filters: {
    marketRoundId: byId('agentAuthority.roundId'),
    clientId: byId('agentAuthority.clientId'),
    agentId: byId('agentAuthority.agentId'),
    organisationId: (values, reader) =>
      sql<SqlBool>`(${byId('agentAuthority.clientId')(values, reader)} or ${byId('agentAuthority.agentId')(values, reader)})`,
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
