import type { QueueRow } from '#contract/queue'
import { Notice } from '../../parts/notice.tsx'
import type { WouldCome } from './what-would-come.ts'
import { blockedText, byReason } from './words.ts'

/** What is not done or is to be known, each reason once with the names of those it is true of. */
export const ByReason = ({ items }: { items: readonly { name: string; why: string }[] }) => (
  <ul>
    {byReason(items).map(({ why, names }) => (
      <li key={why}>
        {why}: {names.join(', ')}
      </li>
    ))}
  </ul>
)

/** Which of the rows of a bulk act cannot be done as it stands. */
export const Blocked = ({ rows }: { rows: readonly QueueRow[] }) => {
  const items = rows.flatMap(row => {
    const blocked = blockedText(row)
    return blocked ? [{ name: row.name, why: `${blocked.why} (the turn is ${blocked.whose})` }] : []
  })
  if (items.length === 0) return null
  return (
    <Notice tone="warn">
      <p>
        {rows.length - items.length} of these can be done now, {items.length} cannot. Those are tried as well,
        and listed afterwards with the reason if nothing has changed:
      </p>
      <ByReason items={items} />
    </Notice>
  )
}

const Named = ({ items, called }: { items: WouldCome['refused']; called: string }) =>
  items.length === 0 ? null : (
    <>
      <p>{called}</p>
      <ByReason items={items} />
    </>
  )

/** What would come of a bulk act, from the rehearsals of the single actions. */
export const Coming = ({
  lines,
  refused,
  warned,
  undone,
}: WouldCome & {
  /** What can be taken back of it, where it binds. */
  undone?: string
}) => (
  <Notice tone={refused.length + warned.length > 0 ? 'warn' : 'info'} role="status">
    <p>
      <b>Nothing has been done yet.</b> This would come of it:
    </p>
    <ul>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    {undone && <p>{undone}</p>}
    <Named items={warned} called={`To be known of ${warned.length}:`} />
    <Named items={refused} called={`${refused.length} would not be done:`} />
  </Notice>
)
