import { CircleAlertIcon, CircleCheckIcon, XIcon } from '../../icons/icons.tsx'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { dismissToast, toastStore, type Toast } from './toasts.ts'

const LIFETIME = 5000

const ToastLine = ({ toast, isPaused }: { toast: Toast; isPaused: boolean }) => {
  const isError = toast.type === 'error'
  useEffect(() => {
    if (isPaused || isError) return
    const timer = setTimeout(() => dismissToast(toast.id), LIFETIME)
    return () => clearTimeout(timer)
  }, [toast.id, isPaused, isError])
  const Icon = isError ? CircleAlertIcon : CircleCheckIcon
  return (
    <div className={isError ? 'toast toast-bad' : 'toast'}>
      <Icon aria-hidden="true" />
      <span className="toast-message">{toast.message}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Dismiss: ${toast.message}`}
        onClick={() => dismissToast(toast.id)}
      >
        <XIcon aria-hidden="true" />
      </button>
    </div>
  )
}

/** Region in which toasts appear. They stay while hovered or focused; errors stay until dismissed. */
export const ToastRegion = () => {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read)
  const [isPaused, setPaused] = useState(false)
  return (
    <div
      className="toasts"
      role="status"
      aria-label="Notifications"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map(toast => (
        <ToastLine key={toast.id} toast={toast} isPaused={isPaused} />
      ))}
    </div>
  )
}
