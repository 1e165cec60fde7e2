import type { Answers, ActionFacts } from '#actions/kit/action'
import { aRound } from '../builders/market.ts'

/** A rule of the specification: answers to a form, and what it says about them. */
export interface SpecificationRule {
  form: string
  rule: string
  /** The fields that it covers; `form` is the form as a whole. */
  about: readonly string[]
  /** Result to check: the errors (by default), the warnings, or the appearance of the question. */
  as?: 'warning' | 'question'
  answers?: Answers
  given?: Partial<ActionFacts>
  subject?: object
}

const DECLARATION = { id: 'd', name: 'D', declaration: 'D', roundId: 'r' }
const ALL_CONTACT = ['contact', 'email', 'phone', 'mailingAddress']

const GENERAL: readonly SpecificationRule[] = [
  { form: 'market.CreateRound', rule: 'required', about: ['name'], answers: { name: null } },
  { form: 'project.SetCosts', rule: 'not negative', about: ['maintenance'], answers: { maintenance: -1 } },
  {
    form: 'project.SetCosts',
    rule: 'no number',
    about: ['maintenance'],
    answers: { maintenance: Number.NaN },
  },
  { form: 'project.AddNutrientService', rule: 'positive', about: ['area'], answers: { area: 0 } },
  ...['2026-02-30', '2026-6-5', '05.06.2026'].map(date => ({
    form: 'project.Verify',
    rule: `${date} is no date`,
    about: ['date'],
    answers: { date },
  })),
  { form: 'project.Verify', rule: 'tomorrow', about: ['date'], answers: { date: '2026-06-16' } },
  { form: 'project.Verify', rule: 'today', about: ['date'], answers: { date: '2026-06-15' } },
  { form: 'organisation.InviteUser', rule: 'no e-mail', about: ['email'], answers: { email: 'ann' } },
  { form: 'organisation.CreateProjectGroup', rule: 'no word', about: ['name'], answers: { name: '?!' } },
  ...[
    ['01934555555', 'without a plus'],
    ['+44', 'too short'],
    ['+15555', 'code of 1 digit and 4 more'],
    [`+123${'5'.repeat(14)}`, 'code of 3 digits and 14 more'],
    [`+123${'5'.repeat(15)}`, 'code of 3 digits and 15 more'],
  ].map(([phone = '', rule = '']) => ({
    form: 'organisation.Update',
    rule: `phone ${rule}`,
    about: ['phone'],
    answers: { phone },
  })),
  ...['account.SIGN_UP', 'account.NEW_PASSWORD', 'account.UPDATE_PASSWORD'].map(form => ({
    form,
    rule: 'passwords differ',
    about: ['confirmPassword'],
    answers: { password: 'a long password', confirmPassword: 'another password' },
  })),
  { form: 'round.RecordParticipant', rule: 'empty', about: ['capacities'], answers: { capacities: [] } },
  {
    form: 'round.SetReserveInfo',
    rule: 'not agreed',
    about: ['agreedWithEMB'],
    answers: { agreedWithEMB: false },
  },
  { form: 'round.Open', rule: 'not ticked', about: ['confirmed'], answers: { confirmed: false } },
  ...[0, 100].map(reservePercentage => ({
    form: 'round.SetReserveInfo',
    rule: `${reservePercentage} percent`,
    about: ['reservePercentage'],
    answers: { hasReserve: true, reservePercentage },
  })),
  {
    form: 'round.SetReserveInfo',
    rule: 'no number',
    about: ['reservePercentage'],
    answers: { hasReserve: true },
  },
  ...[9, 10, 20, 21].map(reservePercentage => ({
    form: 'round.SetReserveInfo',
    rule: `${reservePercentage} percent`,
    about: ['reservePercentage'],
    as: 'warning' as const,
    answers: { hasReserve: true, reservePercentage },
    subject: aRound(),
  })),
]

const ENTITIES: readonly SpecificationRule[] = [
  {
    form: 'organisations.CreateOrganisation',
    rule: 'a participant',
    about: ALL_CONTACT,
    answers: { type: 'PARTICIPANT' },
  },
  {
    form: 'account.SIGN_UP',
    rule: 'nothing given',
    about: [
      ...[
        'password',
        'confirmPassword',
        'displayName',
        'phone',
        'email',
        'organisationName',
        'organisationType',
      ],
    ],
  },
  { form: 'requirements.CreateCreditRequirement', rule: 'nothing given', about: ['buyerId', 'type'] },
  { form: 'organisation.RegisterNewCreditRequirement', rule: 'nothing given', about: ['type', 'name'] },
  { form: 'rounds.CreateRound', rule: 'nothing given', about: ['bidderType'] },
  {
    form: 'rounds.CreateRound',
    rule: 'no services, standards and types',
    about: ['services', 'standardIds', 'projectTypeIds'],
    answers: { services: [], standardIds: [], projectTypeIds: [] },
  },
  ...['NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'].map(service => ({
    form: 'rounds.CreateRound',
    rule: `services include ${service}`,
    about: ['ampEnd', 'subcatchmentIds'],
    answers: { services: [service] },
  })),
  ...['buyers', 'suppliers', 'requirements', 'projects'].map(of => ({
    form: 'round.SetRegistrationDates',
    rule: 'end is not after start',
    about: [`${of}End`],
    answers: { [`${of}Start`]: '2026-06-01', [`${of}End`]: '2026-06-01' },
    given: {
      at: '2026-01-01T12:00:00.000Z',
      before: { bidsOpen: null, bidsClose: null, isAnnounced: false },
      isDraft: true,
    },
  })),
  { form: 'round.ImportData', rule: 'no file', about: ['form'] },
  {
    form: 'project.Register',
    rule: 'a declaration is not agreed to',
    about: ['declarations'],
    answers: { declarations: [{ id: 'd', answer: false }] },
    given: { declarations: [{ ...DECLARATION, category: 'MarketRoundProject_Register' }] },
  },
  {
    form: 'declarations.CreateDeclaration',
    rule: 'for nobody',
    about: ['isForParticipants'],
    answers: { isForAgents: false, isForParticipants: false },
  },
  { form: 'round.RemoveDeclaration', rule: 'answer No', about: ['confirmed'], answers: { confirmed: false } },
  { form: 'agentAuthority.SetApproval', rule: 'nothing given', about: ['isApproved'] },
  {
    form: 'agentAuthority.SetApproval',
    rule: 'approved for nothing',
    about: ['permissions'],
    answers: { isApproved: true, permissions: [] },
  },
  { form: 'project.Comment', rule: 'no text', about: ['comment'] },
  {
    form: 'projects.CreateProject',
    rule: 'fixed term',
    about: ['mitigationDurations'],
    answers: { isFixedTerm: true },
  },
  { form: 'round.RejectMatch', rule: 'nothing given', about: ['reason'] },
  { form: 'participation.Withdraw', rule: 'nothing given', about: ['reason'] },
  { form: 'participation.Reinstate', rule: 'nothing given', about: ['reason'] },
  { form: 'project.ReplaceDocument', rule: 'nothing given', about: ['tag', 'reason', 'replacementFile'] },
]

/** The rules for answers of every kind, for organisations, people and rounds. */
export const GENERAL_RULES: readonly SpecificationRule[] = [...GENERAL, ...ENTITIES]
