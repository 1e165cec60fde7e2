import type { Bill } from './draw.ts'

const textOf = (xml: string, name: string): string =>
  new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1]?.trim() ?? ''

/**
 * Reads the payments of a file in pain.001.001.09 as bills, and the account that pays. It reads files as this product writes them; throws
 * for another kind of file.
 */
export const readPain = (xml: string): { account: string; bills: Bill[] } => {
  if (!xml.includes('tech:xsd:pain.001.001.09')) throw new Error('This is not a file in pain.001.001.09')
  const [head = '', ...transfers] = xml.split('<CdtTrfTxInf>')
  return {
    account: textOf(head, 'IBAN'),
    bills: transfers.map(transfer => ({
      ...{ number: textOf(transfer, 'EndToEndId'), kind: 'selfBilled' as const },
      ...{ party: textOf(transfer, 'Nm'), iban: textOf(transfer, 'IBAN') },
      open: Math.round(Number(textOf(transfer, 'InstdAmt')) * 100),
      ...{ reference: textOf(transfer, 'Ref'), endToEndId: textOf(transfer, 'EndToEndId') },
    })),
  }
}
