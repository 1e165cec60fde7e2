import { expect } from 'vitest'
import type { World } from './world.ts'

/** An entry of a test statement. */
export interface TestEntry {
  amount: string
  reference: string
  remittance?: string
  iban?: string
  endToEndId?: string
  isReturn?: boolean
  currency?: string
  bookedOn?: string
}

const entryOf = ({
  amount,
  reference,
  remittance,
  iban,
  endToEndId,
  isReturn,
  currency,
  bookedOn,
}: TestEntry): string => {
  const isIn = !amount.startsWith('-')
  const party = isIn ? 'Dbtr' : 'Cdtr'
  return `<Ntry><Amt Ccy="${currency ?? 'GBP'}">${amount.replace('-', '')}</Amt><CdtDbtInd>${isIn ? 'CRDT' : 'DBIT'}</CdtDbtInd>${isReturn ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${bookedOn ?? '2026-05-29'}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><BkTxCd><Prtry><Cd>PMNT</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs>${endToEndId ? `<EndToEndId>${endToEndId}</EndToEndId>` : ''}</Refs><RltdPties><${party}><Pty><Nm>Smith &amp; Sons</Nm></Pty></${party}>${iban ? `<${party}Acct><Id><IBAN>${iban}</IBAN></Id></${party}Acct>` : ''}</RltdPties>${remittance ? `<RmtInf><Ustrd>${remittance}</Ustrd></RmtInf>` : ''}</TxDtls></NtryDtls></Ntry>`
}

const balance = (code: string, amount: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-05-29</Dt></Dt></Bal>`

/** Writes a statement in camt.053.001.08, with its balances if they are given. */
export const camtOf = (
  account: string,
  entries: readonly TestEntry[],
  balances?: readonly [opening: string, closing: string],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-05-30T06:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${balances ? `${balance('OPBD', balances[0])}${balance('CLBD', balances[1])}` : ''}
${entries.map(entryOf).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`

/** Uploads a statement as the operator’s person, who must be let. */
export const uploadStatement = async (world: World, content: string, who = 'olga'): Promise<void> => {
  const boundary = 'the-boundary-of-parts'
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="submission"\r\n\r\n${JSON.stringify({ values: {} })}\r\n--${boundary}\r\ncontent-disposition: form-data; name="statement"; filename="statement.xml"\r\ncontent-type: application/octet-stream\r\n\r\n${content}\r\n--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const url = '/api/bank-lines/action/UploadBankStatement'
  const answer = await world.ask(who, url, { method: 'POST', headers, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}
