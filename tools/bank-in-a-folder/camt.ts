import type { Pence } from '@credit-market/values/money'
import type { RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { groupBy } from '#domain/values/grouped'
import { escapeXmlText } from '#server/files/xml/xml'
import type { PlayedLine } from './draw.ts'

const decimal = (hundredths: Pence): string => (Math.abs(hundredths) / 100).toFixed(2)
const signOf = (hundredths: Pence): string => (hundredths < 0 ? 'DBIT' : 'CRDT')
const element = (name: string, content: string): string =>
  content === '' ? '' : `<${name}>${content}</${name}>`

const entry = (line: PlayedLine): string => {
  const side = line.amount < 0 ? 'Cdtr' : 'Dbtr'
  const refs = element('EndToEndId', escapeXmlText(line.endToEndId ?? ''))
  const account =
    line.partyIban === null ? '' : `<${side}Acct><Id><IBAN>${line.partyIban}</IBAN></Id></${side}Acct>`
  const party = `<${side}><Pty><Nm>${escapeXmlText(line.partyName)}</Nm></Pty></${side}>${account}`
  const remittance =
    element('Ustrd', escapeXmlText(line.text ?? '')) +
    line.structured.map(one => `<Strd><CdtrRefInf><Ref>${one}</Ref></CdtrRefInf></Strd>`).join('')
  const details = `${element('Refs', refs)}${element('RltdPties', party)}${element('RmtInf', remittance)}`
  return (
    `<Ntry><Amt Ccy="${line.currency}">${decimal(line.amount)}</Amt><CdtDbtInd>${signOf(line.amount)}</CdtDbtInd>` +
    `${line.isReturn ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${line.day}</Dt></BookgDt>` +
    `<ValDt><Dt>${line.day}</Dt></ValDt><AcctSvcrRef>${line.bankReference}</AcctSvcrRef><BkTxCd><Prtry><Cd>PMNT</Cd></Prtry></BkTxCd>` +
    `<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`
  )
}

const balance = (code: 'OPBD' | 'CLBD', hundredths: Pence, { currency, day }: PlayedLine): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${decimal(hundredths)}</Amt>` +
  `<CdtDbtInd>${signOf(hundredths)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

const accountOf = ({ account, currency }: PlayedLine): string => `${account} ${currency}`

/**
 * Writes lines as a bank statement in camt.053.001.08: a statement for each account and currency, with balances that add up. `before` says
 * what was on an account before these lines, in hundredths.
 */
export const writeCamt = (
  id: string,
  lines: readonly PlayedLine[],
  before: (account: string) => Pence,
): string => {
  const statements = groupBy(lines, accountOf).map(([key, its], at) => {
    const [first, last] = [its[0]!, its.at(-1)!]
    const opening = before(key)
    const closing = its.reduce((sum, { amount }) => sum + amount, opening)
    return (
      `<Stmt><Id>${id}-${at + 1}</Id><Acct><Id><IBAN>${first.account}</IBAN></Id><Ccy>${first.currency}</Ccy></Acct>` +
      `${balance('OPBD', opening, first)}${balance('CLBD', closing, last)}\n${its.map(entry).join('\n')}\n</Stmt>`
    )
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${lines.at(-1)!.day}T18:00:00Z</CreDtTm></GrpHdr>
${statements.join('\n')}
</BkToCstmrStmt></Document>
`
}

/** A statement to write: its name, its lines, and how many of all lines came before them. */
export interface StatementFile {
  name: string
  lines: readonly PlayedLine[]
  from: number
}

const LINES_OF_STATEMENT = [5, 40] as const

/**
 * Divides lines into statements as a bank sends them. With faults some begin with lines that the one before has as well, and some come
 * twice.
 */
export const divideIntoStatements = (
  random: RandomNumberGenerator,
  lines: readonly PlayedLine[],
  withFaults = true,
): StatementFile[] => {
  const files: StatementFile[] = []
  for (let at = 0; at < lines.length;) {
    const end = Math.min(lines.length, at + random.whole(...LINES_OF_STATEMENT))
    const from = withFaults && random.chance(0.3) ? Math.max(0, at - random.whole(1, 6)) : at
    const name = `statement-${String(files.length + 1).padStart(3, '0')}`
    files.push({ name, from, lines: lines.slice(from, end) })
    if (withFaults && random.chance(0.15)) files.push({ ...files.at(-1)!, name: `${name}-again` })
    at = end
  }
  return files
}

/** Returns the balance of an account before the line at an index. */
export const balanceBefore =
  (lines: readonly PlayedLine[], from: number, start: Pence) =>
  (account: string): Pence =>
    lines.slice(0, from).reduce((sum, line) => sum + (accountOf(line) === account ? line.amount : 0), start)
