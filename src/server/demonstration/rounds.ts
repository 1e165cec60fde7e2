import type { ActionName } from '#actions/index'
import { DEMONSTRATION_OPERATOR_USERNAME, usernameOfOrganisation } from './people.ts'
import {
  cellText,
  cellOrNull,
  cellList,
  cellNumber,
  dayOffsetInCell,
  readCsvRows,
  type DemonstrationCalendar,
  type CsvRow,
  type DemonstrationStep,
} from './step.ts'

/** The days of one round, as offsets: registration from its own table, everything after it at the usual pace. */
export interface RoundSchedule {
  created: number
  opened: number
  closed: number
  bidding: number
  biddingClosed: number
}

/** Returns the days on which the steps of a round happened. */
export const roundSchedule = (round: CsvRow): RoundSchedule => {
  const opened = Math.min(dayOffsetInCell(round, 'suppliersStart'), dayOffsetInCell(round, 'buyersStart'))
  const closed =
    Math.max(dayOffsetInCell(round, 'projectsEnd'), dayOffsetInCell(round, 'requirementsEnd')) + 1
  return {
    created: Math.min(opened - 30, -5),
    opened,
    closed,
    bidding: closed + 8,
    biddingClosed: closed + 32,
  }
}

const ORDER = ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Settled']

/** True if the round has reached this status. */
const hasReached = (round: CsvRow, status: string): boolean =>
  ORDER.indexOf(cellText(round, 'status')) >= ORDER.indexOf(status)

const DATES = ['suppliers', 'buyers', 'projects', 'requirements'].flatMap(name => [
  `${name}Start`,
  `${name}End`,
])

/** Returns the day on which the market operator began: somewhat before its first round. */
export const operatorStartDay = (): number =>
  Math.min(...readCsvRows('demo_rounds').map(round => roundSchedule(round).created)) - 40

/** Returns the row of this round. */
export const demonstrationRoundRow = (roundId: string): CsvRow =>
  readCsvRows('demo_rounds').find(round => round.roundId === roundId) ?? {}

/** Returns the day on which the match of this round was accepted. */
export const settlementDay = (roundId: string): number =>
  roundSchedule(demonstrationRoundRow(roundId)).biddingClosed + 10

/** Steps for the markets and their rounds, and the operator's work on each round. */
export const demonstrationRoundSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => [
  ...readCsvRows('demo_markets').map((market, index): DemonstrationStep => ({
    at: calendar.at(operatorStartDay(), 90 + index),
    by: DEMONSTRATION_OPERATOR_USERNAME,
    kind: 'markets',
    subjectId: 'markets',
    action: 'CreateMarket',
    ids: [cellText(market, 'marketId')],
    values: { name: cellText(market, 'name'), description: cellText(market, 'description') },
  })),
  ...readCsvRows('demo_rounds').flatMap(round => stepsOfRound(calendar, round)),
]

const stepsOfRound = (calendar: DemonstrationCalendar, round: CsvRow): DemonstrationStep[] => {
  const id = cellText(round, 'roundId')
  const diary = roundSchedule(round)
  const onRound = (
    offset: number,
    minute: number,
    action: ActionName<'round'>,
    values: DemonstrationStep['values'] = {},
  ): DemonstrationStep => ({
    at: calendar.at(offset, minute),
    by: DEMONSTRATION_OPERATOR_USERNAME,
    kind: 'round',
    subjectId: id,
    action,
    values,
  })
  const reserve = cellNumber(round, 'reservePercentage')
  return [
    {
      at: calendar.at(diary.created),
      by: DEMONSTRATION_OPERATOR_USERNAME,
      kind: 'market',
      subjectId: cellText(round, 'marketId'),
      action: 'CreateRound',
      ids: [id],
      values: detailsOf(calendar, round),
    },
    onRound(
      diary.created,
      1,
      'SetRegistrationDates',
      Object.fromEntries(DATES.map(name => [name, calendar.day(dayOffsetInCell(round, name))])),
    ),
    ...readCsvRows('demo_round_declarations')
      .filter(row => row.roundId === id)
      .map((row, index) => ({
        ...onRound(diary.created, 2 + index, 'AddDeclaration', {
          declarationId: cellText(row, 'declarationId'),
        }),
        ids: [`${id}-${cellText(row, 'declarationId')}`],
      })),
    ...(reserve === null
      ? []
      : [
          onRound(diary.created, 40, 'SetReserveInfo', {
            hasReserve: true,
            reservePercentage: reserve,
            reserveAppliesTo: cellText(round, 'reserveAppliesTo'),
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
    // Current bidders know the closing time.
    ...(cellText(round, 'status') === 'OpenForBidsAndOffers'
      ? [
          onRound(diary.bidding, 1, 'SetBiddingTimes', {
            bidsClose: `${calendar.day(diary.biddingClosed)}T12:00`,
          }),
        ]
      : []),
  ]
}

/**
 * End of additional demand: a date of the calendar or, for earlier rounds, a number of days before the day of loading.
 */
const ampEndOf = (calendar: DemonstrationCalendar, round: CsvRow): string | null =>
  round.ampEndOffsetDays
    ? calendar.day(dayOffsetInCell(round, 'ampEndOffsetDays'))
    : cellOrNull(round, 'ampEnd')

const detailsOf = (calendar: DemonstrationCalendar, round: CsvRow): DemonstrationStep['values'] => ({
  name: cellText(round, 'name'),
  services: cellList(round, 'services'),
  standardIds: cellList(round, 'standardIds'),
  projectTypeIds: cellList(round, 'projectTypeIds'),
  ncaIds: cellList(round, 'ncaIds'),
  lpaIds: cellList(round, 'lpaIds'),
  subcatchmentIds: cellList(round, 'subcatchmentIds'),
  bidderType: cellText(round, 'bidderType'),
  ampEnd: ampEndOf(calendar, round),
})

/** Answers the declarations of a round as a person with permission does: all true. */
export const answerRoundDeclarations = (
  roundId: string,
  category: string,
  by: 'agent' | 'participant',
): { id: string; answer: true }[] => {
  const asked = new Map(readCsvRows('declarations').map(row => [cellText(row, 'id'), row]))
  return readCsvRows('demo_round_declarations')
    .filter(row => row.roundId === roundId)
    .map(row => asked.get(cellText(row, 'declarationId')) ?? {})
    .filter(row => row.category === category)
    .filter(row => (by === 'agent' ? row.isForAgents : row.isForParticipants) === 'true')
    .map(row => ({ id: `${roundId}-${cellText(row, 'id')}`, answer: true }))
}

/** Steps of participants, who registered, gave their agents authority, and were confirmed or withdrew. */
export const demonstrationParticipationSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const registrations = readCsvRows('demo_participations').flatMap((row, index): DemonstrationStep[] => {
    const roundId = cellText(row, 'roundId')
    const capacity = cellText(row, 'capacity')
    const status = cellText(row, 'status')
    const by = usernameOfOrganisation(cellText(row, 'orgId'))
    const from =
      dayOffsetInCell(
        demonstrationRoundRow(roundId),
        capacity === 'Supplier' ? 'suppliersStart' : 'buyersStart',
      ) + 1
    const id = `${roundId}-${cellText(row, 'orgId')}-${capacity}`
    const onIt = { kind: 'participation' as const, subjectId: id }
    if (status === 'Interested')
      return [
        {
          at: calendar.at(from, index),
          by,
          kind: 'organisation',
          subjectId: cellText(row, 'orgId'),
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
          declarations: answerRoundDeclarations(roundId, 'MarketRoundParticipant_Register', 'participant'),
        },
      },
      ...(status === 'Registered' || status === 'Withdrawn'
        ? [
            {
              at: calendar.at(from + 4, index),
              by: DEMONSTRATION_OPERATOR_USERNAME,
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

const authoritySteps = (calendar: DemonstrationCalendar): DemonstrationStep[] =>
  readCsvRows('demo_agent_authorities').flatMap((row, index): DemonstrationStep[] => {
    const roundId = cellText(row, 'roundId')
    const from = dayOffsetInCell(demonstrationRoundRow(roundId), 'suppliersStart')
    const id = `${roundId}-${cellText(row, 'clientOrgId')}-${cellText(row, 'agentOrgId')}`
    const isApproved = row.status === 'Approved'
    return [
      {
        at: calendar.at(from + 6, index),
        by: usernameOfOrganisation(cellText(row, 'clientOrgId')),
        kind: 'organisation',
        subjectId: cellText(row, 'clientOrgId'),
        action: 'ProvideAgentAuthority',
        ids: [id],
        documents: ['authorityToAct'],
        values: { marketRoundId: roundId, agentId: cellText(row, 'agentOrgId') },
      },
      ...(row.status === 'Pending'
        ? []
        : [
            {
              at: calendar.at(from + 8, index),
              by: DEMONSTRATION_OPERATOR_USERNAME,
              kind: 'agentAuthority' as const,
              subjectId: id,
              action: 'SetApproval' as const,
              values: isApproved
                ? { isApproved, permissions: cellList(row, 'permissions') }
                : { isApproved, reason: 'The document is not signed' },
            },
          ]),
    ]
  })
