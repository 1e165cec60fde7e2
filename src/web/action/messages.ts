import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { OrganisationType } from '#domain/people/organisation'
import { englishListFormat } from '@credit-market/values/formats'
import { recordCountText } from '../parts/messages.ts'
import { showNumber } from '../parts/values/amounts.tsx'

// The form

/** Title of the panel when the form cannot be loaded. */
export const FORM_NOT_OPENED_TITLE = 'The form could not be opened'
export const OBSTACLE_ABOVE_TEXT = 'You cannot do this yet, for the reason above'
export const TICK_TO_CONTINUE_TEXT = 'Tick the box to continue'

/** Message about an action that has none of its own; the specification's default. */
export const succeededText = (title: string): string => `${title} succeeded`

/** Entry of the activity log, as its reference. */
export const logEntryText = (id: string): string => `Entry ${id} of the activity log`

// Drafts

export const DRAFT_SAVED_ON_CLOSE_TEXT = 'Your answers are saved as a draft'
export const DRAFT_NOT_DISCARDED_TEXT = 'The draft could not be discarded'
export const SAVING_DRAFT_TEXT = 'Saving draft'
export const draftSavedText = (time: string): string => `Draft saved, ${time}`
export const draftNotSavedText = (reason: string): string => `Draft not saved: ${reason}`

/** Heading of the answers from a draft. */
export const draftHeadingText = (day: string, time: string): string => `Draft of ${day}, ${time}.`
export const ANSWERS_FROM_DRAFT_TEXT =
  'These are the answers that you entered before. Nothing has been sent, and only you can see them.'
export const DRAFT_OUTDATED_TEXT =
  'Something in this form has changed since then. Your own answers are unchanged: check that they are still right.'

/** Request to choose a file of a draft again. */
export const chooseAgainText = (file: string, label: string): string =>
  `Choose ${file} again (${label}). Drafts do not include files that have not been sent.`

export const ANSWERS_NOT_SAVED_TEXT = 'Your answers have not been saved.'

/** Confirmation before a form with a draft is closed; `files` are the files that the draft does not save. */
export const closeWithDraftText = (files: readonly string[]): string =>
  `Your answers are saved as a draft that only you can see. They will be here when you open this form again, but you will have to choose ${files.join(', ')} again.`

// Approval

const alternatives = englishListFormat({ type: 'disjunction' })

/** Names of approvers, and the number of those without a name here: `Ann Lee, Bo Hart or 2 more people`. */
export const approversText = (names: readonly string[], more: number): string => {
  if (more === 0) return alternatives.format(names)
  return alternatives.format([...names, more === 1 ? '1 more person' : `${more} more people`])
}

/** Texts about an approval, by who has to give it. */
export const APPROVAL_TEXTS = {
  owner: {
    needed: 'This needs the owner’s agreement.',
    how: 'You propose it, and nothing changes until the owner agrees.',
    who: (names: string) => `The owner must agree: ${names}.`,
    noOne: 'No one at the owner’s organisation can agree yet.',
    invite: 'invite someone from the owner’s organisation',
  },
  second: {
    needed: 'This needs two people.',
    how: 'You propose it, and nothing changes until a colleague approves it.',
    who: (names: string) => `${names} can approve it.`,
    noOne: 'No one else can approve this yet.',
    invite: 'invite a colleague',
  },
}

// Consequences

/** Units of each credit type within a sentence. */
export const UNITS_IN_SENTENCE: Record<CreditType, string> = {
  Biodiversity: 'biodiversity units',
  NutrientMitigationNitrogen: 'nitrogen credits',
  NutrientMitigationPhosphorous: 'phosphorous credits',
}

const AMOUNT_TEXTS: Readonly<Record<string, (name: string) => string>> = {
  offer: name => `offer for ${name}`,
  bid: name => `bid for ${name}`,
  bidOngoingOnly: name => `bid for only the ongoing units of ${name}`,
  payment: name => `payment for ${name}`,
  'costs.maintenance': name => `maintenance of ${name}`,
  'costs.marketOperator': name => `market operator’s costs for ${name}`,
  'costs.complianceMonitoring': name => `compliance monitoring of ${name}`,
  'costs.performanceMonitoring': name => `performance monitoring of ${name}`,
}

const WITHDRAWN_TEXTS: Readonly<Record<string, (name: string) => string>> = {
  offer: name => `The offer for ${name} is withdrawn`,
  bid: name => `The bid for ${name} is withdrawn`,
  bidOngoingOnly: name => `The bid for only the ongoing units of ${name} is withdrawn`,
}

/** Continues an amount in pounds with what it is for; a newer server may send kinds that this page does not know. */
export const amountPurposeText = (what: string, name: string): string =>
  AMOUNT_TEXTS[what]?.(name) ?? `${what}, ${name}`

/** Line about an amount that is withdrawn. */
export const withdrawnText = (what: string, name: string): string =>
  WITHDRAWN_TEXTS[what]?.(name) ?? `${what}, ${name}: withdrawn`

/** Sentence about who pays how much to whom; projects only if they receive it. */
export const payersText = (requirements: number, sum: string, projects: number): string => {
  const payers = recordCountText(requirements, 'requirement')
  const pays = requirements === 1 ? `${payers} pays ${sum}` : `${payers} pay ${sum}`
  return projects > 0 ? `${pays} to ${recordCountText(projects, 'project')}` : pays
}

/** Sentence about payments, followed by the number of emails. */
export const paymentAndEmailsText = (payment: string, emails: number): string => {
  if (emails === 0) return payment
  return emails === 1
    ? `${payment}, and 1 email is sent`
    : `${payment}, and ${showNumber(emails)} emails are sent`
}

/** Sentence about what a match is made from. */
export const matchContentsText = (offers: number, bids: number): string => {
  const offersText = offers === 1 ? '1 offer' : `${showNumber(offers)} offers`
  const bidsText = bids === 1 ? '1 bid' : `${showNumber(bids)} bids`
  return `${offersText} and ${bidsText} go into the match`
}

const TO_READERS: Record<OrganisationType | 'PERSON', (count: string) => string> = {
  OPER: count => `${count} to the market operator`,
  PARTICIPANT: count => `${count} to participants`,
  LPA: count => `${count} to planning authorities`,
  AGENT: count => `${count} to agents`,
  PERSON: count => `${count} to individuals`,
}

/** Number of emails by recipients: `5: 4 to participants, 1 to agents`. A person is one without an organisation. */
export const emailsByRecipientText = (
  byReaders: readonly { readers: keyof typeof TO_READERS; count: number }[],
): string => {
  const parts = byReaders.map(({ readers, count }) => TO_READERS[readers](showNumber(count)))
  if (parts.length === 0) return 'None'
  const all = byReaders.reduce((sum, { count }) => sum + count, 0)
  return parts.length === 1 ? parts.join() : `${showNumber(all)}: ${parts.join(', ')}`
}
