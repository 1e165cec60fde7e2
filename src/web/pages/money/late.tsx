import { Link } from 'react-router'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import { pageAddress } from '#contract/nouns/nouns'
import { Notice } from '../../parts/page/notice.tsx'
import { Money } from '../../parts/values/amounts.tsx'
import { heldText, lateText, nextStepText } from './messages.ts'

/** How late an invoice is, what has followed and what is held, in a list; nothing for one in time. */
export const LateCell = ({ invoice }: { invoice: InvoiceRow }) => {
  const text = lateText(invoice)
  return (
    <>
      {text && <div className="quiet small">{text}</div>}
      {invoice.held && (
        <div className="quiet small">
          <Money pounds={invoice.held.amount} /> held
        </div>
      )}
    </>
  )
}

/** Part of a self-billed invoice that is not paid for now, and the case that says why. */
export const HeldNotice = ({ invoice: { held } }: { invoice: InvoiceView }) =>
  held && (
    <Notice tone="warn">
      <p>
        <Money pounds={held.amount} /> {heldText(held)}{' '}
        <Link to={pageAddress('case', { id: held.case.id })}>{held.case.name}</Link>
      </p>
    </Notice>
  )

/** Says why the interest of an invoice that was paid late is not charged yet. */
export const InterestDelayNotice = ({ invoice: { interestDelay } }: { invoice: InvoiceView }) =>
  interestDelay && (
    <Notice tone="info">
      <p>{interestDelay}</p>
    </Notice>
  )

/** Steps taken because an invoice is late, and the next step with its day. */
export const LateNotice = ({ invoice }: { invoice: InvoiceView }) => {
  const { days, next, case: about } = invoice.late
  const text = lateText(invoice)
  return (
    text && (
      <Notice tone={days > 0 ? 'warn' : 'info'}>
        <p>{text}</p>
        {next && <p>{nextStepText(next)}</p>}
        {about && (
          <p>
            <Link to={pageAddress('case', { id: about.id })}>{about.name}</Link>
          </p>
        )}
      </Notice>
    )
  )
}
