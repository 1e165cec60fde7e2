import { isParticipant } from '#domain/people/organisation'
import { englishDayOf } from '@credit-market/values/dates'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { notStored, withHint, yesNo } from '../kit/fields.ts'
import { owner } from '../kit/who.ts'

/** Records or ends the agreement of a supplier that the market operator makes its invoices. */
export const setSelfBilling = action({
  name: 'SetSelfBilling',
  on: 'organisation',
  title: 'Agree to self-billing',
  description:
    'Under a self-billing agreement the market operator makes an invoice in your name for each payment that you receive. You do not send invoices for these payments yourself, and you tell the market operator if your VAT registration changes. Without the agreement no invoice is made for you.',
  who: [owner],
  when: isParticipant,
  fields: {
    agrees: withHint(
      notStored(yesNo('The market operator may make our invoices')),
      'You can change this at any time, for payments that fall due afterwards.',
    ),
  },
  initial: ({ selfBillingSince }) => ({ agrees: selfBillingSince !== null ? true : null }),
  effect: ({ subject, values: { agrees }, now }) => [
    update('organisation', subject, {
      selfBillingSince: agrees ? (subject.selfBillingSince ?? englishDayOf(now)) : null,
    }),
  ],
  done: ({ agrees }) =>
    agrees === true
      ? 'You have agreed to self-billing'
      : 'Self-billing has ended. Send your own invoices to the market operator',
})
