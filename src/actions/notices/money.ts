import { noticesAbout } from './notice.ts'

const topic = 'Money'
const usual = { topic, readers: ['owner', 'agents'], agentsWho: 'MakeOffersOrBids' } as const

/** Notifications about invoices. */
export const MONEY_NOTICES = {
  'invoice-issued': noticesAbout(usual, 'See your invoices')(
    'An invoice is issued',
    thing => `there is a new invoice for ${thing}`,
    'Open it to see the amount, the due date and the payment reference. Use the reference when you pay.',
  ),
  'payment-late': noticesAbout(usual, 'See the invoice')(
    'An invoice has not been paid in time',
    thing => `invoice ${thing} is not paid yet`,
    'Its due date has passed. Open the invoice to see how much is left to pay, and the payment reference to use. If you have paid in the last few days, you do not need to do anything.',
    { obligatory: 'You can lose your rights if an invoice stays unpaid' },
  ),
  'payment-late-again': noticesAbout(usual, 'See the invoice')(
    'An invoice has not been paid after a reminder',
    thing => `invoice ${thing} is still not paid`,
    'This is the second reminder. Please pay now, or write to the market operator. The invoice shows how much is left to pay, and what happens next and when.',
    { obligatory: 'You can lose your rights if an invoice stays unpaid' },
  ),
  'payment-final-notice': noticesAbout(usual, 'See the invoice')(
    'Final notice: your invoice is unpaid',
    thing => `final notice: invoice ${thing} is not paid`,
    'If you do not pay, a case is opened on the day shown on the invoice. Two people at the market operator can then decide that your rights lapse.',
    { obligatory: 'You can lose your rights if an invoice stays unpaid' },
  ),
  'interest-charged': noticesAbout(usual, 'See the invoice')(
    'Interest is charged on a late payment',
    thing => `interest has been charged because invoice ${thing} was paid late`,
    'The interest invoice is in your list of invoices. It shows the amount, the rate and the payment reference.',
    { obligatory: 'You owe a further amount' },
  ),
  'deposit-asked': noticesAbout(usual, 'See the deposit')(
    'Pay a deposit for your bid',
    thing => `pay the deposit for the bid of ${thing}`,
    'Open the requirement to see the amount, the due date and the payment reference, and use the reference when you pay. If we have not received the full deposit when matching starts, the bid does not count.',
    { obligatory: 'Your bid does not count until the deposit is paid' },
  ),
  'deposit-settled': noticesAbout(usual, 'See the deposit')(
    'A deposit is used, will be paid back or is no longer needed',
    thing => `the deposit ${thing} is settled`,
    'See how much of your deposit paid invoices, and how much we will pay back. Make sure that the page of your organisation has your bank account.',
  ),
  'deposit-reopened': noticesAbout(usual, 'See the deposit')(
    'A deposit no longer pays invoices',
    thing => `the deposit ${thing} no longer pays invoices`,
    'The market operator corrects the payment of the deposit. Invoices that the deposit paid are open again, and a repayment that was not made is taken back.',
    { obligatory: 'You may owe invoices again' },
  ),
  'credit-note-issued': noticesAbout(usual, 'See the invoice')(
    'An invoice is taken back by a credit note',
    thing => `a credit note takes back ${thing}`,
    'The credit note gives the reason. If the amount is still owed, you will get a new invoice.',
    { obligatory: 'The invoice that you have is no longer valid' },
  ),
}
