import type { BulkSubject } from '#contract/desk/queue'
import { Notice } from '../../parts/page/notice.tsx'
import type { BulkPreview } from './what-would-come.ts'
import { blockedText, groupByReason } from './words.ts'
import { rowsNotDoneText, someRowsBlockedText, warningsForRowsText } from './messages.ts'

/** Reasons why rows are not done, or remarks on them, each once with the names of the rows concerned. */
export const ReasonList = ({ items }: { items: readonly { name: string; why: string }[] }) => (
  <ul>
    {groupByReason(items).map(({ why, names }) => (
      <li key={why}>
        {why}: {names.join(', ')}
      </li>
    ))}
  </ul>
)

/** Rows of a bulk action that cannot be done as it stands. */
export const BlockedRowsNotice = ({ rows }: { rows: readonly BulkSubject[] }) => {
  const items = rows.flatMap(row => {
    const blocked = blockedText(row)
    return blocked ? [{ name: row.name, why: `${blocked.why}. ${blocked.waiting}` }] : []
  })
  if (items.length === 0) return null
  return (
    <Notice tone="warn">
      <p>{someRowsBlockedText({ possible: rows.length - items.length, blocked: items.length })}</p>
      <ReasonList items={items} />
    </Notice>
  )
}

const Named = ({ items, called }: { items: BulkPreview['refused']; called: string }) =>
  items.length === 0 ? null : (
    <>
      <p>{called}</p>
      <ReasonList items={items} />
    </>
  )

/** Preview of a bulk action, from the dry runs of the single actions. */
export const BulkPreviewNotice = ({
  lines,
  refused,
  warned,
  undone,
}: BulkPreview & {
  /** Part of a binding act that can be undone. */
  undone?: string
}) => (
  <Notice tone={refused.length + warned.length > 0 ? 'warn' : 'info'} role="status">
    <p>
      <b>Nothing has been done yet.</b> What will happen:
    </p>
    <ul>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    {undone && <p>{undone}</p>}
    <Named items={warned} called={warningsForRowsText(warned.length)} />
    <Named items={refused} called={rowsNotDoneText(refused.length)} />
  </Notice>
)
