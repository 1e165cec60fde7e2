import { CircleAlertIcon, InfoIcon, TriangleAlertIcon } from '../../icons/icons.tsx'
import type { ReactNode, Ref } from 'react'

const ICONS = { info: InfoIcon, warn: TriangleAlertIcon, bad: CircleAlertIcon }

/** Notice in a coloured band: a hint, a warning or an error. */
export const Notice = ({
  tone = 'info',
  role,
  children,
  ref,
}: {
  tone?: 'info' | 'warn' | 'bad'
  role?: 'alert' | 'status'
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}) => {
  const Icon = ICONS[tone]
  return (
    <div className={`notice notice-${tone}`} role={role} ref={ref} tabIndex={ref ? -1 : undefined}>
      <Icon aria-hidden="true" />
      <div className="notice-body">{children}</div>
    </div>
  )
}
