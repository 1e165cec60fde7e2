import type { ReactNode } from 'react'
import type { CommentItem } from '#contract/subject/subject'
import { DayText } from './values/amounts.tsx'
import { EmptyState } from './empty-state.tsx'
import { RichTextView } from './values/rich-text-view.tsx'

/** Comments on a resource, oldest first. Pass the button that adds a comment as `add`. */
export const Comments = ({
  items,
  add,
  empty = 'No comments yet',
}: {
  items: readonly CommentItem[]
  add?: ReactNode
  empty?: string
}) => (
  <div className="stack">
    {add && <div>{add}</div>}
    {items.length === 0 ? (
      <EmptyState title={empty} />
    ) : (
      <ol className="comments">
        {items.map(item => (
          <li className="comment" key={item.id}>
            <span className="small quiet">
              <b>{item.author}</b>, <DayText day={item.at} time />
            </span>
            <RichTextView text={item.text} json={item.json} />
          </li>
        ))}
      </ol>
    )}
  </div>
)
