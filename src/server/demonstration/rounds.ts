import type { ActionName } from '#actions/index'
import { OPERATOR, userFor } from './people.ts'
import {
  cell,
  cellOrNull,
  listOf,
  numberOf,
  offsetOf,
  rowsOf,
  type Calendar,
  type Cells,
  type Step,
} from './step.ts'

/** The days of one round, as offsets: registration by its own table, everything after it by the usual pace. */
export interface Diary {
  created: number
  opened: number
  closed: number
  bidding: number
  biddingClosed: number
}

/** When things happened in a round. */
export const diaryOf = (round: Cells): Diary => {
  const opened = Math.min(offsetOf(round, 'suppliersStart'), offsetOf(round, 'buyersStart'))
  const closed = Math.max(offsetOf(round, 'projectsEnd'), offsetOf(round, 'requirementsEnd')) + 1
  return {
    created: Math.min(opened - 30, -5),
    opened,
    closed,
    bidding: closed + 8,
    biddingClosed: closed + 32,
  }
}

const ORDER = ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Settled']

/** Has the round come as far as this status? */
const hasReached = (round: Cells, status: string): boolean =>
  ORDER.indexOf(cell(round, 'status')) >= ORDER.indexOf(status)

const DATES = ['suppliers', 'buyers', 'projects', 'requirements'].flatMap(name => [
  `${name}Start`,
  `${name}End`,
])

/** The day on which the market operator began: somewhat before its first round. */
export const foundedOn = (): number =>
  Math.min(...rowsOf('demo_rounds').map(round => diaryOf(round).created)) - 40

/** The row of this round. */
export const roundOf = (roundId: string): Cells =>
  rowsOf('demo_rounds').find(round => round.roundId === roundId) ?? {}

/** The day on which the match of this round was accepted. */
export const settledOn = (roundId: string): number => diaryOf(roundOf(roundId)).biddingClosed + 10

/** The markets, their rounds, and what the operator did with each round. */
export const roundSteps = (calendar: Calendar): Step[] => [
  ...rowsOf('demo_markets').map((market, index): Step => ({
    at: calendar.at(foundedOn(), 90 + index),
    by: OPERATOR,
    kind: 'markets',
    subjectId: 'markets',
    action: 'CreateMarket',
    ids: [cell(market, 'marketId')],
    values: { name: cell(market, 'name'), description: cell(market, 'description') },
  })),
  ...rowsOf('demo_rounds').flatMap(round => stepsOfRound(calendar, round)),
]

const stepsOfRound = (calendar: Calendar, round: Cells): Step[] => {
  const id = cell(round, 'roundId')
  const diary = diaryOf(round)
  const onRound = (
    offset: number,
    minute: number,
    action: ActionName<'round'>,
    values: Step['values'] = {},
  ): Step => ({
    at: calendar.at(offset, minute),
    by: OPERATOR,
    kind: 'round',
    subjectId: id,
    action,
    values,
  })
  const reserve = numberOf(round, 'reservePercentage')
  return [
    {
      at: calendar.at(diary.created),
      by: OPERATOR,
      kind: 'market',
      subjectId: cell(round, 'marketId'),
      action: 'CreateRound',
      ids: [id],
      values: detailsOf(calendar, round),
    },
    onRound(
      diary.created,
      1,
      'SetRegistrationDates',
      Object.fromEntries(DATES.map(name => [name, calendar.day(offsetOf(round, name))])),
    ),
    ...rowsOf('demo_round_declarations')
      .filter(row => row.roundId === id)
      .map((row, index) => ({
        ...onRound(diary.created, 2 + index, 'AddDeclaration', { declarationId: cell(row, 'declarationId') }),
        ids: [`${id}-${cell(row, 'declarationId')}`],
      })),
    ...(reserve === null
      ? []
      : [
          onRound(diary.created, 40, 'SetReserveInfo', {
            hasReserve: true,
            reservePercentage: reserve,
            reserveAppliesTo: cell(round, 'reserveAppliesTo'),
            agreedWithEMB: true,
          }),
        ]),
    ...(
      [
        ['Open', diary.opened, 'Open'],
        ['Closed', diary.closed, 'Close'],
        ['OpenForBidsAndOffers', diary.bidding, 'OpenBidsAndOffers'],
        ['ClosedForBidsAndOffers', diary.biddingClosed, 'CloseBidsAndOffers'],
        ['Settled', diary.biddingClosed + 3, 'Match'],
        ['Settled', diary.biddingClosed + 10, 'AcceptMatch'],
      ] as const
    )
      .filter(([status]) => hasReached(round, status))
      .map(([, offset, action]) => onRound(offset, 0, action, { confirmed: true })),
    // Whoever bids at present knows until when.
    ...(cell(round, 'status') === 'OpenForBidsAndOffers'
      ? [
          onRound(diary.bidding, 1, 'SetBiddingTimes', {
            bidsClose: `${calendar.day(diary.biddingClosed)}T12:00`,
          }),
        ]
      : []),
  ]
}

/** When additional demand ends: a day of the calendar, or for earlier rounds so many days before the day of loading. */
const ampEndOf = (calendar: Calendar, round: Cells): string | null =>
  round.ampEndOffsetDays ? calendar.day(offsetOf(round, 'ampEndOffsetDays')) : cellOrNull(round, 'ampEnd')

const detailsOf = (calendar: Calendar, round: Cells): Step['values'] => ({
  name: cell(round, 'name'),
  services: listOf(round, 'services'),
  standardIds: listOf(round, 'standardIds'),
  projectTypeIds: listOf(round, 'projectTypeIds'),
  ncaIds: listOf(round, 'ncaIds'),
  lpaIds: listOf(round, 'lpaIds'),
  subcatchmentIds: listOf(round, 'subcatchmentIds'),
  bidderType: cell(round, 'bidderType'),
  ampEnd: ampEndOf(calendar, round),
})

/** The declarations of a round, as somebody answers them who may: all true. */
export const declared = (
  roundId: string,
  category: string,
  by: 'agent' | 'participant',
): { id: string; answer: true }[] => {
  const asked = new Map(rowsOf('declarations').map(row => [cell(row, 'id'), row]))
  return rowsOf('demo_round_declarations')
    .filter(row => row.roundId === roundId)
    .map(row => asked.get(cell(row, 'declarationId')) ?? {})
    .filter(row => row.category === category)
    .filter(row => (by === 'agent' ? row.isForAgents : row.isForParticipants) === 'true')
    .map(row => ({ id: `${roundId}-${cell(row, 'id')}`, answer: true }))
}

/** Those who took part registered, gave their agents authority, and were confirmed or withdrew. */
export const participationSteps = (calendar: Calendar): Step[] => {
  const registrations = rowsOf('demo_participations').flatMap((row, index): Step[] => {
    const roundId = cell(row, 'roundId')
    const capacity = cell(row, 'capacity')
    const status = cell(row, 'status')
    const by = userFor(cell(row, 'orgId'))
    const from = offsetOf(roundOf(roundId), capacity === 'Supplier' ? 'suppliersStart' : 'buyersStart') + 1
    const id = `${roundId}-${cell(row, 'orgId')}-${capacity}`
    const onIt = { kind: 'participation' as const, subjectId: id }
    if (status === 'Interested')
      return [
        {
          at: calendar.at(from, index),
          by,
          kind: 'organisation',
          subjectId: cell(row, 'orgId'),
          action: 'ExpressInterest',
          ids: [id],
          values: { marketRoundId: roundId, capacities: [capacity] },
        },
      ]
    return [
      {
        at: calendar.at(from, index),
        by,
        kind: 'round',
        subjectId: roundId,
        action: 'RegisterAsParticipant',
        ids: [id],
        values: {
          capacities: [capacity],
          declarations: declared(roundId, 'MarketRoundParticipant_Register', 'participant'),
        },
      },
      ...(status === 'Registered' || status === 'Withdrawn'
        ? [
            {
              at: calendar.at(from + 4, index),
              by: OPERATOR,
              ...onIt,
              action: 'CompleteRegistration' as const,
              values: { confirmed: true },
            },
          ]
        : []),
      ...(status === 'Withdrawn'
        ? [
            {
              at: calendar.at(from + 20, index),
              by,
              ...onIt,
              action: 'Withdraw' as const,
              values: { reason: 'The land is being sold' },
            },
          ]
        : []),
    ]
  })
  return [...registrations, ...authoritySteps(calendar)]
}

const authoritySteps = (calendar: Calendar): Step[] =>
  rowsOf('demo_agent_authorities').flatMap((row, index): Step[] => {
    const roundId = cell(row, 'roundId')
    const from = offsetOf(roundOf(roundId), 'suppliersStart')
    const id = `${roundId}-${cell(row, 'clientOrgId')}-${cell(row, 'agentOrgId')}`
    const isApproved = row.status === 'Approved'
    return [
      {
        at: calendar.at(from + 6, index),
        by: userFor(cell(row, 'clientOrgId')),
        kind: 'organisation',
        subjectId: cell(row, 'clientOrgId'),
        action: 'ProvideAgentAuthority',
        ids: [id],
        documents: ['authorityToAct'],
        values: { marketRoundId: roundId, agentId: cell(row, 'agentOrgId') },
      },
      ...(row.status === 'Pending'
        ? []
        : [
            {
              at: calendar.at(from + 8, index),
              by: OPERATOR,
              kind: 'agentAuthority' as const,
              subjectId: id,
              action: 'SetApproval' as const,
              values: isApproved
                ? { isApproved, permissions: listOf(row, 'permissions') }
                : { isApproved, reason: 'The letter is not signed' },
            },
          ]),
    ]
  })
