import type { ReactNode } from 'react'
import type { CommentItem } from '#contract/subject'
import { DayText } from './amounts.tsx'
import { EmptyState } from './empty-state.tsx'
import { RichTextView } from './rich-text-view.tsx'

/** What has been said about a thing, newest first; give the button that adds a comment as `add`. */
export const Comments = ({ items, add }: { items: readonly CommentItem[]; add?: ReactNode }) => (
  <div className="stack">
    {add && <div>{add}</div>}
    {items.length === 0 ? (
      <EmptyState title="No comments yet" />
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
