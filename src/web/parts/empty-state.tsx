import type { ReactNode } from 'react'

/** Says that there is nothing yet, why, and what to do about it. */
export const EmptyState = ({
  title,
  children,
  button,
}: {
  title: string
  children?: ReactNode
  /** What to press to do something about it. */
  button?: ReactNode
}) => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    {children && <div>{children}</div>}
    {button}
  </div>
)
