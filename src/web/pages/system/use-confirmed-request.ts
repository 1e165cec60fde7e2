import { useState } from 'react'
import type { AccessRequirement } from '#contract/people/account'
import { isApiProblem, messageOf } from '../../api/api-problem.ts'
import { toast } from '../../parts/page/toasts.ts'

/** Sends requests that may need a fresh code; `retry` is set while one waits for the code. */
export const useConfirmedRequest = (after: () => Promise<unknown>) => {
  const [waiting, setWaiting] = useState<(() => Promise<{ message: string }>) | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (send: () => Promise<{ message: string }>): Promise<void> => {
    setBusy(true)
    try {
      const { message } = await send()
      setWaiting(null)
      toast('success', message)
    } catch (error) {
      if (isApiProblem(error) && error.reason === ('step-up' satisfies AccessRequirement))
        setWaiting(() => send)
      else {
        setWaiting(null)
        toast('error', messageOf(error))
      }
    } finally {
      setBusy(false)
    }
    await after()
  }
  return {
    run: (send: () => Promise<{ message: string }>): void => void run(send),
    isBusy,
    /** Sends the request that waits for a code again; null if none waits. */
    retry: waiting && ((): void => void run(waiting)),
    cancel: (): void => setWaiting(null),
  }
}
