import type { Named } from '#contract/values'

const MOST = 6

/** Names in a line; where there are many, the rest unfolds. */
export const NamedList = ({ items }: { items: readonly Named[] }) => {
  if (items.length === 0) return <span className="quiet">None</span>
  const names = items.map(item => item.name)
  if (names.length <= MOST + 1) return <>{names.join(', ')}</>
  return (
    <details className="named-list">
      <summary>
        {names.slice(0, MOST).join(', ')} and {names.length - MOST} more
      </summary>
      {names.slice(MOST).join(', ')}
    </details>
  )
}
