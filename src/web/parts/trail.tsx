import { urlOf } from '#contract/endpoint'
import { type ActivityItem, readReceipt } from '#contract/subject'
import { DayText } from './amounts.tsx'
import { EmptyState } from './empty-state.tsx'

/** Who did what, when, newest first. */
export const Trail = ({ items, showItem = false }: { items: readonly ActivityItem[]; showItem?: boolean }) =>
  items.length === 0 ? (
    <EmptyState title="Nothing has happened yet" />
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
            {item.isBeingChained && ', its receipt is being made'}
            {item.receipt && (
              <>
                {', '}
                <a
                  href={urlOf(readReceipt, { params: { id: item.id } })}
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
