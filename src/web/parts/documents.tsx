import { DOCUMENT_TAG_LABELS } from '#domain/filed-document'
import type { DocumentItem } from '#contract/subject'
import { DayText } from './amounts.tsx'
import { EmptyState } from './empty-state.tsx'
import { showFileSize } from './file-size.ts'
import { labelOf } from './label-of.ts'

const Line = ({ item }: { item: DocumentItem }) => (
  <li>
    <span>
      <span className="label">{labelOf(DOCUMENT_TAG_LABELS, item.tag)}</span>
      <br />
      <a href={item.links.self} download>
        {item.name}
      </a>
      {item.reason && <span className="quiet"> – {item.reason}</span>}
    </span>
    <span className="quiet small">
      {showFileSize(item.size)}, {item.uploadedBy}, <DayText day={item.uploadedAt} />
    </span>
  </li>
)

/** The documents filed with a thing; those that were replaced are kept, folded away. */
export const Documents = ({ items }: { items: readonly DocumentItem[] }) => {
  const current = items.filter(item => !item.replaced)
  const replaced = items.filter(item => item.replaced)
  if (items.length === 0) return <EmptyState title="No documents yet" />
  return (
    <div className="stack">
      <ul className="plain-list">
        {current.map(item => (
          <Line key={item.id} item={item} />
        ))}
      </ul>
      {replaced.length > 0 && (
        <details>
          <summary>Replaced documents ({replaced.length})</summary>
          <ul className="plain-list">
            {replaced.map(item => (
              <Line key={item.id} item={item} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
