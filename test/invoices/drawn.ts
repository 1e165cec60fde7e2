import type { createSeededRandom } from '@credit-market/matching/pricing/random'
import {
  creditContent,
  type Invoice,
  type InvoiceContent,
  type InvoiceLine,
  sumTaxes,
  totalOfTaxes,
} from '#domain/money/invoice'
import { PRICE_LINES } from '#domain/money/price-lines'
import { refundContent } from '#domain/money/refund'
import { chooseVatTreatment, VAT_TREATMENTS } from '#domain/money/vat'
import { interestContent } from '#server/money/late-interest'
import { SAMPLES } from '../store/samples.ts'

type Random = ReturnType<typeof createSeededRandom>

const NAMES = ['Avon Farm', 'Böhm & Söhne <Ltd>', 'Fenland "Trust"', 'O’Brien Estates']
const ADDRESSES = [null, 'High Street', 'Avon Farm\nTaunton', 'The Barn\r\nLong Lane\nTaunton\nTA1 1AA']

/** Draws a document of any kind: of any treatments, and as a refund of a share, or interest. */
export const drawInvoice = (r: Random, place: number): Invoice => {
  const kind = r.chance(0.4) ? 'invoice' : 'selfBilled'
  const party = (vatNumber: string | null) => ({
    ...{ id: `P${r.whole(1, 99)}`, name: NAMES[r.whole(0, 3)]!, address: ADDRESSES[r.whole(0, 3)]! },
    ...{ companyNumber: r.chance(0.5) ? '01234567' : null, vatNumber },
  })
  const seller = party(r.chance(0.75) ? 'GB123456782' : null)
  const unitsVat = VAT_TREATMENTS[r.whole(0, 3)]!
  const lines = Array.from({ length: r.whole(1, 7) }, (_, at): InvoiceLine => {
    const line = PRICE_LINES[kind === 'selfBilled' ? 0 : r.whole(0, PRICE_LINES.length - 1)]!
    const isService = unitsVat !== 'outsideScope' && ['operator', 'compliance', 'performance'].includes(line)
    const chosen = chooseVatTreatment(isService ? 'services' : 'units', {
      ...{ sellerNumber: seller.vatNumber, unitsVat },
    })
    return {
      ...{ kind: line, projectId: null, text: `Line ${at + 1} & more`, ...chosen },
      supplier: r.chance(0.5) ? { name: NAMES[r.whole(0, 3)]!, vatNumber: null } : null,
      amount: line === 'difference' ? r.whole(-90_000, 90_000) : r.whole(1, 900_000_000),
      rate: chosen.treatment === 'standard' ? 200 : 0,
    }
  })
  const taxes = sumTaxes(lines)
  const content: InvoiceContent = {
    ...({ sellsAs: 'agent', seller, buyer: party(r.chance(0.5) ? 'GB123456782' : null) } as const),
    ...{ market: 'Levels', round: 'Round 1', item: 'Old Homes', lines, taxes, reason: null },
  }
  const names = {
    invoice: 'INV',
    selfBilled: 'SBI',
    creditNote: 'CRN',
    refund: 'RFN',
    deposit: 'DEP',
    depositReturn: 'DRN',
    interest: 'INT',
  } as const
  const ofKind = (is: Invoice['kind'], its: InvoiceContent): Invoice => ({
    ...{ ...SAMPLES.invoice, place, content: its, ...totalOfTaxes(its.taxes) },
    ...{ kind: is, name: `${names[is]}-${String(place).padStart(6, '0')}` },
  })
  if (r.chance(0.6)) return ofKind(kind, content)
  if (r.chance(0.2))
    return ofKind(
      'interest',
      interestContent('INV-000001', content, { id: 'x', amount: r.whole(1, 90_000), hundredths: 1225 }),
    )
  const refunded =
    kind === 'invoice' && r.chance(0.5)
      ? refundContent([content], [], { failed: r.whole(1, 9), sold: 10 }, 'The reeds have died')
      : null
  return refunded === null
    ? {
        ...ofKind('creditNote', creditContent(content, 'The address was wrong')),
        ...{ creditsId: 'before', isReissued: true },
      }
    : ofKind('refund', refunded)
}
