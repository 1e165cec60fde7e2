import { Link } from 'react-router'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import { pageAddress } from '#contract/nouns/nouns'
import { Notice } from '../../parts/page/notice.tsx'
import { lateText, nextStepText } from './messages.ts'

/** How late an invoice is and what has followed, in a list; nothing for one that never was. */
export const LateCell = ({ invoice }: { invoice: InvoiceRow }) => {
  const text = lateText(invoice)
  return text && <div className="quiet small">{text}</div>
}

/** What has followed because an invoice was not paid in time, and what follows next. */
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
