import { endpointUrl } from '#contract/kit/endpoint'
import { type ActivityItem, readReceipt } from '#contract/subject/subject'
import { DayText } from './values/amounts.tsx'
import { EmptyState } from './empty-state.tsx'

/** Audit trail: who did what and when, newest first. */
export const AuditTrail = ({
  items,
  showItem = false,
}: {
  items: readonly ActivityItem[]
  showItem?: boolean
}) =>
  items.length === 0 ? (
    <EmptyState title="No activity yet" />
  ) : (
    <ol className="trail">
      {items.map(item => (
        <li key={item.id}>
          <span>
            <b>{item.title}</b>
            {showItem && <> {item.itemName}</>}
          </span>
          {item.message && item.message !== item.title && <span>{item.message}</span>}
          <span className="quiet small">
            {item.actor}
            {item.forClient && <> for {item.forClient}</>}
            {item.approvedBy && <>, approved by {item.approvedBy}</>}, <DayText day={item.at} time />
            {item.isBeingChained && ', receipt in a few seconds'}
            {item.receipt && (
              <>
                {', '}
                <a
                  href={endpointUrl(readReceipt, { params: { id: item.id } })}
                  download={`receipt-${item.id}.json`}
                >
                  Receipt {item.receipt.hash.slice(0, 8)}
                </a>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
