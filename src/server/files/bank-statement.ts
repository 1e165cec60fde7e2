import { SaxesParser } from 'saxes'
import { STATEMENT_HEADINGS } from '#domain/money/statement'
import { errorMessageOf } from '#domain/values/narrow'
import type { UploadedTable } from '#domain/text/filed-document'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'
const MOST_LINES = 2000
const MOST_DEPTH = 40

/** An element with the number of its line in the file. */
interface Element {
  name: string
  line: number
  text: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
}

/** A reason why a statement is refused. */
class StatementFault extends Error {
  constructor(line: number, why: string) {
    super(`Line ${line}: ${why}`)
  }
}

/** True for what begins like XML; other text is CSV. */
export const looksLikeXml = (content: Buffer): boolean =>
  /^(\u00EF\u00BB\u00BF)?\s*<\?xml|^(\u00EF\u00BB\u00BF)?\s*<Document/.test(
    content.toString('latin1', 0, 200),
  )

const elementsOf = (content: Buffer): Element => {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const top: Element = { name: '', line: 1, text: '', attributes: {}, children: [] }
  const path: Element[] = [top]
  parser.on('error', error => {
    throw new StatementFault(parser.line, `the file is not well-formed XML (${error.message})`)
  })
  parser.on('doctype', () => {
    throw new StatementFault(parser.line, 'a document type is not accepted')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (uri !== NAMESPACE) throw new StatementFault(parser.line, `this is not a statement in ${NAMESPACE}`)
    if (path.length > MOST_DEPTH) throw new StatementFault(parser.line, 'the elements are nested too deeply')
    const element: Element = {
      ...{ name: local, line: parser.line, text: '', children: [] },
      attributes: Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value])),
    }
    path.at(-1)?.children.push(element)
    path.push(element)
  })
  const add = (text: string) => {
    const last = path.at(-1)
    if (last) last.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void path.pop())
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(content)).close()
  return top
}

const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter(child => child.name === name) ?? []

const at = (element: Element | undefined, path: string): Element | undefined =>
  path
    .split('/')
    .reduce<Element | undefined>((found, name) => found?.children.find(child => child.name === name), element)

const textAt = (element: Element | undefined, path: string): string => at(element, path)?.text.trim() ?? ''

const need = (element: Element, path: string): Element => {
  const found = at(element, path)
  if (!found) throw new StatementFault(element.line, `${element.name} has no ${path}`)
  return found
}

/** Signed hundredths of an amount with its sign. */
const hundredthsOf = (element: Element, sign: string): bigint => {
  const [, whole, decimals = ''] = /^(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(element.text.trim()) ?? []
  if (whole === undefined)
    throw new StatementFault(element.line, 'the amount must be a number with at most two decimals')
  if (sign !== 'CRDT' && sign !== 'DBIT')
    throw new StatementFault(element.line, 'the entry says neither CRDT nor DBIT')
  const pence = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
  return sign === 'CRDT' ? pence : -pence
}

const inDecimals = (hundredths: bigint): string => {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const dayOf = (entry: Element): string => {
  const booked = need(entry, 'BookgDt')
  return textAt(booked, 'Dt') || textAt(booked, 'DtTm').slice(0, 10)
}

/** Transactions of an entry that say their own amounts; the entry itself if they do not add up to it. */
const partsOf = (entry: Element, whole: bigint, sign: string): (readonly [Element | undefined, bigint])[] => {
  const details = all(entry, 'NtryDtls').flatMap(one => all(one, 'TxDtls'))
  if (details.length <= 1) return [[details[0], whole]]
  const parts = details.flatMap(one => {
    const amount = at(one, 'Amt')
    const isSame = amount?.attributes.Ccy === need(entry, 'Amt').attributes.Ccy
    return amount && isSame ? [[one, hundredthsOf(amount, textAt(one, 'CdtDbtInd') || sign)] as const] : []
  })
  const isWhole = parts.length === details.length && parts.reduce((sum, [, one]) => sum + one, 0n) === whole
  return isWhole ? parts : [[undefined, whole]]
}

/** A balance of the account, in hundredths of its currency. */
interface Balance {
  element: Element
  amount: bigint
  currency: string
  day: string
}

const readBalance = (statement: Element, code: 'OPBD' | 'CLBD'): Balance | undefined => {
  const element = all(statement, 'Bal').find(one => textAt(one, 'Tp/CdOrPrtry/Cd') === code)
  if (!element) return undefined
  const amount = need(element, 'Amt')
  return {
    element,
    amount: hundredthsOf(amount, need(element, 'CdtDbtInd').text.trim()),
    currency: amount.attributes.Ccy ?? '',
    day: textAt(element, 'Dt/Dt') || textAt(element, 'Dt/DtTm').slice(0, 10),
  }
}

const linesOf = (entry: Element, account: string, closing: Balance | undefined): UploadedTable['rows'] => {
  const status = textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts')
  if (status !== 'BOOK') return []
  const sign = need(entry, 'CdtDbtInd').text.trim()
  const amount = need(entry, 'Amt')
  const whole = hundredthsOf(amount, sign)
  const reference = textAt(entry, 'AcctSvcrRef')
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd'))
  const parts = partsOf(entry, whole, sign)
  const isClosed = closing?.currency === amount.attributes.Ccy && closing?.day !== ''
  return parts.map(([details, part], place) => {
    const party = part > 0n ? 'Dbtr' : 'Cdtr'
    const remittance = at(details, 'RmtInf')
    const structured = all(remittance, 'Strd').map(one => textAt(one, 'CdtrRefInf/Ref'))
    const unstructured = all(remittance, 'Ustrd').map(({ text }) => text.trim())
    const own = textAt(details, 'Refs/AcctSvcrRef') || reference
    const id = own !== '' && parts.length > 1 && own === reference ? `${own}/${place + 1}` : own
    const endToEnd = textAt(details, 'Refs/EndToEndId')
    const cells = {
      account,
      bookedOn: dayOf(entry),
      amount: inDecimals(part),
      currency: amount.attributes.Ccy ?? '',
      partyName: textAt(details, `RltdPties/${party}/Pty/Nm`),
      partyIban: textAt(details, `RltdPties/${party}Acct/Id/IBAN`),
      reference: [...structured, ...unstructured, textAt(entry, 'AddtlNtryInf')].filter(Boolean).join(' '),
      bankReference: id,
      endToEndId: endToEnd === 'NOTPROVIDED' ? '' : endToEnd,
      isReturn: isReversal || at(details, 'RtrInf') ? 'yes' : 'no',
      closingBalance: closing && isClosed ? inDecimals(closing.amount) : '',
      closingOn: closing && isClosed ? closing.day : '',
    }
    return { line: entry.line, cells: byHeading(cells) }
  })
}

const byHeading = (cells: Record<keyof typeof STATEMENT_HEADINGS, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(STATEMENT_HEADINGS).map(([part, heading]) => [
      heading,
      cells[part as keyof typeof STATEMENT_HEADINGS],
    ]),
  )

/** An opening and a closing balance, if the statement has both, must differ by its booked entries. */
const requireBalance = (
  opening: Balance | undefined,
  closing: Balance | undefined,
  rows: UploadedTable['rows'],
): void => {
  if (!opening || !closing) return
  const moved = rows.reduce(
    (sum, { cells }) => sum + BigInt((cells[STATEMENT_HEADINGS.amount] ?? '0').replace('.', '')),
    0n,
  )
  if (opening.amount + moved !== closing.amount)
    throw new StatementFault(
      closing.element.line,
      'the entries do not add up from the opening to the closing balance',
    )
}

/**
 * Reads a bank statement in camt.053.001.08 as the rows of a list, by the headings of a statement as CSV; only entries that are booked.
 * A file with a document type, one that is not well-formed, or one whose balances do not fit is refused with its line and the reason.
 */
export const readCamtStatement = (content: Buffer): Pick<UploadedTable, 'header' | 'rows'> | string => {
  try {
    const message = need(need(elementsOf(content), 'Document'), 'BkToCstmrStmt')
    const statements = all(message, 'Stmt')
    const rows = statements.flatMap(statement => {
      const account = need(statement, 'Acct')
      const iban = textAt(account, 'Id/IBAN')
      if (iban === '') throw new StatementFault(account.line, 'the account has no IBAN')
      const [opening, closing] = [readBalance(statement, 'OPBD'), readBalance(statement, 'CLBD')]
      const its = all(statement, 'Ntry').flatMap(entry => linesOf(entry, iban, closing))
      requireBalance(opening, closing, its)
      return its
    })
    if (rows.length > MOST_LINES)
      return `The statement has more than ${MOST_LINES.toLocaleString('en-GB')} lines. Ask the bank for one of fewer days.`
    return { header: Object.values(STATEMENT_HEADINGS), rows }
  } catch (error) {
    if (error instanceof StatementFault) return error.message
    return `The file cannot be read as XML. ${errorMessageOf(error)}.`
  }
}
