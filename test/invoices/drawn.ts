import type { createSeededRandom } from '@credit-market/matching/pricing/random'
import { creditContent, type Invoice, type InvoiceLine, sumTaxes, totalOfTaxes } from '#domain/money/invoice'
import { PRICE_LINES } from '#domain/money/price-lines'
import { chooseVatTreatment, VAT_TREATMENTS } from '#domain/money/vat'
import { SAMPLES } from '../store/samples.ts'

type Random = ReturnType<typeof createSeededRandom>

const NAMES = ['Avon Farm', 'Böhm & Söhne <Ltd>', 'Fenland "Trust"', 'O’Brien Estates']
const ADDRESSES = [null, 'High Street', 'Avon Farm\nTaunton', 'The Barn\r\nLong Lane\nTaunton\nTA1 1AA']

/** Draws an invoice, self-billed invoice or credit note of any treatment. */
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
  const content = {
    ...({ sellsAs: 'agent', seller, buyer: party(r.chance(0.5) ? 'GB123456782' : null) } as const),
    ...{ market: 'Levels', round: 'Round 1', item: 'Old Homes', lines, taxes, reason: null },
  }
  const drawn = {
    ...SAMPLES.invoice,
    kind,
    place,
    name: `${kind === 'invoice' ? 'INV' : 'SBI'}-${String(place).padStart(6, '0')}`,
  }
  const invoice: Invoice = { ...drawn, kind, content, ...totalOfTaxes(taxes) }
  if (r.chance(0.7)) return invoice
  const credited = creditContent(content, 'The address was wrong')
  return {
    ...{ ...invoice, kind: 'creditNote', name: `CRN-${String(place).padStart(6, '0')}` },
    ...{ content: credited, ...totalOfTaxes(credited.taxes), creditsId: 'before', isReissued: true },
  }
}
