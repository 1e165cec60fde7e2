import { z } from 'zod'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { DECLARATION_CATEGORIES } from '#domain/credit/declaration'
import {
  BIDDER_TYPE_LABELS,
  BIDDER_TYPES,
  BIODIVERSITY_SUPPLY_RULES,
  RESERVE_APPLIES_TO,
  ROUND_STATUSES,
} from '#domain/round/round'
import { quantity } from '../kit/balance.ts'
import {
  amountColumn,
  choiceColumn,
  defineColumns,
  columnFilters,
  relationColumn,
  derivedColumn,
  sortOptionNames,
  statusColumn,
  textColumn,
} from '../columns/column.ts'
import { endpoint } from '../kit/endpoint.ts'
import { idsFilter, defineNoun, choiceFilter } from '../kit/noun.ts'
import { nextSteps, resourceFields, rowFields } from '../kit/resource.ts'
import { currentStep } from '../kit/step-clock.ts'
import {
  biddingTimes,
  creditType,
  day,
  id,
  instant,
  nullableText,
  idAndName,
  idAndNameList,
  selfLink,
  paymentSchedule,
  latePaymentTerms,
  depositPerBid,
} from '../kit/values.ts'
import { publishedAnswer } from './round-question.ts'
import { unfinishedMatch } from './unfinished-match.ts'

/** The round of a project, a requirement or a participation, with its market. */
export const roundOfItem = idAndName
  .extend({ status: z.enum(ROUND_STATUSES), marketId: id, market: z.string() })
  .meta({ id: 'RoundOfItem' })
export type RoundOfItem = z.infer<typeof roundOfItem>

const columns = {
  market: idAndName,
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
    .meta({ description: 'Numbers of participants, projects and requirements that you may see' }),
  settledAt: instant.nullable(),
  ...biddingTimes,
}

export const ROUND_COLUMNS = defineColumns('round', {
  name: textColumn('Market round', {}),
  market: relationColumn('Market', 'market', {}),
  status: statusColumn(),
  services: derivedColumn('Credit types'),
  bidderType: choiceColumn('Bidders', columns.bidderType, {}, BIDDER_TYPE_LABELS),
  bidsOpen: textColumn('Bids open', {}),
  bidsClose: textColumn('Bids close', {}),
  settledAt: textColumn('Settled', {}),
})

export const roundRow = z.object({ ...rowFields, name: z.string(), ...columns }).meta({ id: 'RoundRow' })
export type RoundRow = z.infer<typeof roundRow>

const maybeDay = day.nullable()

export const roundView = z
  .object({
    ...resourceFields('round'),
    ...columns,
    on: day,
    expectedFrom: maybeDay.meta({
      description: 'First day of the season in which a planned round is expected to open',
    }),
    ampEnd: maybeDay,
    paymentSchedule: paymentSchedule.meta({
      description: 'When payments are due; for a draft, as its market has it now',
    }),
    latePayment: latePaymentTerms.meta({
      description:
        'Days after the due date on which unpaid invoices have consequences; for a draft, as its market has them now',
    }),
    deposit: depositPerBid,
    biodiversitySupply: z
      .enum(BIODIVERSITY_SUPPLY_RULES)
      .meta({ description: 'Rule for counting net biodiversity units: in full from delivery, or as gained' }),
    standards: idAndNameList,
    projectTypes: idAndNameList,
    ncas: idAndNameList,
    lpas: idAndNameList,
    subcatchments: idAndNameList,
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
          description: 'Units in reserve; null before settlement, except for those who may see the match',
        }),
      })
      .nullable()
      .meta({ description: 'Credit reserve; null until it is decided' }),
    history: z
      .array(z.object({ status: z.enum(ROUND_STATUSES), at: instant, by: z.string() }))
      .meta({ description: 'Earlier statuses, oldest first' }),
    solverTask: z
      .object({ id, state: z.string(), links: selfLink })
      .nullable()
      .meta({ description: 'Id of the task of the last match, if there was one' }),
    unfinishedMatch: unfinishedMatch.nullable().meta({
      description:
        'What is known of the last match if it ran out of time and the round waits; for the market operator only',
    }),
    separatePlayers: z.array(z.string()).meta({
      description:
        'Warnings before a match about organisations that may be one party but are priced as several; for the market operator only',
    }),
    bestKnownGapPercent: z.number().nullable().meta({
      description:
        'Greatest gap, in percent of the bound, at which a match that is not proven to be the best may be used; null if only a proven match counts',
    }),
    joinsCommonControl: z
      .boolean()
      .meta({ description: 'True if organisations under common control are matched as one party' }),
    gapPart: z.number().nullable().meta({
      description:
        'How far the accepted match may be below the best possible one, as a part of that; null if it is proven or was made elsewhere',
    }),
    tellsCriticalAmounts: z
      .boolean()
      .meta({ description: 'True if losers see the amount at which their offer or bid would have tied' }),
    rejectionReason: nullableText,
    answers: z.array(publishedAnswer).meta({
      description: 'Questions that participants asked, with the answers, in the order of publication',
    }),
    clock: currentStep.nullable().meta({ description: 'Next step, if it waits for one' }),
    next: nextSteps,
  })
  .meta({ id: 'Round' })
export type RoundView = z.infer<typeof roundView>

const ofDay = (what: string) => day.meta({ description: `${what}, in UK time` })

/** One run of a market, from registration to settlement. */
export const round = defineNoun({
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
    marketId: idsFilter,
    status: choiceFilter(ROUND_STATUSES),
    creditType: choiceFilter(CREDIT_TYPES),
    bidsOpenFrom: ofDay('Bids and offers open on this date or later'),
    bidsOpenUntil: ofDay('Bids and offers open on this date or earlier'),
    bidsCloseFrom: ofDay('Bids and offers close on this date or later'),
    bidsCloseUntil: ofDay('Bids and offers close on this date or earlier'),
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
export const ROUND_DECLARATION_COLUMNS = defineColumns('roundDeclaration', {
  name: textColumn('Declaration', {}),
  declaration: textColumn('Text', {}),
  category: choiceColumn('Category', roundDeclarationColumns.category, { sort: true, filter: true }),
  answers: amountColumn('Answers', {}),
})

export const roundDeclarationRow = z
  .object({ ...rowFields, ...roundDeclarationColumns })
  .meta({ id: 'RoundDeclaration' })
export type RoundDeclarationRow = z.infer<typeof roundDeclarationRow>

/** A declaration that a round asks for. */
export const roundDeclaration = defineNoun({
  kind: 'roundDeclaration',
  path: 'round-declaration',
  list: 'round-declarations',
  called: ['round declaration', 'round declarations'],
  readBy: 'parent',
  parents: [['round', 'roundId']],
  row: roundDeclarationRow,
  view: roundDeclarationRow,
  filters: { marketRoundId: idsFilter, ...columnFilters(ROUND_DECLARATION_COLUMNS) },
  sorts: ['name', ...sortOptionNames(ROUND_DECLARATION_COLUMNS)],
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
    summary: `Reference data of a market round: ${list.replaceAll('-', ' ')}`,
    access: 'member',
    byKey: 'read',
    answers: { 200: idAndNameList },
  })

/** Lists of reference data of a round, by the last part of their path. */
export const roundReferences = {
  standards: ofRound('standards', 'Standards'),
  'project-types': ofRound('project-types', 'ProjectTypes'),
  ncas: ofRound('ncas', 'Ncas'),
  lpas: ofRound('lpas', 'Lpas'),
  subcatchments: ofRound('subcatchments', 'Subcatchments'),
}
