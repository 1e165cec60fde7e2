import { DownloadIcon } from '../icons/icons.tsx'
import { DOCUMENT_TAG_LABELS } from '#domain/text/filed-document'
import type { DocumentItem } from '#contract/subject/subject'
import { DayText } from './values/amounts.tsx'
import { EmptyState } from './empty-state.tsx'
import { showFileSize, labelOfValue } from './texts.ts'
import './templates.css'

const Line = ({ item }: { item: DocumentItem }) => (
  <li>
    <span>
      <span className="label">{labelOfValue(DOCUMENT_TAG_LABELS, item.tag)}</span>
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

/** Documents filed with a resource. Replaced documents stay available, folded away. */
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

/** Document templates to fill in. */
export const Templates = ({
  templates,
}: {
  templates: readonly { id: string; name: string; links: { self: string } }[]
}) => (
  <p className="templates">
    {templates.map(({ id, name, links }) => (
      <a key={id} href={links.self} download>
        <DownloadIcon aria-hidden="true" />
        Template: {name} (Word)
      </a>
    ))}
  </p>
)
