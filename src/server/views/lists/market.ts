import { sql, type SqlBool } from 'kysely'
import { AUTHORITY_STATUSES, PERMISSION_LABELS } from '#domain/authority'
import { DECLARATION_CATEGORIES } from '#domain/declaration'
import { ORGANISATION_TYPE_LABELS, ORGANISATION_TYPES } from '#domain/organisation'
import { CAPACITIES } from '#domain/capacity'
import { PARTICIPATION_STATUSES } from '#domain/participation'
import { BIDDER_TYPE_LABELS, ROUND_STATUSES } from '#domain/round'
import { agentAuthority } from '#contract/authority'
import { market } from '#contract/market'
import { organisation } from '#contract/organisation'
import { participation } from '#contract/participation'
import { round, roundDeclaration } from '#contract/round'
import { authorityRows } from '../authority.ts'
import { marketRows } from '../market.ts'
import { organisationRow } from '../organisation.ts'
import { participationRows } from '../participation.ts'
import { roundDeclarationRows, roundNames, roundRows } from '../round.ts'
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
  textIfAny,
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
  columns: [
    { title: 'Market', value: row => row.name },
    { title: 'Description', value: row => row.description },
    { title: 'Market rounds', value: row => row.rounds.length },
  ],
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
  columns: [
    { title: 'Market round', value: row => row.name },
    { title: 'Market', value: row => row.market.name },
    { title: 'Status', value: row => round.statuses[row.status].label },
    { title: 'Credit types', value: row => row.services.join(', ') },
    { title: 'Bidders', value: row => BIDDER_TYPE_LABELS[row.bidderType] },
    { title: 'Bids open', value: row => row.bidsOpen },
    { title: 'Bids close', value: row => row.bidsClose },
    { title: 'Settled', value: row => row.settledAt },
  ],
}

/** The declarations that rounds ask for and have not retired. */
export const roundDeclarations: Listing<typeof roundDeclaration> = {
  noun: roundDeclaration,
  filters: {
    marketRoundId: byId('roundDeclaration.roundId'),
    category: byId('roundDeclaration.category'),
  },
  baseFilter: sql<SqlBool>`not ${sql.ref('roundDeclaration.retired')}`,
  sorts: {
    name: text('roundDeclaration.name'),
    category: inOrderOf('roundDeclaration.category', DECLARATION_CATEGORIES),
  },
  defaultSort: 'category',
  searchColumns: [textSearch('roundDeclaration.name'), textSearch('roundDeclaration.declaration')],
  rows: (db, rows, reader) =>
    roundDeclarationRows(
      db,
      rows.map(row => row.id),
      reader,
    ),
  columns: [
    { title: 'Declaration', value: row => row.name },
    { title: 'Text', value: row => row.declaration },
    { title: 'Category', value: row => row.category },
    { title: 'Answers', value: row => row.answers },
  ],
}

/** Organisations; participants and agents find their own and their clients'. */
export const organisations: Listing<typeof organisation> = {
  noun: organisation,
  // What was merged into another is found from there.
  baseFilter: sql<SqlBool>`${sql.ref('organisation.mergedIntoId')} is null`,
  filters: {
    type: byId('organisation.type'),
    marketRoundId: values =>
      sql<SqlBool>`exists (select from ${sql.table('participation')}
        where ${sql.ref('participation.organisationId')} = ${sql.ref('organisation.id')}
          and ${sql.ref('participation.roundId')} = any(${values}::text[]))`,
    lpa: byId('organisation.lpaId'),
  },
  sorts: {
    name: text('organisation.name'),
    type: inOrderOf('organisation.type', ORGANISATION_TYPES),
    csvId: textIfAny('organisation.csvId'),
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
  columns: [
    { title: 'Name', value: row => row.name },
    { title: 'Type', value: row => ORGANISATION_TYPE_LABELS[row.type] },
    { title: 'CSV ID', value: row => row.csvId },
    { title: 'Contact', value: row => row.contact },
    { title: 'E-mail', value: row => row.email },
    { title: 'Phone', value: row => row.phone },
    { title: 'Company number', value: row => row.companyNumber },
    { title: 'Charity number', value: row => row.charityNumber },
    { title: 'Holding number', value: row => row.holdingNumber },
  ],
}

/** Who takes part in which round as what. */
export const participations: Listing<typeof participation> = {
  noun: participation,
  filters: {
    marketId: byRelated('participation.roundId', 'round', 'marketId'),
    marketRoundId: byId('participation.roundId'),
    organisationId: byId('participation.organisationId'),
    capacity: byId('participation.capacity'),
    status: byId('participation.status'),
  },
  counted: ['marketId', 'marketRoundId', 'capacity', 'status'],
  sorts: {
    organisation: nameOf('participation.organisationId', 'organisation'),
    round: nameOf('participation.roundId', 'round'),
    capacity: inOrderOf('participation.capacity', CAPACITIES),
    status: inOrderOf('participation.status', PARTICIPATION_STATUSES),
  },
  defaultSort: 'organisation',
  searchColumns: [nameSearch('participation.organisationId', 'organisation')],
  rows: participationRows,
  columns: [
    { title: 'Organisation', value: row => row.organisation.name },
    { title: 'Market round', value: row => row.round.name },
    { title: 'Capacity', value: row => row.capacity },
    { title: 'Status', value: row => row.status },
  ],
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
    status: byId('agentAuthority.status'),
  },
  counted: ['marketRoundId', 'status'],
  sorts: {
    client: nameOf('agentAuthority.clientId', 'organisation'),
    agent: nameOf('agentAuthority.agentId', 'organisation'),
    round: nameOf('agentAuthority.roundId', 'round'),
    status: inOrderOf('agentAuthority.status', AUTHORITY_STATUSES),
  },
  defaultSort: 'client',
  searchColumns: [
    nameSearch('agentAuthority.clientId', 'organisation'),
    nameSearch('agentAuthority.agentId', 'organisation'),
  ],
  rows: authorityRows,
  columns: [
    { title: 'Client', value: row => row.client.name },
    { title: 'Agent', value: row => row.agent.name },
    { title: 'Market round', value: row => row.round.name },
    { title: 'Status', value: row => row.status },
    { title: 'Permissions', value: row => row.permissions.map(one => PERMISSION_LABELS[one]).join('; ') },
  ],
}
