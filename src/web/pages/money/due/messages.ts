/** Introduces the page with VAT and amounts due. */
export const AMOUNTS_DUE_INTRODUCTION =
  'For your accountant: what is unpaid and how late it is, what cannot be paid yet, and the figures of your VAT return. All figures follow from documents and postings.'

export const NOT_AGREED_TEXT =
  'These amounts have a due date, which can be in the future, and are without VAT. They are on no invoice and no payment run can pay them until the supplier agrees to self-billing. Ask the supplier to choose Agree to self-billing on the page of its organisation; the invoices are then made within an hour.'

export const NOTHING_NOT_AGREED_TEXT = 'Every supplier to whom money is due has agreed to self-billing.'

export const LAST_DAY_TEXT =
  'Without a day: what is unpaid now. With a day: what was unpaid then, by the dates of documents and of the bank.'

export const FROM_BUYERS_TEXT = 'Open amounts of invoices and interest invoices, with VAT.'

export const TO_PAY_OUT_TEXT =
  'Open amounts of self-billed invoices, refunds, and deposits to pay back, with VAT. What a failure of units holds is included; the invoice says how much.'

export const OLD_VAT_TEXT =
  'Documents that are unpaid for more than six months after their due date. For an invoice to a buyer you can claim the VAT back from HMRC once you have written the debt off in your accounts. VAT that you have reclaimed on an invoice for a supplier has to be repaid until you pay the supplier. Your accountant decides; nothing in these books changes by itself.'

export const NO_OLD_VAT_TEXT = 'No VAT is unpaid for more than six months.'

export const VAT_RETURN_TEXT =
  'Boxes 1, 4, 6 and 7 from the documents of this market, by their day. Credit notes are taken off in the period in which they were issued. Add your other sales and bills.'

export const VAT_SELLER_TEXT =
  'Invoices to buyers and self-billed invoices are made in your name, so all of them are on your return, whether you sell as agent or in your own right (Value Added Tax Act 1994, section 47(3)). As an agent, ask your accountant before the first return: HMRC allows this where supplier and agent are both registered for VAT and the units are taxable.'

export const VAT_ACCOUNT_TEXT =
  'Box 1 less box 4 is what the documents of the period posted to the account Value added tax, apart from VAT that is in no box. Bank lines on that account are listed apart: payments to and from HMRC are on no return, and VAT on a bill belongs in box 4 with its net amount in box 7.'

/** Boxes of an amount: of its VAT, if it can have any, and of its net amount; or that it has none. */
export const boxesText = ({ vatBox, netBox }: { vatBox: number | null; netBox: number | null }): string =>
  [vatBox, netBox].filter(box => box !== null).join(' and ') || 'None'

/** The number and the meaning of a box. */
export const boxText = (box: number, meaning: string): string => `Box ${box}: ${meaning}`
