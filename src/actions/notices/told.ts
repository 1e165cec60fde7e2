import { MONEY_ACTION_NOTICES } from './told-of-money.ts'
import type { Kind } from '#domain/disclosure/entities'
import type { ActionSubjectKind, ActionName } from '../index.ts'
import { isKeyOf } from '#domain/values/narrow'
import {
  CASE_ACTION_NOTICES,
  PROJECT_ACTION_NOTICES,
  REQUIREMENT_ACTION_NOTICES,
  noNotices,
  type ActionNotices,
  type NoticeRule,
} from './told-of-things.ts'

const NOBODYS = noNotices('A setting concerns no one in particular; everyone sees it where it is used')
const setting = <N extends string>(...names: readonly N[]): Record<N, ActionNotices> =>
  Object.fromEntries(names.map(name => [name, NOBODYS])) as Record<N, ActionNotices>
const DRAFT_ROUND = noNotices(
  'Participants are notified when the round opens; until then the operator is preparing it',
)
const TERMS_OF_ROUND = noNotices('The page of the round shows the current terms to everyone who watches it')
const DRAFT = noNotices('A draft binds no one, and is on the home page of its owner')
const GROUP = noNotices(
  'A group binds no one before offers or bids are made, and its owner sees the change on its page',
)
const DECIDED: ActionNotices = {
  tells: [{ notice: 'proposal-decided' }],
  nobodyElse:
    'Other possible approvers see that it is decided; the approved action has its own notifications',
}
const ACCESS: NoticeRule = { notice: 'access-changed' }
const TIMES: NoticeRule = { notice: 'bidding-times' }
const MENTIONED: ActionNotices = {
  tells: [{ notice: 'comment-mention' }],
  nobodyElse: 'A comment mentions the people who should read it; others find it on the page',
}
const INTEREST: NoticeRule = { notice: 'participation-recorded', of: 'participation', in: ['Interested'] }
const TAKES_PART: ActionNotices = {
  tells: [{ notice: 'participation-registered', of: 'participation', in: ['Provisional'] }, INTEREST],
  nobodyElse: 'The page of a round lists its participants; a planning authority has no part in it',
}
const publishes = (notice: 'question-answered' | 'answer-corrected'): ActionNotices => ({
  tells: [
    { notice, of: 'round', facts: ['publishedQuestion', 'answer'] },
    { notice: 'own-question-answered' },
  ],
  nobodyElse: 'Questions and answers are on the public page of the round',
})
const GIVES_AUTHORITY: ActionNotices = {
  tells: [{ notice: 'authority-given', of: 'agentAuthority', in: ['Pending'] }],
  nobodyElse: 'An authority concerns only the client, the agent and the operator',
}

const ON_ROUND = {
  Update: TERMS_OF_ROUND,
  SetRegistrationDates: TERMS_OF_ROUND,
  AddDeclaration: TERMS_OF_ROUND,
  RemoveDeclaration: TERMS_OF_ROUND,
  SetReserveInfo: noNotices('The reserve is the operator’s own figure, and is published with the result'),
  ImportData: {
    tells: [INTEREST],
    nobodyElse:
      'Imported projects and requirements are drafts, and their owners find them on their home page',
  },
  RecordParticipant: { tells: [INTEREST], nobodyElse: 'Expressing interest binds no one else' },
  RegisterAsParticipant: TAKES_PART,
  AnnouncePlan: {
    tells: [{ notice: 'round-planned', facts: ['expectedFrom'] }],
    nobodyElse: 'Planned rounds are on the public pages',
  },
  Open: {
    tells: [{ notice: 'round-opened' }],
    nobodyElse: 'Others cannot take part; open rounds are on the public pages',
  },
  Close: { tells: [{ notice: 'round-closed' }], nobodyElse: 'Rounds are on the public pages' },
  OpenBidsAndOffers: {
    tells: [{ notice: 'bids-open', in: ['OpenForBidsAndOffers'] }, TIMES, { notice: 'bids-reopened' }],
    nobodyElse: 'No one else can bid; rounds are on the public pages',
  },
  CloseBidsAndOffers: {
    tells: [{ notice: 'bids-closed', in: ['ClosedForBidsAndOffers'] }, TIMES],
    nobodyElse: 'Rounds are on the public pages',
  },
  SetBiddingTimes: { tells: [TIMES], nobodyElse: 'Times are on the public pages' },
  Match: noNotices('People are notified once there is a match; its progress is on the page of the round'),
  AskOwnersOfHardBids: {
    tells: [{ notice: 'hard-bids' }],
    nobodyElse: 'The message is for the owners of some bids and their agents; no bid changes',
  },
  UseBestKnownMatch: noNotices('People are notified of the priced match, like of every match'),
  BeginMatch: noNotices('People are notified once there is a match'),
  RecordMatch: {
    tells: [
      { notice: 'matched', in: ['Matched'] },
      { notice: 'match-failed', in: ['Failed'], when: ['outcome', 'Failed'] },
      { notice: 'match-unfinished', in: ['Failed'], when: ['outcome', 'Unfinished'], facts: ['failure'] },
    ],
    nobodyElse: 'A match binds no one until it is accepted, and until then only the operator sees it',
  },
  ImportMatch: {
    tells: [{ notice: 'matched', in: ['Matched'] }],
    nobodyElse: 'A match binds no one until it is accepted, and until then only the operator sees it',
  },
  MatchWithoutWitness: noNotices('People are notified of the result of the match'),
  RecordComparison: noNotices(
    'The comparison is part of the review of the match, which has its own notification',
  ),
  ReviewMatches: noNotices('Reviewing a match changes nothing'),
  AcceptMatch: {
    tells: [{ notice: 'match-accepted' }, { notice: 'round-ended' }],
    nobodyElse:
      'The operator’s people see the result on the home page; everyone else sees the public result on the public pages',
  },
  ApproveAllocation: noNotices(
    'Winners are notified when their rights are allocated and their credits issued',
  ),
  PublishInstance: noNotices('The published match is on the public pages, and the results link to it'),
  RecordBetterMatch: {
    tells: [{ notice: 'better-match' }],
    nobodyElse: 'The better match is on the public pages, and binds no one',
  },
  RejectMatch: { tells: [{ notice: 'match-rejected' }], nobodyElse: 'There is no result yet' },
  EndWhatIsLeft: {
    tells: [{ notice: 'round-ended' }],
    nobodyElse: 'Everything left behind ended with the round, which had its own notification',
  },
  Comment: MENTIONED,
} satisfies Partial<Record<string, ActionNotices>>

const ON_ORGANISATION = {
  Admit: {
    tells: [{ notice: 'authority-admitted' }],
    nobodyElse: 'Owners of projects and requirements in the area see the authority on their pages',
  },
  Refuse: noNotices(
    'The person who signed up gets an email with the reason (admission-refused) and can no longer sign in',
  ),
  Update: noNotices('The people of the organisation see on its page who changed what'),
  SetVat: noNotices('The people of the organisation see on its page who changed what'),
  SetBankAccount: {
    tells: [{ notice: 'bank-account-changed' }],
    nobodyElse: 'Only the organisation and the market operator know the account',
  },
  SetSelfBilling: noNotices('The market operator sees the agreement on its page'),
  ExpressInterest: { tells: [INTEREST], nobodyElse: 'Expressing interest binds no one' },
  RegisterAsParticipant: TAKES_PART,
  RegisterNewProject: DRAFT,
  RegisterNewCreditRequirement: DRAFT,
  CreateProject: DRAFT,
  AddProjectsFromSheet: DRAFT,
  CreateProjectGroup: GROUP,
  CreateCreditRequirement: DRAFT,
  CreateCreditRequirementGroup: GROUP,
  AddParticipantClient: GIVES_AUTHORITY,
  ProvideAgentAuthority: GIVES_AUTHORITY,
  InviteUser: noNotices('The invited person gets an email with the link (invitation)'),
  DeclareControl: {
    tells: [{ notice: 'control-changed' }],
    nobodyElse: 'The page of the other organisation shows the declaration',
  },
  EndControl: {
    tells: [{ notice: 'control-changed' }],
    nobodyElse: 'The page of the other organisation shows the declaration',
  },
  SetDifferent: noNotices('The statement says only that two similar organisations are not the same'),
  MergeOrganisation: {
    tells: [{ notice: 'merged' }, { notice: 'merged-with-yours' }],
    nobodyElse:
      'Agents and planning authorities find its projects and requirements under the organisation that stays',
  },
  Comment: MENTIONED,
} satisfies Partial<Record<string, ActionNotices>>

/** Notifications of each action on each kind of thing, and why other people whom it concerns get none. */
const TOLD = {
  markets: { CreateMarket: noNotices('No one takes part in the new market yet') },
  market: {
    CreateRound: DRAFT_ROUND,
    SetPlacePrecision: noNotices(
      'The setting changes what other people see of projects and requirements, and requires nothing of their owners',
    ),
    SetPublishing: noNotices('The public pages say which rounds are published'),
    SetSeller: noNotices('It is chosen before the first round opens, and the page of the market shows it'),
    SetPaymentSchedule: noNotices('It applies to rounds that open later, and their pages show it'),
    SetLatePayment: noNotices('It applies to rounds that open later, and their pages show it'),
    SetDeposit: noNotices('It applies to rounds that open later, and their pages show it'),
    SetIssueAhead: noNotices('The forms for issuing and redeeming say when credits are delivered'),
  },
  rounds: { CreateRound: DRAFT_ROUND },
  round: ON_ROUND,
  roundQuestions: {
    AskQuestion: {
      tells: [{ notice: 'question-asked', of: 'roundQuestion' }],
      nobodyElse: 'No one else may learn that it was asked, or by whom',
    },
  },
  roundQuestion: {
    Answer: publishes('question-answered'),
    CorrectAnswer: publishes('answer-corrected'),
    Decline: {
      tells: [{ notice: 'question-declined', facts: ['reason'] }],
      nobodyElse: 'A question that is declined is not published',
    },
  },
  organisations: { CreateOrganisation: noNotices('The new organisation has no people yet') },
  organisation: ON_ORGANISATION,
  user: {
    AdmitPerson: {
      tells: [{ notice: 'person-admitted' }],
      nobodyElse: 'The admission concerns only the organisation; the activity log says who admitted whom',
    },
    ChangeGroups: {
      tells: [{ notice: 'groups-changed' }],
      nobodyElse: 'The change concerns only the person',
    },
    RequireNewPassword: {
      tells: [{ notice: 'password-required' }, ACCESS],
      nobodyElse: 'The change concerns only the person and their colleagues',
    },
    ResetSecondFactor: {
      tells: [ACCESS],
      nobodyElse:
        'The change concerns only the person, who gets an email (second-factor-off), and their colleagues',
    },
    MarkAsShared: noNotices(
      'Marking an account takes nothing away from anyone, and the people who use it know that they share it',
    ),
    DisableUser: { tells: [ACCESS], nobodyElse: 'The change concerns only the person and their colleagues' },
    EnableUser: {
      tells: [{ notice: 'account-opened-again' }, ACCESS],
      nobodyElse: 'The change concerns only the person and their colleagues',
    },
  },
  case: CASE_ACTION_NOTICES,
  ...MONEY_ACTION_NOTICES,
  proposal: {
    Approve: DECIDED,
    Decline: DECIDED,
    WithdrawProposal: noNotices('Nothing was done, and no one needs to do anything any more'),
    MakeVoid: DECIDED,
    Expire: DECIDED,
  },
  participation: {
    Register: TAKES_PART,
    CompleteRegistration: {
      tells: [{ notice: 'participation-confirmed' }],
      nobodyElse: 'The page of a round lists its participants',
    },
    Withdraw: {
      tells: [{ notice: 'participation-withdrawn' }],
      nobodyElse: 'The page of a round lists its participants',
    },
    Reinstate: {
      tells: [{ notice: 'participation-reinstated' }],
      nobodyElse: 'The operator did this; the page of the round lists its participants',
    },
    Comment: MENTIONED,
  },
  agentAuthority: {
    SetApproval: {
      tells: [
        { notice: 'authority-approved', in: ['Approved'] },
        { notice: 'authority-refused', in: ['Rejected'] },
      ],
      nobodyElse: 'The decision concerns only the client and the agent, and the operator made it',
    },
    EditPermissions: {
      tells: [{ notice: 'authority-changed' }],
      nobodyElse: 'The decision concerns only the client and the agent, and the operator made it',
    },
  },
  projects: { CreateProject: DRAFT },
  project: { ...PROJECT_ACTION_NOTICES, Comment: MENTIONED },
  projectGroup: { UpdateDetails: GROUP, AddProjects: GROUP },
  requirements: { CreateCreditRequirement: DRAFT },
  requirement: { ...REQUIREMENT_ACTION_NOTICES, Comment: MENTIONED },
  requirementGroup: { UpdateDetails: GROUP, AddRequirements: GROUP },
  projectTypes: setting('CreateProjectType'),
  projectType: setting('UpdateProjectType', 'Deactivate', 'Activate'),
  standards: setting('CreateStandard'),
  standard: setting('UpdateStandard', 'Deactivate', 'Activate'),
  ncas: setting('CreateNca', 'SetNcaOutlines'),
  nca: setting('UpdateNca', 'Deactivate', 'Activate'),
  lpas: setting('CreateLpa'),
  lpa: setting('UpdateLpa', 'Deactivate', 'Activate'),
  subcatchments: setting('CreateSubcatchment', 'SetSubcatchmentOutlines'),
  subcatchment: setting('UpdateSubcatchment', 'Deactivate', 'Activate'),
  declarations: setting('CreateDeclaration'),
  declaration: setting('UpdateDeclaration', 'Deactivate', 'Activate'),
  brand: setting('ChangeBrand'),
} satisfies { readonly [K in ActionSubjectKind]: Record<ActionName<K>, ActionNotices> }

const ALL: { readonly [kind: string]: { readonly [action: string]: ActionNotices } } = TOLD

/** Notifications of an action on a kind of thing; undefined if there is no such action. */
export const findActionNotices = (kind: Kind, action: string): ActionNotices | undefined =>
  isKeyOf(ALL, kind) ? ALL[kind]?.[action] : undefined
