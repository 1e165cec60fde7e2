import type { Kind, StoredKind } from '#domain/entities'
import type { ActedOn, ActionName } from '../index.ts'
import { isKeyOf } from '#domain/narrow'
import { nounOf } from '#contract/nouns'
import { NOTICES, type NoticeName } from './index.ts'
import { OF_PROJECTS, OF_REQUIREMENTS } from './told-of-things.ts'
import { none, type Told, type Telling } from './telling.ts'

const NOBODYS = none('A setting that everybody reads where it is used; it is no reader’s own')
const setting = <N extends string>(...names: readonly N[]): Record<N, Told> =>
  Object.fromEntries(names.map(name => [name, NOBODYS])) as Record<N, Told>
const DRAFT_ROUND = none('A round is told of when it opens; until then it is in preparation')
const TERMS_OF_ROUND = none('Its page says what holds; whoever watches it sees it there')
const DRAFT = none('A draft binds nobody, and stands on the first page of whoever it is for')
const GROUP = none(
  'A group binds nobody before offers or bids are made, and its owner’s people see it on its page',
)
const DECIDED: Told = {
  tells: [{ notice: 'proposal-decided' }],
  nobodyElse: 'Whoever else might have decided it finds it decided; what is done by it is told of by itself',
}
const ACCESS: Telling = { notice: 'access-changed' }
const TIMES: Telling = { notice: 'bidding-times' }
const MENTIONED: Told = {
  tells: [{ notice: 'comment-mention' }],
  nobodyElse: 'Whoever is to read a comment is mentioned in it; others find it with the thing',
}
const INTEREST: Telling = { notice: 'participation-recorded', of: 'participation', in: ['Interested'] }
const TAKES_PART: Told = {
  tells: [{ notice: 'participation-registered', of: 'participation', in: ['Provisional'] }, INTEREST],
  nobodyElse: 'Who takes part in a round is on its page; a planning authority has no part in it',
}
const GIVES_AUTHORITY: Told = {
  tells: [{ notice: 'authority-given', of: 'agentAuthority', in: ['Pending'] }],
  nobodyElse: 'It concerns only client, agent and operator',
}

const ON_ROUND = {
  Update: TERMS_OF_ROUND,
  SetRegistrationDates: TERMS_OF_ROUND,
  AddDeclaration: TERMS_OF_ROUND,
  RemoveDeclaration: TERMS_OF_ROUND,
  SetReserveInfo: none('The reserve is the operator’s own figure, and is told with the result'),
  ImportData: {
    tells: [INTEREST],
    nobodyElse: 'Imported things are drafts, and their owners find them on their first page',
  },
  RecordParticipant: { tells: [INTEREST], nobodyElse: 'Interest binds nobody else' },
  RegisterAsParticipant: TAKES_PART,
  Open: {
    tells: [{ notice: 'round-opened' }],
    nobodyElse:
      'Whom it does not fit has nothing to do in it; rounds that are open are on the pages for everybody',
  },
  Close: { tells: [{ notice: 'round-closed' }], nobodyElse: 'Rounds are on the pages for everybody' },
  OpenBidsAndOffers: {
    tells: [{ notice: 'bids-open', in: ['OpenForBidsAndOffers'] }, TIMES, { notice: 'bids-reopened' }],
    nobodyElse: 'Nobody else can bid; rounds are on the pages for everybody',
  },
  CloseBidsAndOffers: {
    tells: [{ notice: 'bids-closed', in: ['ClosedForBidsAndOffers'] }, TIMES],
    nobodyElse: 'Rounds are on the pages for everybody',
  },
  SetBiddingTimes: { tells: [TIMES], nobodyElse: 'Times are on the pages for everybody' },
  Match: none('The match is told of when there is one; how far it has come is on the page of the round'),
  BeginMatch: none('The match is told of when there is one'),
  RecordMatch: {
    tells: [
      { notice: 'matched', in: ['Matched'] },
      { notice: 'match-failed', in: ['Failed'] },
    ],
    nobodyElse: 'A match binds nobody until it is accepted, and is the operator’s alone until then',
  },
  ImportMatch: {
    tells: [{ notice: 'matched', in: ['Matched'] }],
    nobodyElse: 'A match binds nobody until it is accepted, and is the operator’s alone until then',
  },
  MatchWithoutWitness: none('It is part of the match, whose result is notified'),
  RecordComparison: none('It is part of the review of the match, which is told of'),
  ReviewMatches: none('Looking changes nothing'),
  AcceptMatch: {
    tells: [{ notice: 'match-accepted' }, { notice: 'round-ended' }],
    nobodyElse:
      'The operator’s people see it on the first page; the public result is on the pages for everybody',
  },
  ApproveAllocation: none('Winners are told when their rights are allocated and their credits issued'),
  PublishInstance: none('It is on the pages for everybody, and linked from the results'),
  RecordBetterMatch: {
    tells: [{ notice: 'better-match' }],
    nobodyElse: 'It is on the pages for everybody; it binds nobody',
  },
  RejectMatch: { tells: [{ notice: 'match-rejected' }], nobodyElse: 'There is no result yet' },
  EndWhatIsLeft: {
    tells: [{ notice: 'round-ended' }],
    nobodyElse: 'It ended with the round, which was told of',
  },
  Comment: MENTIONED,
} satisfies Partial<Record<string, Told>>

const ON_ORGANISATION = {
  Admit: {
    tells: [{ notice: 'authority-admitted' }],
    nobodyElse: 'Whoever owns something in its area finds the authority on the page of that thing',
  },
  Refuse: none(
    'Whoever signed up has an email with the reason (admission-refused) and can no longer sign in',
  ),
  Update: none('Its people read it on its page, which says who changed what'),
  ExpressInterest: { tells: [INTEREST], nobodyElse: 'Interest binds nobody' },
  RegisterAsParticipant: TAKES_PART,
  RegisterNewProject: DRAFT,
  RegisterNewCreditRequirement: DRAFT,
  CreateProject: DRAFT,
  CreateProjectGroup: GROUP,
  CreateCreditRequirement: DRAFT,
  CreateCreditRequirementGroup: GROUP,
  AddParticipantClient: GIVES_AUTHORITY,
  ProvideAgentAuthority: GIVES_AUTHORITY,
  InviteUser: none('Whoever is invited has a letter with the link (invitation)'),
  DeclareControl: {
    tells: [{ notice: 'control-changed' }],
    nobodyElse: 'What is declared of the other is on its page',
  },
  EndControl: {
    tells: [{ notice: 'control-changed' }],
    nobodyElse: 'What is declared of the other is on its page',
  },
  SetDifferent: none('It says only that two organisations that look alike are two'),
  MergeOrganisation: {
    tells: [{ notice: 'merged' }, { notice: 'merged-with-yours' }],
    nobodyElse: 'Agents and authorities find its things under the organisation that goes on',
  },
  Comment: MENTIONED,
} satisfies Partial<Record<string, Told>>

/** For each action on each kind of thing, what it tells whom, and why whoever else it concerns is told nothing. */
const TOLD = {
  markets: { CreateMarket: none('Nobody takes part in it yet') },
  market: {
    CreateRound: DRAFT_ROUND,
    SetPlacePrecision: none('It changes what others see of things, and nothing that an owner has to do'),
    SetPublishing: none('The pages for everybody say which rounds are published'),
    SetIssueAhead: none('Issuing and redeeming say themselves from when credits are delivered'),
  },
  rounds: { CreateRound: DRAFT_ROUND },
  round: ON_ROUND,
  organisations: { CreateOrganisation: none('It has no people yet') },
  organisation: ON_ORGANISATION,
  user: {
    AdmitPerson: {
      tells: [{ notice: 'person-admitted' }],
      nobodyElse: 'It concerns only the organisation; the activity log says who admitted whom',
    },
    ChangeGroups: { tells: [{ notice: 'groups-changed' }], nobodyElse: 'It concerns only the person' },
    RequireNewPassword: {
      tells: [{ notice: 'password-required' }, ACCESS],
      nobodyElse: 'It concerns only the person and their colleagues',
    },
    ResetSecondFactor: {
      tells: [ACCESS],
      nobodyElse: 'It concerns only the person, who has an email (second-factor-off), and their colleagues',
    },
    MarkAsShared: none(
      'It takes nothing from anybody; who signs in with the account knows that they share it',
    ),
    DisableUser: { tells: [ACCESS], nobodyElse: 'It concerns only the person and their colleagues' },
    EnableUser: {
      tells: [{ notice: 'account-opened-again' }, ACCESS],
      nobodyElse: 'It concerns only the person and their colleagues',
    },
  },
  proposal: {
    Approve: DECIDED,
    Decline: DECIDED,
    WithdrawProposal: none('Nothing was done, and nothing waits for anybody any more'),
    MakeVoid: DECIDED,
    Expire: DECIDED,
  },
  participation: {
    Register: TAKES_PART,
    CompleteRegistration: {
      tells: [{ notice: 'participation-confirmed' }],
      nobodyElse: 'Who takes part in a round is on its page',
    },
    Withdraw: {
      tells: [{ notice: 'participation-withdrawn' }],
      nobodyElse: 'Who takes part in a round is on its page',
    },
    Reinstate: {
      tells: [{ notice: 'participation-reinstated' }],
      nobodyElse: 'The operator has done it; who takes part is on the page of the round',
    },
    Comment: MENTIONED,
  },
  agentAuthority: {
    SetApproval: {
      tells: [
        { notice: 'authority-approved', in: ['Approved'] },
        { notice: 'authority-refused', in: ['Rejected'] },
      ],
      nobodyElse: 'It concerns only client and agent; the operator has decided it',
    },
    EditPermissions: {
      tells: [{ notice: 'authority-changed' }],
      nobodyElse: 'It concerns only client and agent; the operator has decided it',
    },
  },
  projects: { CreateProject: DRAFT },
  project: { ...OF_PROJECTS, Comment: MENTIONED },
  projectGroup: { UpdateDetails: GROUP, AddProjects: GROUP },
  requirements: { CreateCreditRequirement: DRAFT },
  requirement: { ...OF_REQUIREMENTS, Comment: MENTIONED },
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
} satisfies { readonly [K in ActedOn]: Record<ActionName<K>, Told> }

const ALL: { readonly [kind: string]: { readonly [action: string]: Told } } = TOLD

/** What an action on a kind of thing tells; undefined of what is no action. */
export const toldBy = (kind: Kind, action: string): Told | undefined =>
  isKeyOf(ALL, kind) ? ALL[kind]?.[action] : undefined

/** A notice of one thing, still without its words and its readers. */
export interface Due {
  notice: NoticeName
  kind: StoredKind
  id: string
}

/** A thing that an action touched, in the status that it has come to; null where it has none, or keeps it. */
export interface TouchedThing {
  kind: Kind
  id: string
  status: string | null
}

/**
 * What an action that was done on a thing has to tell by the table, of everything that it touched. What only its effect can
 * put in words is not among it: the effect tells it itself.
 */
export const noticesOf = (
  on: { kind: Kind; id: string },
  action: string,
  values: Readonly<Record<string, unknown>>,
  touched: readonly TouchedThing[],
): Due[] =>
  (toldBy(on.kind, action)?.tells ?? []).flatMap(({ notice, of, in: statuses, when }) =>
    NOTICES[notice].readers.includes('named') || (when && values[when[0]] !== when[1])
      ? []
      : touched.flatMap(({ kind, id, status }) =>
          (of ? kind === of : kind === on.kind && id === on.id) &&
          (!statuses || (status !== null && statuses.includes(status))) &&
          isStored(kind)
            ? [{ notice, kind, id }]
            : [],
        ),
  )

const isStored = (kind: Kind): kind is StoredKind => nounOf(kind) !== undefined
