import { Link } from 'react-router'
import { NOUNS } from '#contract/nouns/nouns'
import type { RequirementView } from '#contract/requirement/requirement'
import { DEPOSIT_STATE_LABELS, isDepositUnpaid } from '#domain/money/deposit'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/section.tsx'
import { DayText, Money, ShowPence } from '../../parts/values/amounts.tsx'

/** Deposit of a bid, for those who may read its document: what to pay, by when, and its state; also that of an earlier round. */
export const DepositFacts = ({ requirement: { deposit, round, status } }: { requirement: RequirementView }) =>
  deposit && (
    <Section heading="Deposit">
      <ShowPence>
        <KeyValues
          facts={[
            ['Market round', deposit.round.id !== round.id && deposit.round.name],
            ['State', DEPOSIT_STATE_LABELS[deposit.state]],
            ['Amount', <Money key="amount" pounds={deposit.amount} />],
            ['Due', isDepositUnpaid(deposit) && <DayText key="due" day={deposit.due} />],
            ['Payment reference', isDepositUnpaid(deposit) && deposit.reference],
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
      {status === 'Bid' && deposit.round.id === round.id && isDepositUnpaid(deposit) && (
        <p className="measure">
          If we have not received the full deposit when matching starts, the bid does not count.
        </p>
      )}
    </Section>
  )
