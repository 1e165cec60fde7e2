import { Link } from 'react-router'
import { NOUNS } from '#contract/nouns/nouns'
import type { RequirementView } from '#contract/requirement/requirement'
import { DEPOSIT_STATE_LABELS } from '#domain/money/deposit'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/section.tsx'
import { DayText, Money, ShowPence } from '../../parts/values/amounts.tsx'

const isUnpaid = ({ state }: { state: string }): boolean => state === 'Asked' || state === 'PartlyPaid'

/** Deposit of a bid, for those who may read its document: what to pay, by when, and its state. */
export const DepositFacts = ({ requirement: { deposit, status } }: { requirement: RequirementView }) =>
  deposit && (
    <Section heading="Deposit">
      <ShowPence>
        <KeyValues
          facts={[
            ['State', DEPOSIT_STATE_LABELS[deposit.state]],
            ['Amount', <Money key="amount" pounds={deposit.amount} />],
            ['Due', isUnpaid(deposit) && <DayText key="due" day={deposit.due} />],
            ['Payment reference', isUnpaid(deposit) && deposit.reference],
            ['Received', deposit.paid > 0 && <Money key="paid" pounds={deposit.paid} />],
            ['Set off against invoices', deposit.setOff > 0 && <Money key="off" pounds={deposit.setOff} />],
            ['Paid back', deposit.paidBack > 0 && <Money key="back" pounds={deposit.paidBack} />],
            [
              'Document',
              <Link key="document" to={NOUNS.invoice.page(deposit.document)}>
                {deposit.document.name}
              </Link>,
            ],
          ]}
        />
      </ShowPence>
      {status === 'Bid' && isUnpaid(deposit) && (
        <p className="measure">
          If we have not received the full deposit when matching starts, the bid does not count.
        </p>
      )}
    </Section>
  )
