import { Money } from '../../parts/values/amounts.tsx'

/** An amount of a bank line: pounds, or a number with its currency. */
export const BankAmount = ({ amount, currency }: { amount: number; currency: string }) =>
  currency === 'GBP' ? (
    <Money pounds={amount} />
  ) : (
    <>
      {amount.toFixed(2)} {currency}
    </>
  )
