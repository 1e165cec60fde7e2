import { z } from 'zod'
import { CREDIT_TYPES } from '#domain/credit-type'
import { DECLARATION_CATEGORIES } from '#domain/declaration'
import {
  BIDDER_TYPE_LABELS,
  BIDDER_TYPES,
  BIODIVERSITY_SUPPLIES,
  RESERVE_APPLIES_TO,
  ROUND_STATUSES,
} from '#domain/round'
import { quantity } from './balance.ts'
import {
  amount,
  choice,
  columnsOf,
  filtersOf,
  relation,
  own,
  sortsOf,
  status,
  text,
} from './columns/column.ts'
import { endpoint } from './endpoint.ts'
import { byIds, noun, oneOf } from './noun.ts'
import { nextThings, resourceOf, rowOf } from './resource.ts'
import { stepClock } from './step-clock.ts'
import {
  biddingTimes,
  creditType,
  day,
  id,
  instant,
  maybeText,
  named,
  namedList,
  selfLink,
} from './values.ts'

/** The round of a project, a requirement or a participation, with its market. */
export const roundOfItem = named
  .extend({ status: z.enum(ROUND_STATUSES), marketId: id, market: z.string() })
  .meta({ id: 'RoundOfItem' })
export type RoundOfItem = z.infer<typeof roundOfItem>

const columns = {
  market: named,
  status: z.enum(ROUND_STATUSES),
  services: z.array(creditType),
  bidderType: z.enum(BIDDER_TYPES),
  counts: z
    .object({
      participants: z.int(),
      projects: z.int(),
      requirements: z.int(),
      offers: z.int(),
      bids: z.int(),
    })
    .meta({ description: 'Who takes part; counts are of things the reader may see' }),
  settledAt: instant.nullable(),
  ...biddingTimes,
}

export const ROUND_COLUMNS = columnsOf('round', {
  name: text('Market round', {}),
  market: relation('Market', 'market', {}),
  status: status(),
  services: own('Credit types'),
  bidderType: choice('Bidders', columns.bidderType, {}, BIDDER_TYPE_LABELS),
  bidsOpen: text('Bids open', {}),
  bidsClose: text('Bids close', {}),
  settledAt: text('Settled', {}),
})

export const roundRow = z.object({ ...rowOf, name: z.string(), ...columns }).meta({ id: 'RoundRow' })
export type RoundRow = z.infer<typeof roundRow>

const maybeDay = day.nullable()

export const roundView = z
  .object({
    ...resourceOf('round'),
    ...columns,
    on: day,
    ampEnd: maybeDay,
    biodiversitySupply: z
      .enum(BIODIVERSITY_SUPPLIES)
      .meta({ description: 'How net biodiversity units count: in full from delivery, or as gained' }),
    standards: namedList,
    projectTypes: namedList,
    ncas: namedList,
    lpas: namedList,
    subcatchments: namedList,
    dates: z.object({
      suppliersStart: maybeDay,
      suppliersEnd: maybeDay,
      buyersStart: maybeDay,
      buyersEnd: maybeDay,
      projectsStart: maybeDay,
      projectsEnd: maybeDay,
      requirementsStart: maybeDay,
      requirementsEnd: maybeDay,
    }),
    reserve: z
      .object({
        has: z.boolean(),
        percentage: z.number().nullable(),
        appliesTo: z.enum(RESERVE_APPLIES_TO).nullable(),
        agreedWithEMB: z.boolean().nullable(),
        kept: z.array(quantity).nullable().meta({
          description: 'What is in reserve; null before settlement, but for who may know the match',
        }),
      })
      .nullable()
      .meta({ description: 'null while it is not decided' }),
    history: z
      .array(z.object({ status: z.enum(ROUND_STATUSES), at: instant, by: z.string() }))
      .meta({ description: 'The statuses gone through, oldest first' }),
    solverTask: z
      .object({ id, state: z.string(), links: selfLink })
      .nullable()
      .meta({ description: 'The task of the last match, if one was started' }),
    separatePlayers: z.array(z.string()).meta({
      description:
        'Before a match: organisations that may be one and are priced as several players, in sentences; told to the operator',
    }),
    tellsCriticalAmounts: z
      .boolean()
      .meta({ description: 'Is a loser told the amount at which its offer or bid would have tied?' }),
    rejectionReason: maybeText,
    clock: stepClock.nullable().meta({ description: 'The step that it waits for, if it waits for one' }),
    next: nextThings,
  })
  .meta({ id: 'Round' })
export type RoundView = z.infer<typeof roundView>

const ofDay = (what: string) => day.meta({ description: `${what}, by clocks in London` })

/** One run of a market, from registration to settlement. */
export const round = noun({
  kind: 'round',
  path: 'round',
  list: 'rounds',
  collection: 'rounds',
  createdBy: 'CreateRound',
  called: ['market round', 'market rounds'],
  readBy: 'own rule',
  page: ({ marketId, id: roundId }: { marketId: string; id: string }) =>
    `/markets/${marketId}/round/${roundId}`,
  isSubject: true,
  isNamed: true,
  statuses: {
    Draft: { label: 'Draft', tone: 'quiet', step: 1 },
    Open: { label: 'Registration open', tone: 'info', step: 2 },
    Closed: { label: 'Registration closed', tone: 'quiet', step: 3 },
    OpenForBidsAndOffers: { label: 'Open for bids and offers', tone: 'info', step: 4 },
    ClosedForBidsAndOffers: { label: 'Closed for bids and offers', tone: 'quiet', step: 5 },
    Pending: { label: 'Pending', tone: 'warn', step: 6, isAside: true },
    Matching: { label: 'Matching', tone: 'info', step: 6 },
    Matched: { label: 'Matched', tone: 'good', step: 7 },
    Failed: { label: 'Failed', tone: 'bad', step: 6, isSetback: true },
    Rejected: { label: 'Rejected', tone: 'bad', step: 7, isSetback: true },
    Settled: { label: 'Settled', tone: 'good', step: 8 },
  },
  search: { place: 6, status: 'status', round: 'id', behind: ['marketId', 'market'] },
  row: roundRow,
  view: roundView,
  filters: {
    marketId: byIds,
    status: oneOf(ROUND_STATUSES),
    creditType: oneOf(CREDIT_TYPES),
    bidsOpenFrom: ofDay('Bids and offers are announced to open on this day or later'),
    bidsOpenUntil: ofDay('Bids and offers are announced to open on this day or earlier'),
    bidsCloseFrom: ofDay('Bids and offers are announced to close on this day or later'),
    bidsCloseUntil: ofDay('Bids and offers are announced to close on this day or earlier'),
  },
  sorts: ['name', 'market', 'status', 'bidsOpen', 'bidsClose', 'settledAt', 'created'],
  isChosen: true,
})

const roundDeclarationColumns = {
  name: z.string(),
  declaration: z.string(),
  category: z.enum(DECLARATION_CATEGORIES),
  isForAgents: z.boolean(),
  isForParticipants: z.boolean(),
  answers: z.int(),
}
export const ROUND_DECLARATION_COLUMNS = columnsOf('roundDeclaration', {
  name: text('Declaration', {}),
  declaration: text('Text', {}),
  category: choice('Category', roundDeclarationColumns.category, { sort: true, filter: true }),
  answers: amount('Answers', {}),
})

export const roundDeclarationRow = z
  .object({ ...rowOf, ...roundDeclarationColumns })
  .meta({ id: 'RoundDeclaration' })
export type RoundDeclarationRow = z.infer<typeof roundDeclarationRow>

/** A declaration as a round asks for it. */
export const roundDeclaration = noun({
  kind: 'roundDeclaration',
  path: 'round-declaration',
  list: 'round-declarations',
  called: ['round declaration', 'round declarations'],
  readBy: 'parent',
  parents: [['round', 'roundId']],
  row: roundDeclarationRow,
  view: roundDeclarationRow,
  filters: { marketRoundId: byIds, ...filtersOf(ROUND_DECLARATION_COLUMNS) },
  sorts: ['name', ...sortsOf(ROUND_DECLARATION_COLUMNS)],
})

export const readRoundSummary = endpoint('GET /api/round/:id/summary', {
  id: 'readRoundSummary',
  tag: 'Market rounds',
  summary: 'A market round as a row of the list',
  access: 'member',
  byKey: 'read',
  answers: { 200: roundRow },
})

const ofRound = <const L extends string>(list: L, of: string) =>
  endpoint(`GET /api/round/:id/${list}`, {
    id: `listRound${of}`,
    tag: 'Market rounds',
    summary: `The ${list.replaceAll('-', ' ')} that a market round names`,
    access: 'member',
    byKey: 'read',
    answers: { 200: namedList },
  })

/** The lists of reference things that a round names, by the last part of their path. */
export const roundReferences = {
  standards: ofRound('standards', 'Standards'),
  'project-types': ofRound('project-types', 'ProjectTypes'),
  ncas: ofRound('ncas', 'Ncas'),
  lpas: ofRound('lpas', 'Lpas'),
  subcatchments: ofRound('subcatchments', 'Subcatchments'),
}
