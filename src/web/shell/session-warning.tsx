import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askWhoIsThere } from '../api.ts'
import { Notice } from '../parts/notice.tsx'

const IDLE = 30 * 60_000
const WARNING = 2 * 60_000

/** Two minutes before a session idles out: a warning, and a button that keeps it going. */
export const SessionWarning = () => {
  const queries = useQueryClient()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      clearTimeout(timer)
      setDue(false)
      timer = setTimeout(() => setDue(true), IDLE - WARNING)
    }
    restart()
    // Every answer of the server keeps the session alive.
    const stop = queries.getQueryCache().subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'success') restart()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries])
  if (!isDue) return null
  return (
    <div className="session-warning">
      <Notice tone="warn" role="alert">
        <p>You will be signed out in two minutes, because nothing has happened for a while.</p>
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            setDue(false)
            void askWhoIsThere()
          }}
        >
          Stay signed in
        </button>
      </Notice>
    </div>
  )
}
