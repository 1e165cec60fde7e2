import { ACCOUNT_TEXTS } from '#domain/money/account'
import {
  type AccountBooking,
  BOOKABLE_ACCOUNT_LABELS,
  BOOKABLE_ACCOUNTS,
  type BookableAccount,
  type CheckFunds,
  fundAfter,
  fundObstacle,
  isBookable,
} from '#domain/money/bookings/account-booking'
import type { BankLine } from '#domain/money/bank-line'
import { endOfAccount } from '#domain/money/payment-run'
import { showDay } from '@credit-market/values/dates'
import { type Pence, showMoney } from '@credit-market/values/money'
import { action } from '../kit/action.ts'
import { create, type Read, update } from '../kit/changes.ts'
import { limitToAvailable, longText, notStored, oneOf, positiveMoney, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { aboveRestError, BOOKED_OR_WAITING, isInBooks, restInPounds, signedAs } from './part-of-line.ts'

/** Facts about a line that its approver needs, and the money held for checks. */
interface LineFacts {
  uploader: string
  statement: string | null
  funds: CheckFunds
}

const readLineFacts = async (read: Read, { uploadedBy, statementId }: BankLine): Promise<LineFacts> => {
  const [users, files, funds] = await Promise.all([
    read.list('user', { id: [uploadedBy] }),
    statementId === null ? [] : read.list('filedDocument', { id: [statementId] }),
    read.checkFunds(),
  ])
  return { uploader: users[0]?.displayName ?? '', statement: files[0]?.name ?? null, funds }
}

const lineText = ({ amount, bookedOn, partyName, partyIban, reference }: BankLine): string => {
  const direction = amount > 0 ? 'came in from' : 'went out to'
  const account = partyIban === null ? '' : `, account ending ${endOfAccount(partyIban)}`
  const said = reference === null ? '' : `, reference “${reference}”`
  return `${showMoney(Math.abs(amount), true)} ${direction} ${partyName ?? 'someone whom the bank does not name'} on ${showDay(bookedOn)}${account}${said}`
}

const sentencesOf = (
  line: BankLine,
  { account, amount, note }: { account: BookableAccount; amount: Pence; note: string },
  { uploader, statement, funds }: LineFacts,
): string[] => {
  const fund = fundAfter(funds, { purpose: account, amount: signedAs(line, amount) })
  const { label } = ACCOUNT_TEXTS[account]
  return [
    `${lineText(line)}. ${uploader} uploaded ${statement ?? 'the statement'}`,
    `${showMoney(amount, true)} is posted to the account “${label}”, with the date ${showDay(line.bookedOn)}: ${note}`,
    ...(fund === null
      ? []
      : [
          `${label}: ${showMoney(fund.before, true)} before, ${showMoney(fund.after, true)} after this booking`,
        ]),
  ]
}

/** Posts a whole line or a part to an account of the market, because it belongs to no invoice. */
export const postBankLine = action({
  name: 'PostBankLine',
  on: 'bankLine',
  title: 'Post to account',
  description:
    'For money that belongs to no invoice, such as VAT paid to HMRC or bank charges. Whoever uploaded the statement cannot approve the booking.',
  binds: { verb: 'Post to account', undone: 'Two people can take the booking back.' },
  who: [operator],
  approval: 'secondPerson',
  from: ['Waiting', 'SetAside'],
  when: isInBooks,
  given: async (_, { amount }) => ({
    accounts: BOOKABLE_ACCOUNTS.filter(account => isBookable(account, amount)),
  }),
  fields: {
    account: withHint(
      notStored(
        limitToAvailable(
          oneOf('Account', BOOKABLE_ACCOUNTS, BOOKABLE_ACCOUNT_LABELS),
          (choice, _, { accounts = [] }: { accounts?: readonly string[] }) => accounts.includes(choice),
        ),
      ),
      'Payments for checks come from the money that is held for them, and cannot be more than that.',
    ),
    amount: withHint(
      notStored(positiveMoney('Amount')),
      'The part of this line that belongs to this account. What remains stays in the list.',
    ),
    note: withHint(
      notStored(longText('Note', 3)),
      'For your accountant: what it is, the period, and the number of the bill. Leave out personal details.',
    ),
  },
  check: ({ account }, { accounts }) =>
    account === undefined || account === null || accounts.includes(account)
      ? {}
      : { account: 'Money that left the account cannot be posted to this account' },
  initial: restInPounds,
  reads: async (read, line) => readLineFacts(read, line),
  decidable: ({ subject, actor, decider = actor.userId }) =>
    subject.uploadedBy !== decider ||
    'You uploaded the statement with this line, so you cannot approve its booking. Ask a colleague to approve',
  refuse: ({ subject, values: { account, amount }, reads: { funds } }) => {
    const obstacle = fundObstacle(funds, { purpose: account, amount: signedAs(subject, amount) })
    return { ...(obstacle === null ? {} : { amount: obstacle }), ...aboveRestError(subject, amount) }
  },
  preview: ({ subject, values, reads }) => ({ preview: sentencesOf(subject, values, reads) }),
  to: BOOKED_OR_WAITING,
  effect: ({
    subject,
    values: { account, amount, note },
    actor,
    decider = actor.userId,
    now: bookedAt,
    newId,
  }) => {
    const signed = signedAs(subject, amount)
    const booking: Omit<AccountBooking, 'version'> = {
      ...{ id: newId(), bankLineId: subject.id, purpose: account, amount: signed, note },
      ...{ reversesId: null, bookedBy: actor.userId ?? '', approvedBy: decider, bookedAt },
    }
    return [
      // The note is with the booking; an earlier reason, such as why the line was set aside, is over.
      update('bankLine', subject, { rest: subject.rest - signed, reason: null }),
      create('accountBooking', booking),
    ]
  },
  done: 'The line is posted to the account',
})
