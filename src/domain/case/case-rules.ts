import { DAYS_AFTER_DISMISSAL, USUAL_DAYS_TO_CURE, type CaseType } from './case.ts'
import type { CaseStatus } from './case-status.ts'
import { MAX_MESSAGES_PER_DAY } from './case-message.ts'

/** A published rule of cases: plain sentences, in reading order. */
export interface CaseRule {
  id: string
  title: string
  sentences: readonly string[]
}

/** Meaning of each type of case, and of its units. */
export const CASE_TYPE_RULES: Record<CaseType, { means: string; units: string }> = {
  DeliveryFailure: {
    means: 'A project delivers less than it was certified for, or a check or verification has failed.',
    units:
      'In doubt while the case is open. Once it is confirmed, those that the project no longer delivers have failed.',
  },
  LateDelivery: {
    means: 'A project delivers later than was agreed.',
    units: 'Sound. If units are lost, that is a delivery failure.',
  },
  IssuedInError: {
    means: 'Credits were issued that should not have been issued yet, or not to this holder.',
    units: 'In doubt while the case is open. Credits that are recalled are not issued any more.',
  },
  WillNotSign: {
    means: 'A supplier that won in a round does not sign its agreement.',
    units: 'In doubt while the case is open. Once it is confirmed, all units of the project have failed.',
  },
  BuyerDefault: {
    means: 'A buyer does not pay, or does not go on.',
    units: 'Sound. The buyer’s rights can lapse before credits are issued.',
  },
  Dispute: {
    means: 'Two sides disagree about a project or its units.',
    units: 'Sound. A dispute moves no units.',
  },
}

/** Meaning of each status of a case, and what can follow it. */
export const CASE_STATUS_RULES: Record<CaseStatus, string> = {
  Reported:
    'The market operator looks into the report. It confirms or dismisses it, or gives the owner a day by which to put it right.',
  Confirmed: 'It is as reported. The market operator chooses among the remedies below.',
  Remedying:
    'There is a day by which the owner puts it right. If the day passes, the case is again what it was before, within minutes and by itself.',
  Closed: 'Nothing is left to do. The case says how it ended, and is never opened again.',
  Dismissed: 'The report was wrong. Units that were in doubt only because of this report are sound again.',
}

/** A remedy as the rules describe it: what it does, when it is possible, and who decides it. */
export interface RemedyRule {
  title: string
  does: string
  possible: string
  decides: string
}

const TWO_PEOPLE = 'One person of the market operator proposes it, and another approves it.'

/** Remedies, in the order in which the market operator considers them. */
export const REMEDY_RULES: readonly RemedyRule[] = [
  {
    title: 'Set a day to put it right',
    does: 'The owner has until that day to deliver the units again. Failed units are in doubt until then, and are sound again if the case is closed because they are delivered.',
    possible: 'In every case that is open.',
    decides: 'The market operator.',
  },
  {
    title: 'Draw on the reserve',
    does: 'Units of the reserve take the place of failed ones, one for one, and cost the holder nothing. On every day as many failed units are replaced as the rules of the round’s matching allow. Where the reserve is too small, those who compete for the same units get the same fraction of what they lack.',
    possible: 'If units have failed.',
    decides: TWO_PEOPLE,
  },
  {
    title: 'Replace from unsold units',
    does: 'The same, from unsold units of verified projects in the same market, at a price that the market operator agrees with their suppliers.',
    possible: 'If units have failed. The reserve comes first, because it costs no one anything.',
    decides: TWO_PEOPLE,
  },
  {
    title: 'Refund the buyer',
    does: 'The buyer gets a credit note for the share of its invoices that falls to failed units, and that amount is paid back to it. The units stay failed, and no other units replace them.',
    possible: 'If units have failed and nothing replaces them.',
    decides: TWO_PEOPLE,
  },
  {
    title: 'Release the buyer',
    does: 'All rights of a credit requirement lapse, and their units are unsold again. The requirement can join another round. No one else pays or receives anything else.',
    possible:
      'Before its credits are issued: if the buyer does not go on, or if units that it holds have failed and nothing replaces them.',
    decides: TWO_PEOPLE,
  },
  {
    title: 'Recall credits',
    does: 'Credits go back to what they were before they were issued. Their certificates are revoked, and the credits are issued again once everything is right. Credits that have been redeemed stay, because someone has relied on them.',
    possible: 'If credits were issued in error.',
    decides: TWO_PEOPLE,
  },
]

/** Rules of cases for each kind of reader, shown first. */
export const CASE_READER_RULES: readonly CaseRule[] = [
  {
    id: 'landholder',
    title: 'If you own the land',
    sentences: [
      'You get a message as soon as a case about your project is opened. You can say what happened, and put it right if the market operator gives you a day for it. Tell the market operator early: you can report a concern about your own project.',
      'Only the units that your project no longer delivers fail, and unsold units fail first. What other suppliers and buyers pay or receive does not change.',
    ],
  },
  {
    id: 'buyer',
    title: 'If you have bought units',
    sentences: [
      'You get a message as soon as units that you hold are in doubt, fail or are replaced. You can report a concern about units that you hold.',
      'If units fail, they are replaced from the reserve or from unsold units as far as possible. The market does not promise that everything is replaced: how far the reserve goes is public. What nothing replaces stays failed, and your certificate says so.',
    ],
  },
  {
    id: 'planning-officer',
    title: 'If you rely on a certificate',
    sentences: [
      'The page of a certificate says whether its units can be relied on at this moment: valid, in doubt, or not valid since a day, with the serial numbers that failed and those that replace them. It is never older than the page that you open.',
      'The planning authority of the project and that of each development get a message at once, and read the whole case. You can report a concern about a project in your area.',
    ],
  },
]

/** Published rules of cases that a reader needs before the remedies. */
export const CASE_RULES: readonly CaseRule[] = [
  {
    id: 'order-of-claims',
    title: 'Which units fail first',
    sentences: [
      'Confirming a delivery failure says from which day on how much of each service is left. What is left serves claims in this order: redeemed credits, issued credits, allocated rights, created rights, the earliest settlement first within each; then the reserve of the project, then its unsold units. What no longer fits has failed.',
      'Claims of equal rank share the shortfall in proportion, to 0.0001 of a unit. Each failed unit has a serial number. No serial number is ever used again.',
      'Credits that were redeemed after the case was reported claim as issued ones, so no one can jump the queue.',
    ],
  },
  {
    id: 'who-opens',
    title: 'Who opens a case',
    sentences: [
      'The owner, everyone who holds units of the project, and the planning authorities concerned can report a delivery failure, a late delivery or a dispute. The market operator can report any type.',
      `An invoice that is not paid after its final notice opens a case about the buyer by itself, on the day that the terms of the round name. A compliance check that fails opens a delivery failure by itself. So does a failed verification that is not put right by its day, which is ${USUAL_DAYS_TO_CURE} days after it if none is named.`,
      `A project has at most one open case of a type. Someone whose report was dismissed can report the same again after ${DAYS_AFTER_DISMISSAL} days; a planning authority can at once.`,
    ],
  },
  {
    id: 'who-decides',
    title: 'Who decides',
    sentences: [
      'The market operator decides, and gives a reason that everyone reads whom the case concerns. If others rely on the units, another member of its staff approves: to confirm or close a delivery failure, credits issued in error or a supplier who will not sign, and to replace units, release a buyer or recall credits.',
      'The software computes what follows before anyone decides: which units fail, which are replaced by which, and who stays without. The market operator cannot choose whom to favour.',
      'The remedies below are in the order in which they are considered. A remedy can be used again, for example when new units join the reserve.',
    ],
  },
]

/** Published rules of cases that follow the remedies. */
export const LATER_CASE_RULES: readonly CaseRule[] = [
  {
    id: 'disputes',
    title: 'Disputes',
    sentences: [
      'The market operator asks both sides for papers, each by a day of its own. The owner is one side; everyone else whom the dispute concerns is the other. It decides once each side has filed papers or its day has passed: who is right, for what reasons, and what follows. Everyone whom the case concerns reads the papers and the decision.',
    ],
  },
  {
    id: 'who-is-notified',
    title: 'Who gets a message, and when',
    sentences: [
      'The owner of the project, everyone who holds its units, their agents, the planning authority of the project and that of each development get a message when a case is opened, at each decision and at each remedy, in the same moment. Emails about decisions cannot be turned off.',
      'Certificates, the page to verify them, and the page of each credit say so from that moment on. Lists and downloads of the register follow within a minute. Certificates of replaced units are superseded by new ones, and each names the other.',
      'Those whom a case concerns can write messages to each other on its page. They read the part that someone has in the case, such as “Holder 2”, but not the name, because holders and suppliers may not know each other. ' +
        `Each person can write ${MAX_MESSAGES_PER_DAY} messages about a case in a day.`,
    ],
  },
  {
    id: 'what-is-public',
    title: 'What everyone can see',
    sentences: [
      'Everyone can see which units are in doubt, have failed or are replaced, since when and by which. What was reported, by whom, and what was found is for those whom the case concerns.',
      'How far the reserve of each market goes is public: the units in reserve, their share of all units that someone holds, and how much of the largest project they would replace.',
    ],
  },
]
