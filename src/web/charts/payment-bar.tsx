import './charts.css'

/** A payment beside its number: paid runs right from the middle, received runs left. */
export const PaymentBar = ({ amount, most }: { amount: number; most: number }) => {
  const reach = most > 0 ? (Math.abs(amount) / most) * 50 : 0
  return (
    <svg className="payment-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <line x1="50" x2="50" y1="0" y2="12" vectorEffect="non-scaling-stroke" />
      <rect
        className={amount < 0 ? 'is-received' : 'is-paid'}
        x={amount < 0 ? 50 - reach : 50}
        y="2"
        width={reach}
        height="8"
      />
    </svg>
  )
}
