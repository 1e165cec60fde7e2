import type { AccountsView } from '#contract/money/money'
import { showDay } from '@credit-market/values/dates'
import { KeyValues } from '../../parts/key-values.tsx'
import { Money } from '../../parts/values/amounts.tsx'
import { differenceText } from './messages.ts'

/** The bank account in the books next to the closing balance that the bank states. */
export const BankComparison = ({ bank }: { bank: NonNullable<AccountsView['bank']> }) => (
  <>
    <KeyValues
      facts={[
        [`The bank’s statement of ${showDay(bank.on)}`, <Money key="stated" pounds={bank.stated} />],
        ['Bank account in these books', <Money key="booked" pounds={bank.booked} />],
        ['Difference', <Money key="difference" pounds={bank.difference} />],
        [
          'Part that is not allocated',
          bank.unallocated !== 0 && <Money key="unallocated" pounds={bank.unallocated} />,
        ],
      ]}
    />
    <p className="quiet small measure">{differenceText(bank)}</p>
  </>
)
