import type { ReactNode } from 'react'

/** Says that there is nothing yet, why, and what to do about it. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    {children && <div>{children}</div>}
    {action}
  </div>
)
