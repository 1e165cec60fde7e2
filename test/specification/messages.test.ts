import { describe, expect, it } from 'vitest'
import type { Answers, Facts } from '#actions/kit/action'
import { judge } from '#actions/kit/judge'
import { actionOf, knowing, TODAY } from './judging.ts'

const FILE = { id: 'file', name: 'file.pdf' }
const REQUIRED = 'Field required'

/** Rule, action, answers, what the answers must be judged to be, and what is known besides. */
type Case = [
  rule: string,
  of: string,
  answers: Answers,
  messages: Record<string, string>,
  given?: Partial<Facts>,
]

const GENERAL: Case[] = [
  ['required', 'market.CreateRound', { name: null }, { name: REQUIRED }],
  [
    'non-negative number',
    'project.SetCosts',
    { maintenance: -1 },
    { maintenance: 'Value must be 0 or more' },
  ],
  ['positive number', 'project.AddNutrientService', { area: 0 }, { area: 'Value must be greater than 0' }],
  ['date', 'project.Verify', { date: '2026-02-30' }, { date: 'Not a valid date' }],
  ['future date', 'project.Verify', { date: '2026-06-16' }, { date: 'Cannot be in the future' }],
  ['e-mail', 'organisation.InviteUser', { email: 'ann' }, { email: 'Not a valid email address' }],
  ['name', 'organisation.CreateProjectGroup', { name: '?!' }, { name: 'Not a valid name' }],
  ['phone without plus', 'organisation.Update', { phone: '01934' }, { phone: 'Not a valid phone number' }],
  ['phone too short', 'organisation.Update', { phone: '+44' }, { phone: 'Not a valid phone number' }],
  ['empty array', 'round.RecordParticipant', { capacities: [] }, { capacities: 'Empty array' }],
  ['agreement', 'round.SetReserveInfo', { agreedWithEMB: false }, { agreedWithEMB: 'Must be agreed to' }],
  ['confirmation', 'round.Open', { confirmed: false }, { confirmed: 'Must be confirmed' }],
]

const ENTITIES: Case[] = [
  [
    'a credit requirement requires buyerId and type',
    'requirements.CreateCreditRequirement',
    {},
    { buyerId: REQUIRED, type: REQUIRED },
  ],
  [
    'a requirement registered by its own organisation requires a type',
    'organisation.RegisterNewCreditRequirement',
    {},
    { type: REQUIRED, name: REQUIRED },
  ],
  [
    'a market round requires bidder type and at least one service, standard and project type',
    'rounds.CreateRound',
    { services: [], standardIds: [], projectTypeIds: [] },
    {
      bidderType: REQUIRED,
      services: 'Empty array',
      standardIds: 'Empty array',
      projectTypeIds: 'Empty array',
    },
  ],
  [
    'nitrogen or phosphorous need ampEnd and subcatchments',
    'rounds.CreateRound',
    { services: ['NutrientMitigationNitrogen'] },
    { ampEnd: REQUIRED, subcatchmentIds: REQUIRED },
  ],
  ...['suppliers', 'buyers', 'projects', 'requirements'].map((of): Case => [
    `the ${of} end after their start`,
    'round.SetRegistrationDates',
    { [`${of}Start`]: '2026-06-01', [`${of}End`]: '2026-06-01' },
    { [`${of}End`]: 'Must be after start date' },
    {
      at: '2026-01-01T12:00:00.000Z',
      before: { bidsOpen: null, bidsClose: null, isAnnounced: false },
      isDraft: true,
    },
  ]),
  ['import data', 'round.ImportData', {}, { form: 'Provide at least one file to import from' }],
  [
    'every declaration shown must be answered true',
    'project.Register',
    { declarations: [{ id: 'd', answer: false }] },
    { declarations: 'Must be agreed to' },
    {
      issues: [],
      declarations: [
        { id: 'd', name: 'D', declaration: 'D', category: 'MarketRoundProject_Register', roundId: 'r' },
      ],
    },
  ],
  [
    'a declaration is for agents or participants or both',
    'declarations.CreateDeclaration',
    { isForAgents: false, isForParticipants: false },
    { isForParticipants: 'Must be for agents or participants or both' },
  ],
  [
    'removing a declaration needs Yes',
    'round.RemoveDeclaration',
    { confirmed: false },
    { confirmed: 'Must be confirmed' },
  ],
  ['a comment needs text', 'project.Comment', {}, { comment: REQUIRED }],
  ['approval needs yes or no', 'agentAuthority.SetApproval', {}, { isApproved: REQUIRED }],
  [
    'an approval has at least one permission',
    'agentAuthority.SetApproval',
    { isApproved: true, permissions: [] },
    { permissions: 'Empty array' },
  ],
  [
    'a bid of nothing is refused',
    'requirement.SetBid',
    { bid: 0 },
    { bid: 'Value must be greater than 0' },
    { obstacles: [] },
  ],
  [
    'a bid for ongoing units only is required when they alone are accepted',
    'requirement.SetBid',
    { bid: 10, acceptOngoingOnly: true },
    { bidOngoingOnly: REQUIRED },
    { obstacles: [], mayAcceptOngoingOnly: true },
  ],
  [
    'the date of a certificate is valid',
    'requirement.SetCreditAllocationCertificate',
    { date: 'soon', file: FILE },
    { date: 'Not a valid date' },
  ],
  [
    'biodiversity needs a national character area, an address and a redemption date',
    'requirement.SetBuyerDevelopment',
    {},
    { ncaId: REQUIRED, nearAddress: REQUIRED, redemptionDate: REQUIRED },
    { creditType: 'Biodiversity' },
  ],
  [
    'other types need a subcatchment',
    'requirement.SetBuyerDevelopment',
    { redemptionDate: '31.12.2026' },
    { subcatchmentId: REQUIRED, redemptionDate: 'Not a valid date' },
    { creditType: 'NutrientMitigationNitrogen' },
  ],
  [
    'a fixed-term project needs its durations',
    'projects.CreateProject',
    { isFixedTerm: true },
    { mitigationDurations: REQUIRED },
  ],
  ['add to group', 'project.AddToGroup', {}, { groupId: REQUIRED }],
  ['add to group', 'requirement.AddToGroup', {}, { groupId: REQUIRED }],
  [
    'all four costs',
    'project.SetCosts',
    {},
    {
      maintenance: REQUIRED,
      marketOperator: REQUIRED,
      complianceMonitoring: REQUIRED,
      performanceMonitoring: REQUIRED,
    },
  ],
  [
    'a nutrient service is of nitrogen or phosphorous',
    'project.AddNutrientService',
    { service: 'Biodiversity' },
    { service: 'Only Nitrogen or Phosphorous allowed' },
  ],
  ['a match is rejected with a reason', 'round.RejectMatch', {}, { reason: REQUIRED }],
  ['withdrawal has a reason', 'participation.Withdraw', {}, { reason: REQUIRED }],
  ['so has coming back', 'participation.Reinstate', {}, { reason: REQUIRED }],
  [
    'a replaced document',
    'project.ReplaceDocument',
    {},
    { tag: REQUIRED, reason: REQUIRED, replacementFile: REQUIRED },
  ],
]

describe('validation messages of the specification, section 5', () => {
  it.each([...GENERAL, ...ENTITIES])(
    'the message of the specification is given: %s (%s)',
    (_rule, of, answers, messages, given) => {
      expect(judge(actionOf(of), answers, knowing(given))).toMatchObject(messages)
    },
  )

  it.each(['1', '12', '123'])(
    'a phone number has a country code of 1 to 3 digits (+%s) and 4 to 14 more',
    code => {
      const said = (rest: number) =>
        judge(actionOf('organisation.Update'), { phone: `+${code}${'5'.repeat(rest)}` }, knowing()).phone
      expect([said(4), said(14), said(18)]).toEqual([undefined, undefined, 'Not a valid phone number'])
    },
  )

  it('an amount that is no number is a field required, and a date is compared by its UTC day', () => {
    expect(judge(actionOf('project.SetCosts'), { maintenance: Number.NaN }, knowing()).maintenance).toBe(
      REQUIRED,
    )
    expect(judge(actionOf('project.Verify'), { date: TODAY }, knowing())).not.toHaveProperty('date')
  })
})
