import type { CaseView } from '#contract/case/case'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/section.tsx'
import { Money, ShowPence } from '../../parts/values/amounts.tsx'
import { GAP_TEXT } from './messages.ts'

/** Says who covers the amount that a buyer has not paid. Only readers of the invoices see the amounts. */
export const Gap = ({ data: { type, gap } }: { data: CaseView }) =>
  type === 'BuyerDefault' && (
    <Section heading="Who pays what the buyer has not paid">
      {gap && (
        <ShowPence>
          <KeyValues
            facts={[
              ['Paid so far', <Money key="paid" pounds={gap.paid} />],
              ['From its deposit', <Money key="deposit" pounds={gap.fromDeposit} />],
              ['Still unpaid', <Money key="open" pounds={gap.open} />],
            ]}
          />
        </ShowPence>
      )}
      <p className="measure">{GAP_TEXT}</p>
    </Section>
  )
