import type { Day } from '@credit-market/values/dates'
import { type Pence, showMoney } from '@credit-market/values/money'
import { showExactUnits } from '@credit-market/values/units'
import type { InvoiceContent, InvoiceLine, InvoiceParty } from '#domain/money/invoice'
import { listLineAmounts, type PriceLine, type PriceLineKind } from '#domain/money/price-lines'
import { chooseVatTreatment, type Seller, vatRateOn, type VatTreatment } from '#domain/money/vat'
import { readVatRates } from './rates.ts'

/** A project that supplies units of an invoice, and its supplier on the day of issue. */
export interface InvoicedProject {
  name: string
  supplier: Pick<InvoiceParty, 'name' | 'vatNumber'>
}

/** Everything on which the lines of an invoice depend. */
export interface LineFacts {
  sellsAs: Seller
  unitsVat: VatTreatment
  seller: Pick<InvoiceParty, 'vatNumber'>
  /** Day of issue, whose rate of VAT applies. */
  day: Day
  /** Why the amount is due, as in "after the settlement". */
  why: string
}

const COST_TEXTS: Readonly<Record<Exclude<PriceLineKind, 'units'>, string>> = {
  maintenance: 'Maintenance of the projects that supply the units',
  operator: 'Market operator’s fee',
  compliance: 'Compliance checks',
  performance: 'Performance checks',
  difference: 'Difference to the fair price of the round',
}

const SERVICES: readonly PriceLineKind[] = ['operator', 'compliance', 'performance']

/** A market operator that sells in its own right names no suppliers: their lines and the difference are one price. */
const mergeLines = (lines: readonly PriceLine[], sellsAs: Seller): PriceLine[] => {
  if (sellsAs === 'agent') return [...lines]
  const isOwn = ({ kind }: PriceLine) => kind === 'operator'
  const price = lines.filter(line => !isOwn(line)).reduce((sum, { amount }) => sum + amount, 0)
  return [{ kind: 'units', projectId: null, units: null, amount: price }, ...lines.filter(isOwn)]
}

const unitsText = ({ units, amount }: PriceLine, project: InvoicedProject | undefined): string => {
  if (!project) return 'Units won'
  if (units === null) return `Project ${project.name}`
  const each = showMoney(Math.round((amount * 10_000) / units), true)
  return `Units of ${project.name}: ${showExactUnits(units)} at ${each} a unit, which ${project.supplier.name} receives`
}

const earlierOf = ({ kind, projectId }: PriceLine, earlier: readonly InvoiceContent[]): Pence =>
  earlier
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => (line.kind === kind && line.projectId === projectId ? sum + line.amount : sum), 0)

const withVat = (
  kind: PriceLineKind,
  { unitsVat, seller, day }: LineFacts,
): Pick<InvoiceLine, 'treatment' | 'rule' | 'rate'> => {
  const chosen = chooseVatTreatment(SERVICES.includes(kind) ? 'services' : 'units', {
    sellerNumber: seller.vatNumber,
    unitsVat,
  })
  return { ...chosen, rate: vatRateOn(readVatRates(), chosen.treatment, day) }
}

/** Lines of an instalment of the price of a requirement, for its buyer; `earlier` are the invoices that still stand. */
export const listBuyerLines = (
  price: readonly PriceLine[],
  projectOf: (id: string) => InvoicedProject | undefined,
  { earlier, instalment, ...facts }: LineFacts & { earlier: readonly InvoiceContent[]; instalment: Pence },
): InvoiceLine[] => {
  const lines = mergeLines(price, facts.sellsAs)
  const amounts = listLineAmounts(
    lines,
    lines.map(line => earlierOf(line, earlier)),
    instalment,
  )
  return lines.flatMap((line, at): InvoiceLine[] => {
    const project = line.projectId === null ? undefined : projectOf(line.projectId)
    const text = line.kind === 'units' ? unitsText(line, project) : COST_TEXTS[line.kind]
    const amount = amounts[at]!
    return amount === 0
      ? []
      : [
          {
            ...{ kind: line.kind, projectId: line.projectId, text: `${text}; part due ${facts.why}` },
            ...{ supplier: project?.supplier ?? null, amount },
            ...withVat(line.kind, facts),
          },
        ]
  })
}

/** The line of a self-billed invoice: what a supplier receives for the units of a project, or for its maintenance. */
export const listSupplierLines = (
  { purpose, project, amount }: { purpose: 'payable' | 'maintenance'; project: string; amount: Pence },
  facts: LineFacts,
): InvoiceLine[] => [
  {
    kind: purpose === 'payable' ? 'units' : 'maintenance',
    projectId: null,
    text: `${purpose === 'payable' ? 'Units' : 'Maintenance'} of ${project}; part due ${facts.why}`,
    supplier: null,
    amount,
    ...withVat('units', facts),
  },
]
