import type { ReactNode } from 'react'

/** Empty state: says that there is nothing yet, why, and what to do about it. */
export const EmptyState = ({
  title,
  children,
  button,
}: {
  title: string
  children?: ReactNode
  /** Button for the action that fills the empty state. */
  button?: ReactNode
}) => (
  <div className="empty nothing-yet">
    <p className="empty-title">{title}</p>
    {children && <div>{children}</div>}
    {button}
  </div>
)
