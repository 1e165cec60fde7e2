import { englishDayOf } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import { paymentReference } from './invoice.ts'
import type { PaymentOrder, PaymentRun } from './payment-run.ts'

/** A run as far as its file goes, after its approval. */
export type ApprovedRun = Pick<PaymentRun, 'id'> & {
  [K in 'approvedAt' | 'account' | 'payerName']: NonNullable<PaymentRun[K]>
}

type FilePayment = Pick<PaymentOrder, 'invoiceId' | 'payeeName' | 'iban' | 'amount' | 'endToEndId'>

const NAME_LENGTH = 70

const REPLACED: Readonly<Record<string, string>> = {
  ...{
    '&': '+',
    ß: 'ss',
    Æ: 'AE',
    æ: 'ae',
    Ø: 'O',
    ø: 'o',
    Œ: 'OE',
    œ: 'oe',
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
  },
  ...{ Þ: 'Th', þ: 'th', ð: 'd', '’': "'", '‘': "'", '–': '-', '—': '-' },
}

/**
 * Returns a name in the characters that banks accept: letters of the alphabet without accents, digits, spaces and / - ? : ( ) . , ' +. Others become
 * a full stop. None of these has a meaning in XML, so the result needs no escaping. At most 70 characters.
 */
export const toBankText = (text: string): string =>
  Array.from(text, sign => REPLACED[sign] ?? sign)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
    .trim()
    .slice(0, NAME_LENGTH)
    .trim()
    // A slash at the edge, or two in a row, has a meaning in some schemes.
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^\/|\/$/g, '') || '.'

const decimal = (pence: Pence): string => {
  const digits = String(pence).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const transfer = ({ invoiceId, payeeName, iban, amount, endToEndId }: FilePayment): string =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId><Amt><InstdAmt Ccy="GBP">${decimal(amount)}</InstdAmt></Amt>` +
  `<Cdtr><Nm>${toBankText(payeeName)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>` +
  `<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>ISO</Issr></Tp><Ref>${paymentReference(invoiceId)}</Ref></CdtrRefInf></Strd></RmtInf></CdtTrfTxInf>`

/**
 * Writes the file of a run for the bank: pain.001.001.09, all payments on the day of the approval, each booked as a line of its own.
 * The same run gives the same bytes in every version, because its hash is stored and compared: never change this text for runs
 * that exist. Amounts are pence; payments are in the order given.
 */
export const writePaymentFile = (
  { id, approvedAt, account, payerName }: ApprovedRun,
  payments: readonly FilePayment[],
): string => {
  const count = `<NbOfTxs>${payments.length}</NbOfTxs><CtrlSum>${decimal(payments.reduce((sum, { amount }) => sum + amount, 0))}</CtrlSum>`
  const payer = `<Nm>${toBankText(payerName)}</Nm>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${approvedAt.slice(0, 19)}Z</CreDtTm>${count}<InitgPty>${payer}</InitgPty></GrpHdr>
<PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${count}<ReqdExctnDt><Dt>${englishDayOf(approvedAt)}</Dt></ReqdExctnDt><Dbtr>${payer}</Dbtr><DbtrAcct><Id><IBAN>${account}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>
${payments.map(transfer).join('\n')}
</PmtInf></CstmrCdtTrfInitn></Document>
`
}
